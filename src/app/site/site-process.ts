import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import type { Answers } from "../../../site/server.ts";
import type { SiteOptions } from "../../../site/vault/site-options.ts";
import { LociError, messageOf } from "../../errors.ts";

/** The site of a vault, rendered by a process of its own: what that needs of memory goes with it. */
export type SiteProcess = ReturnType<typeof openSiteProcess>;

/** One of its answers by name, with the arguments. */
interface Question {
  readonly name: keyof Answers;
  readonly words: readonly unknown[];
}

/** The process ended before it came to this question. */
class NotReached extends Error {}

/** Ends without a question for so long (ms). */
const idleMs = 60_000;

/**
 * Starts the process when it is first asked, and anew once its options have changed. Ends one that takes longer than
 * `maxMs` for anything but an export: a board may need most of a minute for the first page of 5,000 topics. What waits
 * behind that is asked again. Rejects with LociError UNREADABLE, or as `options` does.
 */
export function openSiteProcess(options: () => Promise<SiteOptions>, maxMs = 120_000) {
  let running: ReturnType<typeof start> | undefined;
  let startedWith = "";
  let asked = 0;
  let resting: NodeJS.Timeout | undefined;
  const close = async (failing?: number): Promise<void> => {
    const ending = running;
    running = undefined;
    await ending?.then(({ end }) => end(failing)).catch(() => {}); // It never started.
  };
  const answer = async (question: Question): Promise<unknown> => {
    clearTimeout(resting);
    asked++;
    let own: typeof running;
    let limit: NodeJS.Timeout | undefined;
    try {
      const wanted = JSON.stringify(await options());
      if (wanted !== startedWith) await close(0);
      startedWith = wanted;
      running ??= start(wanted);
      own = running;
      const { ask, end } = await own;
      const stop = () => void end(1, tooSlow(question, maxMs));
      if (question.name !== "export") limit = setTimeout(stop, maxMs);
      return await ask(question);
    } catch (error) {
      if (running === own) await close(0);
      if (error instanceof NotReached) return await answer(question);
      throw error;
    } finally {
      clearTimeout(limit);
      if (--asked === 0) resting = setTimeout(() => void close(), idleMs).unref();
    }
  };
  const answers =
    <Name extends keyof Answers>(name: Name) =>
    (...words: Parameters<Answers[Name]>) =>
      answer({ name, words }) as Promise<Awaited<ReturnType<Answers[Name]>>>;
  return {
    page: answers("page"),
    html: answers("html"),
    addressOf: answers("addressOf"),
    export: answers("export"),
    /** Something in the vault changed: the next page reads it again. */
    refresh: (): void =>
      void running?.then(({ ask }) => ask({ name: "refresh", words: [] })).catch(() => {}),
    /** Resolves when no process is left. */
    close: () => close(),
  };
}

async function start(options: string) {
  const { PATH, TMPDIR, TZ } = process.env;
  const child = fork(await findBundle(), ["answer"], {
    env: { PATH, TMPDIR, TZ, NODE_ENV: "production", LOCI_SITE: options },
    // Below 16 MB an export of 5,000 topics spends a third of its time on collecting; above, its memory grows.
    execArgv: ["--max-semi-space-size=16"],
    serialization: "advanced",
    // Its complaints reach nobody: what failed is answered.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  yieldTo(child);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let why: string | undefined;
  let toFail = 1;
  const ended = once(child, "exit")
    .catch(() => {}) // It never started.
    .then(() => {
      for (const [i, { reject }] of [...waiting.values()].entries())
        reject(i < toFail ? failure(why ?? "its process has ended") : new NotReached());
    });
  child.on("message", ([id, result, said]: [number, unknown, string?]) => {
    if (said === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(failure(said));
    waiting.delete(id);
  });
  let count = 0;
  return {
    ask({ name, words }: Question): Promise<unknown> {
      const id = count++;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(id, answer);
      child.send([id, name, words], (error) => error && answer.reject(failure(messageOf(error))));
      return answer.promise;
    },
    /** Of what waits, the first `failing` fail, with the reason. */
    async end(failing = Number.POSITIVE_INFINITY, reason?: string): Promise<void> {
      toFail = failing;
      why ??= reason;
      child.kill();
      await ended;
    },
  };
}

const tooSlow = ({ name, words: [path] }: Question, maxMs: number): string =>
  `Cannot render the ${name === "page" ? `page "${path}"` : "text"}: it takes longer than ${maxMs / 1_000} s; shorten or split its note`;

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
