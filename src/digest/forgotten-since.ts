import { capital } from "../language/text/letters.ts";
import type { Message } from "../session/session.ts";
import type { DigestPorts } from "./digest-ports.ts";
import type { Passed } from "./gates/gates.ts";

/** The mark of a text that a person forgot: what another person said in the same words stays. Without a person, the text alone. */
export const markOf = (text: string, person: string | null): string =>
  person === null ? text : `@${person} ${text}`;

/** Tells what the person has forgotten since they said it, here or on another device, as concluded or in their words. */
export async function forgottenSince(
  ports: Pick<DigestPorts, "forgotten">,
  messages: readonly Message[],
  person: string | null,
): Promise<(one: Passed) => boolean> {
  const forgottenAt = await ports.forgotten();
  const saidAtById = new Map(messages.map(({ id, at }) => [id, at]));
  return ({ conclusion, sources, said }) => {
    const saidAt = Math.max(...sources.map(({ id }) => saidAtById.get(id) ?? 0));
    const words = said.map((sentence) => sentence.replace(/\.$/, ""));
    return [conclusion.text, ...words, ...words.map(capital)].some(
      (text) => (forgottenAt(markOf(text, person)) ?? 0) > saidAt,
    );
  };
}
