import { type FoldedWord, foldWords } from "../../language/text/letters.ts";

/** Words that call someone; up to two may precede the name ("ok, hey Loci"). */
const callWords = new Set(
  "hey|hei|hi|he|hello|ok|okay|okey|yo|um|uh|eh|mm|oye|oiga|hola|ei|escolta|oi|ola|ouve|salut|dis|bonjour|coucou|hallo|na|du|hor mal|ehi|ciao|senti|يا|هاي|هي|مرحبا|اهلا|الو".split(
    "|",
  ),
);
const maxCallWords = 2;

/** Characters at either end in which a name is looked for. */
const reach = 200;
/** "Loci, Loci!" */
const maxRepeats = 3;

/**
 * Looks for one of the agent's names at the beginning or end of a text, with or without a "hey". Returns the text
 * without it ('' if nothing else was said), or undefined if no name is there. How transcribers misspell a name is a
 * name of its own, in the settings. Pure.
 */
export function findName(text: string, names: readonly string[]): string | undefined {
  const known = names.map((name) => foldWords(name).map(({ folded }) => folded));
  const wordsOfName = (words: readonly FoldedWord[], at: number): number =>
    known.find((own) => own.length > 0 && own.every((word, i) => words[at + i]?.folded === word))
      ?.length ?? 0;
  let rest: string | undefined;
  for (let repeats = 0; repeats < maxRepeats; repeats++) {
    const next = withoutFirst(rest ?? text, wordsOfName);
    if (next === undefined) break;
    rest = next;
  }
  return rest ?? withoutLast(text, wordsOfName);
}

/** How many words from `at` on are a name; 0 for none. */
type WordsOfName = (words: readonly FoldedWord[], at: number) => number;

function withoutFirst(text: string, wordsOfName: WordsOfName): string | undefined {
  const words = foldWords(text.slice(0, reach));
  const isCall = ({ folded }: FoldedWord): boolean => callWords.has(folded);
  const first = words.findIndex((word) => !isCall(word));
  for (let at = 0; at <= Math.min(maxCallWords, first); at++) {
    const last = words[at + wordsOfName(words, at) - 1];
    if (last === undefined || last === words[at - 1]) continue;
    return text.slice(last.end).replace(/^[^\p{L}\p{N}¿¡"«“]+/u, "");
  }
  return undefined;
}

/** The name may be only mentioned at the end ("have you seen Loki?"): a comma must part it, if the text has any marks. */
function withoutLast(text: string, wordsOfName: WordsOfName): string | undefined {
  const from = Math.max(0, text.length - reach);
  const words = foldWords(text.slice(from));
  const at = words.findIndex(
    (_, i) => i > 0 && i + (wordsOfName(words, i) || NaN) === words.length,
  );
  if (at === -1) return undefined;
  const isCalled = callWords.has(words[at - 1]?.folded ?? "");
  const before = text.slice(0, from + (words[isCalled ? at - 1 : at]?.start ?? 0));
  const isApart = isCalled || /[,.:;!?…،؛؟–—-]\s*$/u.test(before);
  if (!isApart && /[,.:;!?…،؛؟]/u.test(text)) return undefined;
  // A question mark after the name belongs to the rest.
  const rest = before.replace(/(?<![\s,،:;–—-])[\s,،:;–—-]+$/u, "");
  const [mark = ""] = /[?!؟…]$/u.exec(text.trimEnd()) ?? [];
  return /[.?!؟…]$/u.test(rest) ? rest : rest + mark;
}
