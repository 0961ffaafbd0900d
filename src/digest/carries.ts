import { isForm } from "./gates/support.ts";
import { negationsOf, type Statement, type StemText } from "./same-fact.ts";

/**
 * True when a sentence says all that a text says, whichever forms of its words it has, and maybe more; not when it says
 * the opposite. A text of one word is carried only by a sentence of that word alone.
 */
export function carries(sentence: Statement, text: string, stem: StemText): boolean {
  const { language } = sentence;
  const said = [...new Set(stem(sentence.text, language).content)];
  const wanted = new Set(stem(text, language).content);
  if (wanted.size === 0 || (wanted.size === 1 && said.length > 1)) return false;
  const isWhole = [...wanted].every((word) => said.some((other) => isForm(word, other)));
  return isWhole && hasSameNegations(sentence.text.replace(reminder, ""), text);
}

const hasSameNegations = (one: string, other: string): boolean =>
  negationsOf(one).join() === negationsOf(other).join();

/** "Don't forget that …" negates nothing of what follows. */
const reminder =
  /(?:don['’]t|do not) forget|no (?:te |t['’])?(?:olvid|oblid)[ei]s|n(?:e |['’])oublie(?:z)? pas|vergiss nicht|non dimenticare|n[aã]o (?:te )?esque[cç]as?/iu;

/** The pieces of a text that each say something, in order; together they are the text. */
export const piecesOf = (text: string): string[] =>
  text.match(/[^\n]+?(?:[.!?…؟]+(?=\s)\s*|\n+|$)|\n+/gu) ?? [];
