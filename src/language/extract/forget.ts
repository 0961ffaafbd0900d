import type { Grammar } from "../grammar/grammar.ts";
import { contentOf, within } from "../read/content.ts";
import type { Sentence } from "../read/sentences.ts";
import { stripped } from "../read/statements.ts";
import type { Draft } from "./replaces.ts";

/** Whether a message asks to forget something, in any language: nothing is learned from such a message. */
export function asksToForget(
  sentences: readonly Sentence[],
  grammars: readonly Grammar[],
): boolean {
  return sentences.some(({ text }) => grammars.some((grammar) => isWish(text, grammar)));
}

/** What was said earlier in the conversation without what is to be forgotten. */
export function withoutForgotten(
  drafts: readonly Draft[],
  sentences: readonly Sentence[],
): readonly Draft[] {
  return drafts.filter(({ finding, grammar }) => {
    const words = contentOf(finding.text, [grammar]);
    return (
      words.size === 0 || !sentences.some(({ text }) => within(words, contentOf(text, [grammar])))
    );
  });
}

/** `forget that, …` takes back what was just said: that is another matter. */
function isWish(said: string, grammar: Grammar): boolean {
  const text = stripped(said, grammar);
  if (grammar.marks.takeBack.test(text)) return false;
  return grammar.marks.forget.test(text);
}
