import { existsSync } from "node:fs";
import { join } from "node:path";
import type { LazyTalk, Talk } from "../conversation/context.ts";
import { splitQueueFile } from "../digest/split/split-queue.ts";
import type { Parts } from "./parts.ts";

/** Most commands hold no conversation: its packages and its database are loaded by the first that does. */
export function lazyTalk(parts: Parts): LazyTalk {
  let opened: Promise<Talk> | undefined;
  const running = new Set<Promise<void>>();
  const background = (work: Promise<void>): void => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };
  return {
    isThere: () =>
      opened !== undefined ||
      existsSync(join(parts.lociDir, "sessions.db")) ||
      existsSync(splitQueueFile(parts.lociDir)),
    open() {
      opened ??= import("./open-talk.ts")
        .then(({ openTalk }) => openTalk(parts, background))
        .catch((error: unknown) => {
          opened = undefined; // What stood in the way may be gone the next time.
          throw error;
        });
      return opened;
    },
    async close(timeoutMs) {
      const talk = await opened?.catch(() => undefined); // The caller that opened it has the error.
      const timer = setTimeout(() => talk?.hurry(), timeoutMs);
      while (running.size > 0) await Promise.all(running);
      clearTimeout(timer);
      talk?.close();
    },
  };
}
