import type { RecallRequest } from "../app/answer.ts";
import type { ConversationOptions } from "../app/conversation.ts";

/** What the server needs of an open vault; the app's `Loci` fits it. */
export interface ServedLoci {
  /** Absolute path of the vault. */
  readonly root: string;
  /** Absolute path of this device's own folder in it, `.loci`. */
  readonly lociDir: string;
  readonly settings: { readonly server: { readonly host: string } };
  recall(
    query: string,
    request?: RecallRequest,
  ): Promise<{ readonly hits: readonly object[]; readonly indexedAt: string }>;
  /** Resolves when the memories are on disk. */
  remember(memories: readonly NewMemory[]): Promise<readonly SavedMemory[]>;
  topics(): Promise<readonly { readonly kind: string }[]>;
  recent(): Promise<readonly object[]>;
  /** Begins a conversation, or goes on with one. Throws LociError NOT_FOUND for a session or agent that is not there. */
  converse(options: ConversationOptions): Promise<ServedConversation>;
}

/** Failures of a turn are events, never exceptions; the reader may stop reading. */
interface ServedConversation {
  turn(content: string): AsyncIterable<object>;
}

export interface NewMemory {
  readonly text: string;
  readonly scope: { readonly kind: "global" } | { readonly kind: "person"; readonly id: string };
  readonly topic?: string;
  readonly bank?: string;
  readonly date?: string;
  readonly protected?: boolean;
}

interface SavedMemory {
  readonly status: "saved" | "known";
}
