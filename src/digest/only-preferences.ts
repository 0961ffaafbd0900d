import { parseAnswer } from "../language/commands/parse-answer.ts";
import { isSmallTalk } from "../language/talk/small-talk.ts";
import { isAgreement } from "../language/talk/spoken-cues.ts";
import type { SaidMessage } from "../models/task.ts";
import type { Session, Sessions } from "../session/session.ts";

/**
 * Whether a conversation held short preferences that were saved at once, and nothing else but greetings, thanks and the like.
 * A yes or no is something else: it may be about what the agent said.
 */
export function heldOnlyPreferences(
  sessions: Pick<Sessions, "events">,
  session: Session,
  conversation: readonly SaidMessage[],
): boolean {
  const saved = new Set(
    sessions
      .events(session.id)
      .flatMap((event) => (event.type === "saved" && event.isWhole === true ? event.message : [])),
  );
  const said = conversation.filter(({ role }) => role === "user");
  return (
    said.some(({ id }) => saved.has(id)) &&
    said.every((message) => saved.has(message.id) || isCourtesy(message))
  );
}

const isCourtesy = ({ content, language }: SaidMessage): boolean =>
  isSmallTalk(content) && !isAgreement(content) && parseAnswer(content, language) === undefined;
