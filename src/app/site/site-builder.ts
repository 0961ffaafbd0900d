import { type ChildProcess, spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { type ErrorCode, LociError, messageOf } from "../../errors.ts";

/** Builds a site in a process of its own, which stays a while for the next build. One build at a time. */
export interface SiteBuilder {
  /**
   * Builds once, and resolves with a sentence on what was left out, or "". `onChange` is called when the pages show something
   * else: the search index may still be in the making. Rejects with LociError where the build failed.
   */
  build(onChange: () => void): Promise<string>;
  /** Calls the build off that runs; resolves when no process is left. */
  close(): Promise<void>;
}

/** What a process prints in one answer is at most so long; one that prints more is ended. */
const maxBytes = 4_000_000;
/** A build that was called off ends between two pages (ms). */
const timeoutMs = 2_000;
/** One edit is often followed by another: so long a process waits for the next build (ms). */
const keptMs = 60_000;

/**
 * The command's process builds when it starts and after each line that it reads. It prints a line of JSON when the pages
 * are written (`{"shown":3}`, the files so far) and one when the build is done, or ends with its failure on standard error, as the command
 * line does. It may end after any build, and does when standard input closes, as it does at the end of this process. One
 * that was kept and dies without an answer is replaced by another.
 */
export function createSiteBuilder(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  waitMs = keptMs,
): SiteBuilder {
  let running: BuildProcess | undefined;
  let rest: NodeJS.Timeout | undefined;
  let isClosed = false;
  const start = (): BuildProcess => {
    const own = startProcess(command, env);
    void own.ended.then(() => {
      if (running === own) running = undefined;
    });
    return own;
  };
  return {
    async build(onChange) {
      clearTimeout(rest);
      const kept = running;
      running ??= start();
      try {
        return await running.build(onChange, kept !== undefined);
      } catch (error) {
        if (kept === undefined || isClosed || saysWhy(error)) throw error;
        running = start();
        return await running.build(onChange, false);
      } finally {
        const own = running;
        if (!isClosed) rest = setTimeout(() => own?.leave(), waitMs).unref();
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(rest);
      await running?.stop();
    },
  };
}

interface BuildProcess {
  /** `isNext`: it has built before, and waits. */
  build(onChange: () => void, isNext: boolean): Promise<string>;
  /** Resolves when it is gone. */
  readonly ended: Promise<void>;
  /** Ends one that waits. */
  leave(): void;
  /** Ends it whatever it does. */
  stop(): Promise<void>;
}

function startProcess([program = "", ...words]: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(program, words, { env, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
  child.stdin.on("error", () => {}); // It ends without reading.
  yieldTo(child);
  const complaint = gather(child.stderr);
  let take: ((answer: Answer) => void) | undefined;
  onLines(child.stdout, {
    take(line) {
      const answer = toAnswer(line);
      if (answer !== undefined) take?.(answer);
    },
    onTooLong: () => child.kill("SIGKILL"),
  });
  const failed = new Promise<LociError>((resolve) => {
    child.once("error", (cause) =>
      resolve(
        new LociError("WRITE_FAILED", `Cannot build the site: ${messageOf(cause)}`, { cause }),
      ),
    );
    child.once("close", () => resolve(toFailure(complaint())));
  });
  const own: BuildProcess = {
    ended: failed.then(() => {}),
    build: (onChange, isNext) =>
      new Promise((resolve, reject) => {
        let shown = 0;
        take = ({ written, removed, leftOut, isDone }) => {
          if (written > shown || removed > 0) onChange();
          shown = written;
          if (isDone) resolve(leftOut);
        };
        void failed.then((failure) => {
          // Ctrl-C reaches all processes of a terminal, and this one first.
          if (failure.data.reason === "stopped") resolve("");
          reject(failure);
        });
        if (isNext) child.stdin.write("\n");
      }),
    leave: () => void child.stdin.end(),
    async stop() {
      child.kill("SIGTERM");
      const overdue = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
      await failed;
      clearTimeout(overdue);
    },
  };
  return own;
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

interface LineTaker {
  readonly take: (line: string) => void;
  readonly onTooLong: () => void;
}

function onLines(stream: NodeJS.ReadableStream, { take, onTooLong }: LineTaker): void {
  let text = "";
  stream.setEncoding("utf8").on("data", (part: string) => {
    const lines = (text + part).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) take(line);
    if (text.length < maxBytes) return;
    text = "";
    onTooLong();
  });
}

interface Answer {
  /** Files that this build wrote so far, and removed. */
  readonly written: number;
  readonly removed: number;
  readonly leftOut: string;
  readonly isDone: boolean;
}

function toAnswer(line: string): Answer | undefined {
  const report: unknown = parse(line);
  if (typeof report !== "object" || report === null) return undefined;
  const { shown, ...given } = { shown: 0, ...report };
  const { written, removed, leftOut } = { written: shown, removed: 0, leftOut: "", ...given };
  return {
    ...{ written: Number(written), removed: Number(removed), leftOut: String(leftOut) },
    isDone: !("shown" in report),
  };
}

/** The last line that it complained with; anything else it said is about Node. */
function toFailure(complaint: string): LociError {
  const last = complaint.trim().split("\n").at(-1) ?? "";
  const failure: unknown = Object(parse(last)).error;
  const { code, message, data } = { code: "", message: last, data: {}, ...Object(failure) };
  const known: ErrorCode = code === "BUSY" ? "BUSY" : "WRITE_FAILED";
  const sentence = String(message) || "Cannot build the site: its process was killed";
  return new LociError(known, sentence, { data: { ...Object(data), isSaid: code !== "" } });
}

/** Whether the process itself told what was wrong, and another would too. */
const saysWhy = (error: unknown): boolean =>
  error instanceof LociError && error.data.isSaid === true;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
