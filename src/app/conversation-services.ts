import { existsSync } from "node:fs";
import { join } from "node:path";
import type {
  ConversationServices,
  LazyConversationServices,
} from "../agent/conversation/context.ts";
import type { OpenVault } from "./vault/open-vault.ts";

/** Most commands hold no conversation: its packages and its database are loaded by the first that does. */
export function lazyConversationServices(parts: OpenVault): LazyConversationServices {
  let opened: Promise<ConversationServices> | undefined;
  const running = new Set<Promise<void>>();
  const background = (work: Promise<void>): void => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };
  const services: LazyConversationServices = {
    isThere: () => opened !== undefined || existsSync(join(parts.lociDir, "sessions.db")),
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
      const working = await opened?.catch(() => undefined); // The caller that opened it has the error.
      const timer = setTimeout(() => working?.hurry(), timeoutMs);
      while (running.size > 0) await Promise.all(running);
      clearTimeout(timer);
      await working?.close();
    },
    async queueSplits(saved) {
      const files = saved.flatMap(({ status, file }) => (status === "saved" ? file : []));
      if (files.length === 0) return;
      const { queueLongTopics } = await import("../digest/split/split-topics.ts");
      await queueLongTopics(parts, files, async () => (await services.open()).db.digestions);
    },
  };
  return services;
}
