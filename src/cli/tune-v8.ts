import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { onHappening } from "../diagnostics.ts";

/** Quiet after which what a burst of work left behind is collected (ms). */
const quietMs = 5_000;
/** Size of the young generation from which on it may not grow (bytes): below it, every other millisecond is a collection. */
const enough = 16e6;

/**
 * Keeps the heap of a process that runs for months small. V8 enlarges the young generation during bursts of work to 128
 * MB and hardly ever shrinks it, and one that is idle never collects: a few hundred questions would leave tens of
 * megabytes with it for good. So growth stops at some size, and garbage is collected once a burst of work is over.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") return;
  let grows: boolean | undefined;
  const tune = (): void => {
    const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
    const mayGrow = (space?.space_size ?? 0) < enough;
    if (mayGrow !== grows) setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
    grows = mayGrow;
  };
  const timer = setTimeout(() => {
    collect({ type: "major", flavor: "last-resort" });
    tune();
  }, quietMs).unref();
  tune();
  onHappening(() => {
    tune();
    timer.refresh();
  });
}
