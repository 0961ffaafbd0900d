import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { errnoOf, LociError, messageOf } from "../../errors.ts";
import { startProgram } from "../../models/programs/start-program.ts";
import { programOutput } from "../audio/program-output.ts";
import type { Button, ButtonListener, Press } from "../voice-ports.ts";

export interface GpioButtonOptions {
  /** Such as `gpiochip0`. */
  readonly chip: string;
  /** The line that the button connects to ground. */
  readonly line: number;
  /** `gpiomon` of libgpiod, 1.6 or 2. */
  readonly program?: string;
  /** Pause before a restart (ms). */
  readonly pauseMs?: number;
}

/** gpiomon that has run this long has got its line (ms). */
const settledMs = 500;

/** Creates a push-to-talk button on a GPIO line. */
export function createGpioButton(options: GpioButtonOptions): Button {
  return {
    async run(on, signal) {
      let isReported = false;
      while (!signal.aborted) {
        const settled = setTimeout(() => {
          if (isReported) on.trouble(undefined);
          isReported = false;
        }, settledMs);
        const error = await watchLine(options, on, signal);
        clearTimeout(settled);
        if (signal.aborted) return;
        if (!isReported) on.trouble(error);
        isReported = true;
        await sleep(options.pauseMs ?? 5_000, undefined, { signal, ref: false }).catch(() => {}); // Called off.
      }
    },
  };
}

/** Watches the line, and returns why that ended. */
async function watchLine(
  { chip, line, program = "gpiomon" }: GpioButtonOptions,
  on: ButtonListener,
  signal: AbortSignal,
): Promise<LociError> {
  const { text, cause } = await programOutput({ program, args: ["--version"] });
  if (cause !== undefined) return noProgram(program, cause);
  const isFirst = !/v(?:[2-9]|\d\d)\./.test(text);
  const place = isFirst ? ["--line-buffered", chip] : [`--chip=${chip}`];
  const child = startProgram({ program, args: ["--bias=pull-up", ...place, String(line)] });
  const stop = (): void => void child.stop(500);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const presses = createButtonPresses(on.press);
  createInterface({ input: child.stdout }).on("line", (text) => {
    // The pull-up keeps the line high; pressing connects it to ground.
    if (/\bfalling\b/i.test(text)) presses.edge(true);
    else if (/\brising\b/i.test(text)) presses.edge(false);
  });
  const { lines } = await child.exited;
  signal.removeEventListener("abort", stop);
  presses.close();
  return new LociError(
    "AUDIO_FAILED",
    `Cannot watch the button on line ${line} of ${chip}: ${lines.at(-1) ?? "gpiomon ended"}; "gpioinfo" lists the lines, and this user needs the right to use them (group gpio)`,
    { data: { chip, line } },
  );
}

function noProgram(program: string, cause: Error): LociError {
  const state =
    errnoOf(cause) === "ENOENT"
      ? `the program "${program}" is not installed; run "sudo apt install gpiod"`
      : messageOf(cause);
  const data = { program, package: "gpiod" };
  return new LociError("AUDIO_FAILED", `Cannot watch the button: ${state}`, { cause, data });
}

/** How long a state of the contact must last to count (ms). */
const restMs = 20;
/** Longest tap (ms); a longer press is push-to-talk. */
const longestTap = 250;

/** Takes each state of the contact, also repeatedly. */
interface ButtonPresses {
  edge(isDown: boolean): void;
  close(): void;
}

/** Turns the edges of a contact that bounces into presses: a tap, or down and up for a long press. */
export function createButtonPresses(press: (press: Press) => void): ButtonPresses {
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
    edge(isDown) {
      clearTimeout(resting);
      resting = setTimeout(settle, restMs, isDown);
    },
    close() {
      clearTimeout(resting);
      clearTimeout(holding);
      if (isHeld) press("up");
      isHeld = false;
    },
  };
}
