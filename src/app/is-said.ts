import { isAgreement } from "../digest/gates/spoken-cues.ts";
import { isEchoed, leastSupport, supportFor } from "../digest/gates/support.ts";
import type { StemText } from "../digest/same-fact.ts";
import { heardClearly } from "../session/heard-clearly.ts";
import type { Message, Session } from "../session/session.ts";

/** True for a memory whose words the person said in this conversation, or agreed to. Pure. */
export function isSaid(
  text: string,
  messages: readonly Message[],
  { person, language }: Pick<Session, "person" | "language">,
  stem: StemText,
): boolean {
  const heard = heardClearly(messages);
  const said = heard
    .flatMap((message, i) => (message.role === "user" ? [message, ...agreedTo(heard, i)] : []))
    .map(({ content }) => content)
    .join("\n");
  const assumed = person === null ? [] : [person];
  return (
    supportFor(text, said, { stem, language, assumed }) >= leastSupport || isEchoed(text, said)
  );
}

/** What the assistant said right before, where this message only agrees. */
function agreedTo(messages: readonly Message[], at: number): readonly Message[] {
  const [before, message] = [messages[at - 1], messages[at]];
  const agrees = message !== undefined && isAgreement(message.content);
  return agrees && before?.role === "assistant" ? [before] : [];
}
