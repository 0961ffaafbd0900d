import { type ChildProcess, spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { type ErrorCode, LociError, messageOf } from "../errors.ts";

/** A build in a process of its own. */
export interface BuildRun {
  /** How many files it wrote and removed, and its sentence on what it left out. Rejects with LociError where it failed. */
  readonly done: Promise<BuiltSite>;
  /** Calls it off; resolves when the process is gone. */
  stop(): Promise<void>;
}

export interface BuiltSite {
  readonly changes: number;
  readonly leftOut: string;
}

/** A report names at most so many bytes; what is longer is none. */
const maxBytes = 4_000_000;
/** A build that was called off ends between two pages (ms). */
const timeoutMs = 2_000;

/**
 * Starts the command, which prints the report of its build as JSON, or its failure as the command line does. Its standard
 * input stays open as long as this process lives: it ends with it.
 */
export function runBuild(
  [program = "", ...words]: readonly string[],
  env: NodeJS.ProcessEnv,
): BuildRun {
  const child = spawn(program, words, { env, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
  child.stdin.on("error", () => {}); // It ends without reading.
  yieldTo(child);
  const answer = gather(child.stdout);
  const complaint = gather(child.stderr);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", (cause) =>
      reject(
        new LociError("WRITE_FAILED", `Cannot build the site: ${messageOf(cause)}`, { cause }),
      ),
    );
    child.once("close", resolve);
  });
  const done = ended.then((code) => {
    if (code === 0) return toBuilt(answer());
    const failure = toFailure(complaint());
    // Ctrl-C reaches all processes of a terminal, and this one first.
    if (failure.data.reason === "stopped") return { changes: 0, leftOut: "" };
    throw failure;
  });
  done.catch(() => {}); // It may have no awaiter left.
  return {
    done,
    async stop() {
      child.kill("SIGTERM");
      const overdue = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
      await done.catch(() => {});
      clearTimeout(overdue);
    },
  };
}

/** Conversations come first. */
function yieldTo({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not let us: then it runs as any other.
  }
}

function gather(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (part: string) => {
    if (text.length < maxBytes) text += part;
  });
  return () => text;
}

function toBuilt(answer: string): BuiltSite {
  const report: unknown = parse(answer);
  if (typeof report !== "object" || report === null) return { changes: 1, leftOut: "" };
  const { written, removed, leftOut } = { written: 0, removed: 0, leftOut: "", ...report };
  return { changes: Number(written) + Number(removed), leftOut: String(leftOut) };
}

/** The last line that it complained with; anything else it said is about Node. */
function toFailure(complaint: string): LociError {
  const last = complaint.trim().split("\n").at(-1) ?? "";
  const failure: unknown = Object(parse(last)).error;
  const { code, message, data } = { code: "", message: last, data: {}, ...Object(failure) };
  const known: ErrorCode = code === "BUSY" ? "BUSY" : "WRITE_FAILED";
  const sentence = String(message) || "Cannot build the site: its process was killed";
  return new LociError(known, sentence, { data: Object(data) });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
