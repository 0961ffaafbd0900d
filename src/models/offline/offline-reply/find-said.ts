import type { Question } from "./find-memories.ts";
import { namesAny, namesIn } from "./names.ts";
import { shareOf, stemsOf } from "./shared-stems.ts";
import { readWish } from "./wish.ts";

/** What the person said, and how much of the question it has. */
interface Said {
  readonly text: string;
  readonly share: number;
}

/**
 * Of what the person told in this conversation, the line that has most of the question's words, at least half; the latest of
 * them. Where the question names somebody, the line does too.
 */
export function findSaid(question: Question, said: readonly string[]): Said | undefined {
  const asked = stemsOf(question.of);
  const names = namesIn(question, []);
  let best: Said | undefined;
  const told = said.toReversed().flatMap((message) => toldIn(message, question.language));
  for (const text of told) {
    if (names.size > 0 && !namesAny(text, names)) continue;
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
