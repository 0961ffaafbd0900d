import { fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import type { Answers } from "../../../site/server.ts";
import type { SiteOptions } from "../../../site/vault/site-options.ts";
import { LociError } from "../../errors.ts";

/** The site of a vault, rendered by a process of its own: what that needs of memory goes with it. */
export type SiteProcess = ReturnType<typeof openSiteProcess>;

/** Ends without a question for so long (ms). */
const idleMs = 60_000;

/**
 * Starts the process when it is first asked. Ends one that takes longer than `maxMs` for anything but an export: a
 * board may need most of a minute for the first page of 5,000 topics. What else waited for a process that ended is
 * asked once more. Rejects with LociError UNREADABLE, or as `options` throws.
 */
export function openSiteProcess(options: () => SiteOptions, maxMs = 120_000) {
  let running: ReturnType<typeof start> | undefined;
  let isClosed = false;
  let asked = 0;
  let resting: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    const ending = running;
    running = undefined;
    await ending?.then((child) => child.end()).catch(() => {}); // It never started.
  };
  const attempt = async (name: keyof Answers, words: readonly unknown[]): Promise<unknown> => {
    running ??= start(options());
    const own = running;
    try {
      return await (await own).ask(name, words, name === "export" ? undefined : maxMs);
    } catch (error) {
      if (running === own) await end();
      throw error;
    }
  };
  const answers =
    <Name extends keyof Answers>(name: Name) =>
    async (...words: Parameters<Answers[Name]>): Promise<Awaited<ReturnType<Answers[Name]>>> => {
      clearTimeout(resting);
      asked++;
      try {
        const answer = await attempt(name, words).catch((error) => {
          if (error !== ended || isClosed) throw error;
          return attempt(name, words);
        });
        return answer as Awaited<ReturnType<Answers[Name]>>; // As the bundle answers.
      } finally {
        if (--asked === 0) resting = setTimeout(() => void end(), idleMs).unref();
      }
    };
  return {
    page: answers("page"),
    html: answers("html"),
    addressOf: answers("addressOf"),
    export: answers("export"),
    /** Something in the vault changed: the next page reads it again. */
    refresh: (): void => void running?.then(({ ask }) => ask("refresh", [])).catch(() => {}),
    /** Resolves when no process is left; what waits fails. */
    close: (): Promise<void> => {
      isClosed = true;
      return end();
    },
  };
}

async function start(options: SiteOptions) {
  const { PATH, TMPDIR, TZ } = process.env;
  const child = fork(await findBundle(), ["answer"], {
    env: { PATH, TMPDIR, TZ, NODE_ENV: "production", LOCI_SITE: JSON.stringify(options) },
    // Below 16 MB an export of 5,000 topics spends a third of its time on collecting; above, its memory grows.
    execArgv: ["--max-semi-space-size=16"],
    serialization: "advanced",
    // Its complaints reach nobody: what failed is answered.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {} // It has ended already, or the system does not let us: then it runs as any other.
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const atEnd = (): void => {
    for (const { reject } of waiting.values()) reject(ended);
  };
  child.once("exit", atEnd).once("error", atEnd);
  child.on("message", ([id, result, said]: [number, unknown, string?]) => {
    if (said === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(failure(said));
    waiting.delete(id);
  });
  let count = 0;
  return {
    async ask(name: keyof Answers, words: readonly unknown[], maxMs?: number): Promise<unknown> {
      const id = count++;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(id, answer);
      child.send([id, name, words], (error) => error && answer.reject(ended));
      const stop = (): void => {
        const what = name === "page" ? `page "${words[0]}"` : "text";
        const state = `it takes longer than ${Number(maxMs) / 1_000} s; shorten or split its note`;
        answer.reject(failure(`Cannot render the ${what}: ${state}`));
        child.kill();
      };
      const limit = maxMs === undefined ? undefined : setTimeout(stop, maxMs);
      return answer.promise.finally(() => clearTimeout(limit));
    },
    async end(): Promise<void> {
      if (child.kill()) await once(child, "exit");
    },
  };
}

const failure = (state: string): LociError =>
  new LociError(
    "UNREADABLE",
    state.startsWith("Cannot ") ? state : `Cannot render the site: ${state}`,
  );

/** What waited for a process that has ended fails with this. */
const ended = failure("its process has ended");

/** A release brings the bundle; a checkout makes it once. */
async function findBundle(): Promise<string> {
  if (!import.meta.url.endsWith(".ts")) {
    return fileURLToPath(new URL("../site/server/entry.mjs", import.meta.url));
  }
  const { buildOnce } = await import("../../../site/bundle.ts");
  return fileURLToPath(await buildOnce());
}
