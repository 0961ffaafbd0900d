import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import type { Page, Question, SiteReport } from "../../../site/server.ts";
import type { NoteHistory } from "../../../site/vault/note-history.ts";
import type { SiteOptions } from "../../../site/vault/site-options.ts";
import { LociError, messageOf } from "../../errors.ts";

/** The site of a vault, rendered by a process of its own: what that needs of memory goes with it. */
export interface SiteProcess {
  /** `history`: of the note whose history is asked for. */
  page(path: string, history?: NoteHistory): Promise<Page>;
  /** Safe HTML of Markdown that stands in no file. */
  html(texts: readonly string[], options: { readonly hasLinks: boolean }): Promise<string[]>;
  /** Where the page of a file of the vault lies. */
  addressOf(file: string): Promise<string | undefined>;
  export(out: string): Promise<SiteReport>;
  /** Something in the vault changed: the next page reads it again. */
  refresh(): void;
  /** Resolves when no process is left. */
  close(): Promise<void>;
}

/** Ends without a question for so long (ms). */
const idleMs = 60_000;

/**
 * Starts the process when it is first asked, with the options of that moment, and ends one that takes longer than
 * `maxMs` for anything but an export: a board may need most of a minute for the first page of 5,000 topics. Rejects
 * with LociError UNREADABLE.
 */
export function openSiteProcess(options: () => Promise<SiteOptions>, maxMs = 120_000): SiteProcess {
  let running: Promise<Running> | undefined;
  let resting: NodeJS.Timeout | undefined;
  const close = async (reason?: string): Promise<void> => {
    clearTimeout(resting);
    const ending = running;
    running = undefined;
    await ending?.then((child) => child.end(reason)).catch(() => {}); // It never started.
  };
  const ask = async <Answer>(question: Question): Promise<Answer> => {
    clearTimeout(resting);
    running ??= options().then(start);
    const own = running;
    let limit: NodeJS.Timeout | undefined;
    try {
      const child = await own;
      if (question.type !== "export")
        limit = setTimeout(() => void child.end(tooSlow(question, maxMs)), maxMs);
      return (await child.ask(question)) as Answer; // Its own code answers.
    } catch (error) {
      if (running === own) await close();
      throw error;
    } finally {
      clearTimeout(limit);
      resting = setTimeout(() => void close(), idleMs).unref();
    }
  };
  return {
    page: (path, history) => ask({ type: "page", path, history }),
    html: (texts, { hasLinks }) => ask({ type: "html", texts, hasLinks }),
    addressOf: (file) => ask({ type: "address", file }),
    export: (out) => ask({ type: "export", out }),
    refresh: () => void running?.then((own) => own.ask({ type: "refresh" })).catch(() => {}),
    close: () => close(),
  };
}

type Running = Awaited<ReturnType<typeof start>>;

async function start(options: SiteOptions) {
  const { PATH, TMPDIR, TZ } = process.env;
  const child = fork(await findBundle(), ["answer"], {
    env: { PATH, TMPDIR, TZ, NODE_ENV: "production", LOCI_SITE: JSON.stringify(options) },
    // Below 16 MB an export of 5,000 topics spends a third of its time on collecting; above, its memory grows. Of what is
    // old V8 would let three times as much pile up as is in use, 970 MB altogether: so it is 620 MB, for no more time.
    execArgv: ["--max-semi-space-size=16", "--heap-growing-percent=70"],
    serialization: "advanced",
    // Its complaints reach nobody: what failed is answered.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  yieldTo(child);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let why = "its process has ended";
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => resolve()).once("exit", () => resolve());
  }).then(() => {
    for (const { reject } of waiting.values()) reject(failure(why));
  });
  child.on("message", ({ id, result, failure: said }: Answered) => {
    if (said === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(failure(said));
    waiting.delete(id);
  });
  let count = 0;
  return {
    ask(question: Question): Promise<unknown> {
      const id = count++;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(id, answer);
      child.send({ id, question }, (error) => error && answer.reject(failure(messageOf(error))));
      return answer.promise;
    },
    /** What waits for an answer fails, with the reason. */
    async end(reason = why): Promise<void> {
      why = reason;
      child.kill();
      await ended;
    },
  };
}

interface Answered {
  readonly id: number;
  readonly result?: unknown;
  readonly failure?: string;
}

const tooSlow = (question: Question, maxMs: number): string => {
  const what = question.type === "page" ? `page "${question.path}"` : "text";
  return `Cannot render the ${what}: it takes longer than ${maxMs / 1_000} s; shorten or split its note`;
};

const failure = (state: string): LociError =>
  new LociError(
    "UNREADABLE",
    state.startsWith("Cannot ") ? state : `Cannot render the site: ${state}`,
  );

/** A release brings the bundle; a checkout makes it once. */
async function findBundle(): Promise<string> {
  if (!import.meta.url.endsWith(".ts")) {
    return fileURLToPath(new URL("../site/server/entry.mjs", import.meta.url));
  }
  const { buildOnce } = await import("../../../site/bundle.ts");
  return fileURLToPath(await buildOnce());
}

/** Conversations come first. */
function yieldTo({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not let us: then it runs as any other.
  }
}
