import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { within } from "../../within.ts";

export interface ProgramOptions {
  readonly program: string;
  readonly args: readonly string[];
  /** Each line that it writes to stderr, except reports of lost sound. */
  readonly onLine?: ((line: string) => void) | undefined;
  /** Open files that it gets as descriptors 3, 4 and so on. */
  readonly files?: readonly number[] | undefined;
}

/** How a program ended. */
export interface ProgramExit {
  /** Null where a signal ended it, or it never started. */
  readonly code: number | null;
  /** The last lines it wrote to stderr, without the reports of sound that was lost. */
  readonly lines: readonly string[];
  /** Why it could not be started. */
  readonly cause?: Error;
}

/** A program of this device that runs as a child. */
export type Program = ReturnType<typeof startProgram>;

/** Starts a program. Throws where the system has no memory or no pipes left; one that is not there is a `ProgramExit`. */
export function startProgram({ program, args, ...options }: ProgramOptions) {
  const { files = [], onLine } = options;
  const open = Object.entries(process.env).filter(([name]) => !secret.test(name));
  const child: ChildProcess = spawn(program, args, {
    // Messages are recognised by their words, so they must come in English.
    env: { ...Object.fromEntries(open), LC_ALL: "C" },
    stdio: ["pipe", "pipe", "pipe", ...files],
  });
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error("too many open files");
  // EPIPE after its end: `exited` reports that it has ended.
  for (const pipe of [stdin, stdout, stderr]) pipe.on("error", () => undefined);
  const exited = whenExited(child, keepLastLines(stderr, onLine));
  return {
    stdin,
    stdout,
    /** Never rejects. */
    exited,
    /** SIGTERM, and SIGKILL where that does not end it; resolves when it is gone, or will not go at all. */
    async stop(graceMs: number): Promise<void> {
      child.kill("SIGTERM");
      if ((await within(graceMs, () => exited)).type === "late") {
        child.kill("SIGKILL");
        // A driver that hangs keeps its process in the kernel, whatever is sent to it.
        await within(1_000, () => exited);
      }
      for (const pipe of [stdin, stdout, stderr]) pipe.destroy();
      child.unref();
    },
  };
}

/** What a program that only reads or makes sound has no use for: keys, tokens and the way to systemd. */
const secret =
  /_(?:API_KEY|TOKEN|SECRET|PASSWORD)$|^LOCI_.*KEY|^OPENAI_|^AWS_|^NOTIFY_SOCKET$|^CREDENTIALS_DIRECTORY$/i;

/** A few, for a bad cable can complain for ever. */
function keepLastLines(stderr: Readable, onLine?: (line: string) => void): readonly string[] {
  const lines: string[] = [];
  createInterface({ input: stderr }).on("line", (text) => {
    const line = text.trim().slice(0, 400);
    if (line === "" || /\b(?:over|under)run!!!/.test(line)) return;
    lines.push(line);
    if (lines.length > 20) lines.shift();
    onLine?.(line);
  });
  return lines;
}

/** Its end, once its last words are read; something it started may keep that pipe open for ever. */
async function whenExited(child: ChildProcess, lines: readonly string[]): Promise<ProgramExit> {
  const said = new Promise((resolve) => child.stderr?.once("close", resolve));
  const exit = await new Promise<Omit<ProgramExit, "lines">>((resolve) => {
    child.once("exit", (code) => resolve({ code }));
    child.on("error", (cause) => {
      // A signal that could not be sent is an error too, of a child that runs.
      if (child.pid === undefined) resolve({ code: null, cause });
    });
  });
  await within(300, () => said);
  return { ...exit, lines };
}
