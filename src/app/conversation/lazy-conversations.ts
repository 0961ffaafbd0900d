import { existsSync } from "node:fs";
import { join } from "node:path";
import type { OpenVault } from "../vault/open-vault.ts";
import type { OpenConversations } from "./open-services.ts";

/** The conversations of an open vault, where none may be needed. */
export type LazyConversations = ReturnType<typeof lazyConversations>;

export function lazyConversations(vault: OpenVault) {
  let opened: Promise<OpenConversations> | undefined;
  /** Loads their packages and their database with the first call. Rejects as `openConversations`. */
  const open = (): Promise<OpenConversations> => {
    opened ??= import("./open-services.ts")
      .then(({ openConversations }) => openConversations(vault))
      .catch((error: unknown) => {
        opened = undefined; // What stood in the way may be gone the next time.
        throw error;
      });
    return opened;
  };
  /** There are sessions on disk, or a conversation under way. */
  const isThere = () => opened !== undefined || existsSync(join(vault.lociDir, "sessions.db"));
  return {
    open,
    isThere,
    ifThere: async () => (isThere() ? open() : undefined),
    /** Waits for what still runs, and calls it off after so long (ms). */
    async close(timeoutMs: number): Promise<void> {
      const open = await opened?.catch(() => undefined); // The caller that opened it has the error.
      await open?.close(timeoutMs);
    },
  };
}
