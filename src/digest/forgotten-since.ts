import { capital } from "../language/text/letters.ts";
import type { Message } from "../session/session.ts";
import type { Passed } from "./gates/gates.ts";

/** The mark of a text that a person forgot: what another person said in the same words stays. Without a person, the text alone. */
export const markOf = (text: string, person: string | null): string =>
  person === null ? text : `@${person} ${text}`;

/** True of what the person has forgotten since they said it, here or on another device, as concluded or in their words. */
export function isForgottenSince(
  { conclusion, sources, said }: Passed,
  messages: readonly Message[],
  forgottenAt: (text: string) => number | undefined,
): boolean {
  const ids = new Set(sources.map(({ id }) => id));
  const saidAt = Math.max(0, ...messages.map(({ id, at }) => (ids.has(id) ? at : 0)));
  const words = said.map((sentence) => sentence.replace(/\.$/, ""));
  return [conclusion.text, ...words, ...words.map(capital)].some(
    (text) => (forgottenAt(text) ?? 0) > saidAt,
  );
}
