import { findPrivateData } from "../../session/private-data/find-private-data.ts";
import type { Message, Mode } from "../../session/session.ts";
import type { ConversationContext } from "../vault-for-turn.ts";
import type { ConversationServices } from "./context.ts";
import { openConversation } from "./conversation.ts";

/** A message that was answered elsewhere, to be kept and digested with the conversation. */
export interface KeptMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
  /** The conversation's own where it is not named. */
  readonly mode?: Mode;
  /** By code or name; the conversation's own where it is not named. */
  readonly language?: string;
}

/**
 * Keeps a message of a conversation that another program holds; no model is asked. The conversation takes on its mode and
 * language. Throws LociError NOT_FOUND for a session that is over, BAD_INPUT for what is not a language.
 */
export async function addMessage(
  context: ConversationContext,
  services: ConversationServices,
  id: string,
  { role, content, mode, language }: KeptMessage,
): Promise<Message> {
  const conversation = openConversation(context, services, { resume: id });
  const endTurn = await services.beginTurn(id);
  try {
    if (mode !== undefined) for await (const _ of conversation.setMode(mode));
    if (language !== undefined) for await (const _ of conversation.setLanguage(language));
    const session = conversation.session();
    return services.db.sessions.addMessage(session.id, {
      role,
      content,
      agent: session.agent,
      mode: session.mode,
      language: session.language,
      detected: null,
      switched: false,
      recalled: [],
      latency: {},
      degradations: [],
      hasPrivateData: findPrivateData(content).length > 0,
    });
  } finally {
    endTurn();
  }
}
