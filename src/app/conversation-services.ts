import { existsSync } from "node:fs";
import { join } from "node:path";
import type {
  ConversationServices,
  LazyConversationServices,
} from "../agent/conversation/context.ts";
import { splitQueueFile } from "../digest/split/split-queue.ts";
import type { OpenVault } from "./vault/open-vault.ts";

/** Most commands hold no conversation: its packages and its database are loaded by the first that does. */
export function lazyConversationServices(parts: OpenVault): LazyConversationServices {
  let opened: Promise<ConversationServices> | undefined;
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
      opened ??= import("./open-conversation-services.ts")
        .then(({ openConversationServices }) => openConversationServices(parts, background))
        .catch((error: unknown) => {
          opened = undefined; // What stood in the way may be gone the next time.
          throw error;
        });
      return opened;
    },
    async close(timeoutMs) {
      const services = await opened?.catch(() => undefined); // The caller that opened it has the error.
      const timer = setTimeout(() => services?.hurry(), timeoutMs);
      while (running.size > 0) await Promise.all(running);
      clearTimeout(timer);
      await services?.close();
    },
  };
}
