import { capital } from "../language/text/letters.ts";
import type { Message } from "../session/session.ts";
import type { DigestPorts } from "./digest-ports.ts";
import { piecesOf } from "./entails.ts";
import type { Dropped, Passed } from "./gates/gates.ts";
import { supportFor } from "./gates/support.ts";

/** The mark of a text that a person forgot: what another person said in the same words stays. Without a person, the text alone. */
export const markOf = (text: string, person: string | null): string =>
  person === null ? text : `@${person} ${text}`;

/** Sets aside what the person has forgotten since they said it, here or on another device. */
export async function setForgottenAside(
  ports: Pick<DigestPorts, "forgotten" | "stems">,
  passed: readonly Passed[],
  { messages, person }: Said,
): Promise<{ readonly passed: readonly Passed[]; readonly dropped: readonly Dropped[] }> {
  if (passed.length === 0) return { passed, dropped: [] };
  const forgottenAt = await ports.forgotten();
  const saidAtById = new Map(messages.map(({ id, at }) => [id, at]));
  const isForgotten = (one: Passed): boolean => {
    const saidAt = Math.max(...one.sources.map(({ id }) => saidAtById.get(id) ?? 0));
    return wordingsOf(one, ports.stems).some(
      (text) => (forgottenAt(markOf(text, person)) ?? 0) > saidAt,
    );
  };
  return {
    passed: passed.filter((one) => !isForgotten(one)),
    dropped: passed
      .filter(isForgotten)
      .map(({ conclusion }) => ({ conclusion, reason: "forgotten since" })),
  };
}

/** What was said, and by whom. */
interface Said {
  readonly messages: readonly Message[];
  readonly person: string | null;
}

/** From here on a sentence is what the conclusion was drawn from. */
const enoughSupport = 0.6;

/** The conclusion, and the sentences behind it as they would have been saved at once. */
function wordingsOf(
  { conclusion: { text }, sources, language }: Passed,
  stem: DigestPorts["stems"],
): string[] {
  const said = sources
    .flatMap(({ content }) => piecesOf(content))
    .map((piece) => piece.trim().replace(/\.$/, ""))
    .filter((piece) => supportFor(text, piece, { stem, language }) >= enoughSupport);
  return [text, ...said.flatMap((words) => [words, capital(words)])];
}
