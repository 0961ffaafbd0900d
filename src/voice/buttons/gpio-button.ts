import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { errnoOf, LociError, messageOf } from "../../errors.ts";
import { settlesWithin, startProgram } from "../../models/programs/start-program.ts";
import type { Press } from "../orchestrator.ts";

export interface GpioButtonOptions {
  /** Such as `gpiochip0`. */
  readonly chip: string;
  /** The line that the button connects to ground. */
  readonly line: number;
  /** A monotonic clock (ms). */
  readonly elapsed: () => number;
  /** `gpiomon` of libgpiod, 1.6 or 2. */
  readonly program?: string;
  /** First pause before a restart (ms); it doubles up to a minute. */
  readonly pauseMs?: number;
}

export interface Button {
  /** Watches the button until aborted. Reports a failure once, and undefined once it works again. Never rejects. */
  run(on: ButtonListener, signal: AbortSignal): Promise<void>;
}

export interface ButtonListener {
  readonly press: (press: Press) => void;
  readonly trouble: (error: LociError | undefined) => void;
}

/** Creates a push-to-talk button on a GPIO line. */
export function createGpioButton(options: GpioButtonOptions): Button {
  const { elapsed, pauseMs = 1_000 } = options;
  return {
    async run(on, signal) {
      let pause = pauseMs;
      let isReported = false;
      while (!signal.aborted) {
        const startedAt = elapsed();
        const mended = (): void => {
          if (isReported) on.trouble(undefined);
          isReported = false;
        };
        const error = await watchLine(options, { ...on, mended }, signal);
        if (error === undefined || signal.aborted) return;
        if (!isReported) on.trouble(error);
        isReported = true;
        if (elapsed() - startedAt > longest) pause = pauseMs;
        await sleep(pause, undefined, { signal, ref: false }).catch(() => {}); // Called off.
        pause = Math.min(pause * 2, longest);
      }
    },
  };
}

const longest = 60_000;
/** gpiomon that has run this long has got its line (ms). */
const settledMs = 500;

/** Watches the line. Returns why it ended, or undefined after an abort. */
async function watchLine(
  { chip, line, program = "gpiomon" }: GpioButtonOptions,
  on: { readonly press: (press: Press) => void; readonly mended: () => void },
  signal: AbortSignal,
): Promise<LociError | undefined> {
  const major = await versionOf(program);
  if (major instanceof LociError) return major;
  if (signal.aborted) return undefined;
  const place =
    major >= 2
      ? ["--bias=pull-up", `--chip=${chip}`, String(line)]
      : ["--bias=pull-up", "--line-buffered", chip, String(line)];
  const child = startProgram({ program, args: place });
  const settled = setTimeout(on.mended, settledMs);
  const stop = (): void => void child.stop(500);
  signal.addEventListener("abort", stop, { once: true });
  const presses = createButtonPresses(on.press);
  createInterface({ input: child.stdout }).on("line", (text) => {
    // The pull-up keeps the line high; pressing connects it to ground.
    if (/\bfalling\b/i.test(text)) presses.edge(true);
    else if (/\brising\b/i.test(text)) presses.edge(false);
  });
  const { lines } = await child.exited;
  clearTimeout(settled);
  signal.removeEventListener("abort", stop);
  presses.close();
  return signal.aborted ? undefined : noButton(chip, line, lines.at(-1) ?? "");
}

/** Returns the major version of gpiomon: 1 or 2. */
async function versionOf(program: string): Promise<number | LociError> {
  const child = startProgram({ program, args: ["--version"] });
  let text = "";
  child.stdout.on("data", (bytes: Buffer) => {
    if (text.length < 1_000) text += bytes.toString();
  });
  const closed = new Promise<void>((resolve) => child.stdout.once("close", () => resolve()));
  await settlesWithin(Promise.all([child.exited, closed]), 5_000);
  await child.stop(500);
  const { cause } = await child.exited;
  if (cause === undefined) return Number(/v(\d+)\./.exec(text)?.[1] ?? 1);
  const state =
    errnoOf(cause) === "ENOENT"
      ? `the program "${program}" is not installed; run "sudo apt install gpiod"`
      : messageOf(cause);
  return new LociError("AUDIO_FAILED", `Cannot watch the button: ${state}`, {
    cause,
    data: { program, package: "gpiod" },
  });
}

function noButton(chip: string, line: number, said: string): LociError {
  const reason = said === "" ? "gpiomon ended" : said;
  return new LociError(
    "AUDIO_FAILED",
    `Cannot watch the button on line ${line} of ${chip}: ${reason}; "gpioinfo" lists the lines, and this user needs the right to use them (group gpio)`,
    { data: { chip, line } },
  );
}

/** How long a state of the contact must last to count (ms). */
const restMs = 20;
/** Longest tap (ms); a longer press is push-to-talk. */
const longestTap = 250;

export interface ButtonPresses {
  /** Reports the state of the contact, also repeatedly. */
  edge(isDown: boolean): void;
  close(): void;
}

/**
 * Turns the edges of a contact into presses: a tap, or down and up for a long press. Debounces: a state counts once it has
 * lasted `restMs`.
 */
export function createButtonPresses(press: (press: Press) => void): ButtonPresses {
  let wasDown = false;
  let isHeld = false;
  let resting: NodeJS.Timeout | undefined;
  let holding: NodeJS.Timeout | undefined;
  const hold = (): void => {
    holding = undefined;
    isHeld = true;
    press("down");
  };
  const settle = (isDown: boolean): void => {
    if (isDown === wasDown) return;
    wasDown = isDown;
    if (isDown) {
      holding = setTimeout(hold, longestTap);
      return;
    }
    clearTimeout(holding);
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
