import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { childEnv } from "../../models/programs/child-env.ts";
import { isSettled } from "../waiting/settle-within.ts";

export interface AudioProgramOptions {
  readonly program: string;
  readonly args: readonly string[];
  /** Left out: that of this process. Keys are never handed on. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Each line that it writes to stderr but the reports of sound that was lost. */
  readonly onLine?: (line: string) => void;
}

/** How a program ended. */
export interface AudioExit {
  /** Null where a signal ended it, or it never started. */
  readonly code: number | null;
  /** The last lines it wrote to stderr, without the reports of sound that was lost. */
  readonly lines: readonly string[];
  /** Why it could not be started. */
  readonly cause?: Error;
}

/** A program that reads or writes sound. */
export interface AudioProgram {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Never rejects. */
  readonly exited: Promise<AudioExit>;
  /** How often it reported lost sound (`overrun!!!`, `underrun!!!`). */
  xruns(): number;
  /**
   * Lets go of it: SIGTERM, and SIGKILL where that does not end it; resolves when it is gone, or will not go at all.
   * Also for one that has ended.
   */
  stop(graceMs: number): Promise<void>;
}

/**
 * Starts a program of alsa-utils. Keeps little of what it complains about: a bad cable can complain for ever. Throws
 * where the system has no memory or no pipes left; a program that is not there is an `AudioExit`.
 */
export function startAudioProgram(options: AudioProgramOptions): AudioProgram {
  // Messages are told apart by their words, so they must come in English.
  const env = { ...childEnv(options.env), LC_ALL: "C" };
  const child: ChildProcess = spawn(options.program, options.args, { env });
  const exit = whenExited(child);
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error("too many open files");
  const complaints = readComplaints(stderr, options.onLine);
  // Whoever is gone reads no more: that is told by `exited`.
  stdin.on("error", ignore);
  stdout.on("error", ignore);
  const exited = exit.then((end) => ({ ...end, lines: complaints.lines() }));
  return {
    stdin,
    stdout,
    exited,
    xruns: complaints.xruns,
    stop: async (graceMs) => {
      child.kill("SIGTERM");
      if (!(await isSettled(exited, graceMs))) {
        child.kill("SIGKILL");
        // A driver that hangs keeps its process in the kernel, whatever is sent to it.
        await isSettled(exited, 1_000);
      }
      for (const pipe of [stdin, stdout, stderr]) pipe.destroy();
      child.unref();
    },
  };
}

/** Bytes of a line, and lines, that are kept. */
const longestLine = 400;
const mostLines = 20;

function readComplaints(
  stderr: Readable,
  onLine: ((line: string) => void) | undefined,
): { readonly lines: () => readonly string[]; readonly xruns: () => number } {
  let lines: string[] = [];
  let begun = "";
  let count = 0;
  const take = (line: string) => {
    if (/\b(?:over|under)run!!!/.test(line)) {
      count++;
      return;
    }
    lines = [...lines, line].slice(-mostLines);
    onLine?.(line);
  };
  stderr.setEncoding("utf8");
  stderr.on("error", ignore);
  stderr.on("data", (text: string) => {
    const parts = (begun + text).split(/\r?\n/);
    begun = (parts.pop() ?? "").slice(0, longestLine);
    for (const part of parts) if (part.trim() !== "") take(part.trim().slice(0, longestLine));
  });
  const all = () => (begun.trim() === "" ? lines : [...lines, begun.trim()].slice(-mostLines));
  return { lines: all, xruns: () => count };
}

/** Its end, once its last words are read; something it started may keep that pipe open for ever. */
async function whenExited(child: ChildProcess): Promise<Omit<AudioExit, "lines">> {
  const said = new Promise<void>((resolve) => child.stderr?.once("close", () => resolve()));
  const exit = await new Promise<Omit<AudioExit, "lines">>((resolve) => {
    child.once("exit", (code) => resolve({ code }));
    child.on("error", (cause) => {
      // A signal that could not be sent is an error too, of a child that runs.
      if (child.pid === undefined) resolve({ code: null, cause });
    });
  });
  await isSettled(said, 300);
  return exit;
}

function ignore(): void {
  // The end of the program says what there is to say.
}
