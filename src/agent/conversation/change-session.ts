import { LociError } from "../../errors.ts";
import type { Sessions } from "../../session/open-session-db.ts";
import type { Session } from "../../session/session.ts";
import type { TurnEvent } from "../turn-event.ts";
import type { ConversationOptions } from "./conversation.ts";
import { toLanguage } from "./find-session.ts";

/** A resumed session takes new options. */
export function adapt(
  sessions: Sessions,
  session: Session,
  { agent, language }: ConversationOptions,
): void {
  if (agent !== undefined && agent !== session.agent) {
    const event = { type: "handoff", from: session.agent, to: agent, context: "" } as const;
    sessions.update(session.id, { agent }, event);
  }
  if (language !== undefined) setLanguage(sessions, session, toLanguage(language));
}

/** What changed; undefined where it was so already. */
export function setLanguage(
  sessions: Sessions,
  { id, language: from }: Session,
  to: string,
): TurnEvent | undefined {
  if (from === to) return undefined;
  const event = { type: "language", from, to, trigger: "explicit_setting" } as const;
  sessions.update(id, { language: to }, event);
  return event;
}

/** The same. Throws LociError BAD_INPUT for what is no mode. */
export function setMode(
  sessions: Sessions,
  { id, mode: from }: Session,
  to: string,
): TurnEvent | undefined {
  if (to !== "text" && to !== "voice") {
    throw new LociError("BAD_INPUT", `Cannot use the mode "${to}": there are text and voice`);
  }
  if (from === to) return undefined;
  const event = { type: "mode", from, to } as const;
  sessions.update(id, { mode: to }, event);
  return event;
}
