import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { onHappening } from "../diagnostics.ts";

/** Quiet after which what a burst of work left behind is collected (ms). */
const quietMs = 5_000;

/**
 * Collects garbage once a burst of work is over. V8 collects when it runs short, and one that is idle never does: a few
 * hundred questions would leave tens of megabytes with it for good.
 */
export function collectWhenIdle(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") return;
  const timer = setTimeout(
    () => collect({ type: "major", flavor: "last-resort" }),
    quietMs,
  ).unref();
  onHappening(() => timer.refresh());
}
