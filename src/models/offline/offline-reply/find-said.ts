import { shareOf, stemsOf } from "./shared-stems.ts";
import { readWish } from "./wish.ts";

/** What the person said, and how much of the question it has. */
export interface Said {
  readonly text: string;
  readonly share: number;
}

/** Of what the person told in this conversation, the line that has most of the question's words, at least half; the latest of them. */
export function findSaid(
  question: string,
  said: readonly string[],
  language: string,
): Said | undefined {
  const asked = stemsOf(question);
  let best: Said | undefined;
  for (const text of said.toReversed().flatMap((message) => toldIn(message, language))) {
    const share = shareOf(asked, stemsOf(text));
    if (share >= leastShare && share > (best?.share ?? 0)) best = { text, share };
  }
  return best;
}

const leastShare = 0.5;
const longestSaid = 240;

/** Its sentences, the last first: a question answers nothing. */
function toldIn(message: string, language: string): string[] {
  const sentences = message.slice(0, 8_000).match(/[^.!?؟\n]+[.!?؟]*/gu) ?? [];
  return sentences.toReversed().flatMap((sentence) => {
    const text = sentence.trim();
    const wish = readWish(text, language);
    const told = wish.type === "remember" ? wish.text : wish.type === "tell" ? text : "";
    return told === "" || told.length > longestSaid ? [] : [told.replace(/\.$/, "")];
  });
}
