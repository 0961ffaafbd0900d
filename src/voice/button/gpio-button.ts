import { createInterface } from "node:readline";
import { errnoOf, LociError } from "../../errors.ts";
import { startProgram } from "../../models/programs/start-program.ts";
import { keepTrying } from "../async/keep-trying.ts";
import { programOutput } from "../audio/program-output.ts";
import type { Press } from "../audio-ports.ts";

export interface GpioButtonOptions {
  /** Such as `gpiochip0`. */
  readonly chip: string;
  /** The line that the button connects to ground. */
  readonly line: number;
  /** Pause before a restart (ms). */
  readonly pauseMs?: number;
}

/** gpiomon that has run this long has got its line (ms). */
const steady = 500;

/**
 * Watches the button until aborted. `trouble` is called on each failure, and with undefined where it works. Never
 * rejects.
 */
export type Button = (
  press: (press: Press) => void,
  trouble: (error: LociError | undefined) => void,
  signal: AbortSignal,
) => Promise<void>;

/** Creates a push-to-talk button on a GPIO line. */
export function createGpioButton(options: GpioButtonOptions): Button {
  const { pauseMs: pause = 5_000 } = options;
  return (press, trouble, signal) =>
    keepTrying(
      () => watchLine(options, press, signal),
      { pause, longest: pause, steady },
      trouble,
      signal,
    );
}

/** `gpiomon` of libgpiod, 1.6 or 2. */
const program = "gpiomon";

/** Watches the line until that ends, and rejects with the reason. */
async function watchLine(
  { chip, line }: GpioButtonOptions,
  press: (press: Press) => void,
  signal: AbortSignal,
): Promise<never> {
  const version = await programOutput({ program, args: ["--version"] });
  const isFirst = !/v(?:[2-9]|\d\d)\./.test(version);
  const place = isFirst ? ["--line-buffered", chip] : [`--chip=${chip}`];
  const child = startProgram({ program, args: ["--bias=pull-up", ...place, String(line)] });
  const stop = (): void => void child.stop(500);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const presses = createButtonPresses(press);
  createInterface({ input: child.stdout }).on("line", (text) => {
    // The pull-up keeps the line high; pressing connects it to ground.
    if (/\bfalling\b/i.test(text)) presses.edge(true);
    else if (/\brising\b/i.test(text)) presses.edge(false);
  });
  const { lines, cause } = await child.exited;
  signal.removeEventListener("abort", stop);
  presses.close();
  const state =
    errnoOf(cause) === "ENOENT"
      ? `: the program "${program}" is not installed; run "sudo apt install gpiod"`
      : ` on line ${line} of ${chip}: ${lines.at(-1) ?? "gpiomon ended"}; "gpioinfo" lists the lines, and this user needs the right to use them (group gpio)`;
  throw new LociError("AUDIO_FAILED", `Cannot watch the button${state}`, { cause });
}

/** How long a state of the contact must last to count (ms). */
const restMs = 20;
/** Longest tap (ms); a longer press is push-to-talk. */
const longestTap = 250;

/** Turns the edges of a contact that bounces into presses: a tap, or down and up for a long press. */
export function createButtonPresses(press: (press: Press) => void) {
  let wasDown = false;
  let isHeld = false;
  let resting: NodeJS.Timeout | undefined;
  let holding: NodeJS.Timeout | undefined;
  const settle = (isDown: boolean): void => {
    if (isDown === wasDown) return;
    wasDown = isDown;
    clearTimeout(holding);
    if (isDown) {
      holding = setTimeout(() => {
        isHeld = true;
        press("down");
      }, longestTap);
      return;
    }
    press(isHeld ? "up" : "tap");
    isHeld = false;
  };
  return {
    /** Takes each state of the contact, also repeatedly. */
    edge(isDown: boolean): void {
      clearTimeout(resting);
      resting = setTimeout(settle, restMs, isDown);
    },
    close(): void {
      clearTimeout(resting);
      clearTimeout(holding);
      if (isHeld) press("up");
      isHeld = false;
    },
  };
}
