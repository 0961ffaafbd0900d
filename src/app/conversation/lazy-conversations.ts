import { existsSync } from "node:fs";
import { join } from "node:path";
import type { OpenVault } from "../vault/open-vault.ts";
import type { OpenConversations } from "./open-services.ts";

/** The conversations of an open vault, where none may be needed. */
export interface LazyConversations {
  /** There are sessions on disk, or a conversation under way. */
  isThere(): boolean;
  /** Loads their packages and their database with the first call. Rejects as `openConversations`. */
  open(): Promise<OpenConversations>;
  /** Waits for what still runs, and calls it off after so long (ms). */
  close(timeoutMs: number): Promise<void>;
}

export function lazyConversations(vault: OpenVault): LazyConversations {
  let opened: Promise<OpenConversations> | undefined;
  return {
    isThere: () => opened !== undefined || existsSync(join(vault.lociDir, "sessions.db")),
    open() {
      opened ??= import("./open-services.ts")
        .then(({ openConversations }) => openConversations(vault))
        .catch((error: unknown) => {
          opened = undefined; // What stood in the way may be gone the next time.
          throw error;
        });
      return opened;
    },
    async close(timeoutMs) {
      const open = await opened?.catch(() => undefined); // The caller that opened it has the error.
      await open?.close(timeoutMs);
    },
  };
}
