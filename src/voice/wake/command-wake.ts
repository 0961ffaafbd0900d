import type { Readable, Writable } from "node:stream";
import { errnoOf, LociError } from "../../errors.ts";
import { type ProgramExit, startProgram } from "../../models/programs/start-program.ts";
import { speechRate } from "../../models/transcribe.ts";
import type { WakeWord } from "../audio-ports.ts";
import { keepListening, usualWakeTimes, type WakeProgress, type WakeTimes } from "./wake-loop.ts";

export interface CommandWakeOptions {
  /** The program and its arguments; no shell reads them. */
  readonly command: readonly string[];
  readonly times?: WakeTimes;
}

/**
 * Creates a wake word detector from the user's own program, which reads 16-bit samples at 16 kHz and prints a line per
 * detection. It is restarted whenever it ends.
 */
export function createCommandWake(options: CommandWakeOptions): WakeWord {
  const { times = usualWakeTimes } = options;
  const [program = "", ...args] = options.command;
  const over = new AbortController();
  let stdin: Writable | undefined;
  return {
    id: program,
    push(pcm) {
      // A program that can't keep up misses sound.
      if (stdin === undefined || stdin.writableLength > maxBytes) return;
      stdin.write(Buffer.from(new Uint8Array(pcm.slice().buffer)));
    },
    start(on) {
      const listen = async (progress: WakeProgress, signal: AbortSignal): Promise<never> => {
        const child = startProgram({ program, args });
        const stop = (): void => {
          child.stop(500).catch(() => undefined); // `finally` below stops it again.
        };
        signal.addEventListener("abort", stop, { once: true });
        stdin = child.stdin;
        progress.started();
        onLines(child.stdout, () => {
          progress.hears();
          if (!signal.aborted) on.wake();
        });
        try {
          throw toFailure(program, await child.exited);
        } finally {
          stdin = undefined;
          signal.removeEventListener("abort", stop);
          await child.stop(0);
        }
      };
      keepListening(listen, on, times, over.signal).catch(() => undefined); // It never rejects.
    },
    close: () => over.abort(),
  };
}

/** Most sound that waits for the program: one second. */
const maxBytes = speechRate * 2;

/** Notifies of non-empty lines; lines that arrive together count once. Reads at most every 200 ms, in case of a flood. */
function onLines(stdout: Readable, notify: () => void): void {
  let begun = false;
  stdout.setEncoding("utf8");
  stdout.on("data", (text: string) => {
    const lines = text.split("\n");
    const last = lines.pop() ?? "";
    const isWhole = lines.some((line, at) => line.trim() !== "" || (at === 0 && begun));
    begun = last.trim() !== "" || (begun && lines.length === 0);
    if (!isWhole) return;
    stdout.pause();
    setTimeout(() => stdout.resume(), 200).unref();
    notify();
  });
}

function toFailure(program: string, { code, cause, lines }: ProgramExit): LociError {
  const said = lines.at(-1);
  const ended = `it ended with ${code ?? "a signal"}${said === undefined ? "" : ` (${said})`}`;
  const isMissing = errnoOf(cause) === "ENOENT";
  const state = isMissing ? "there is no such program" : ended;
  const sentence = `Cannot hear the wake word with "${program}": ${state}; correct voice.wake.command`;
  return new LociError("AUDIO_FAILED", sentence, {
    data: { reason: isMissing ? "missing" : "ended", program },
    cause,
  });
}
