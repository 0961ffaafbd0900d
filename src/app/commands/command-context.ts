import type { Conversation } from "../conversation.ts";
import type { Parts } from "../parts.ts";
import type { Talk } from "../talk.ts";

/** What commands of a conversation are carried out with. */
export interface CommandContext {
  readonly parts: Parts;
  readonly talk: Talk;
  readonly conversation: Conversation;
  /** Calls off what takes long. */
  readonly signal: AbortSignal | undefined;
}
