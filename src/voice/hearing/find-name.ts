import { foldWords } from "../../language/text/letters.ts";

/**
 * Looks for one of the agent's names at the beginning or end of a text, with or without a "hey". Returns the text
 * without it ('' if nothing else was said), or undefined if no name is there. How transcribers misspell a name is a
 * name of its own, in the settings. Pure.
 */
export function findName(text: string, names: readonly string[]): string | undefined {
  const known = names.map((name) => foldWords(name).map(({ folded }) => folded));
  return stripLeadingName(text, known) ?? stripTrailingName(text, known);
}

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

type Names = readonly (readonly string[])[];

function stripLeadingName(text: string, names: Names, repeats = maxRepeats): string | undefined {
  if (repeats === 0) return undefined;
  const words = foldWords(text.slice(0, reach));
  for (let at = 0; at <= Math.min(maxCallWords, words.length - 1); at++) {
    if (at > 0 && !callWords.has(words[at - 1]?.folded ?? "")) return undefined;
    const last = words[at + wordsOfName(words, at, names) - 1];
    if (last === undefined || last === words[at - 1]) continue;
    const rest = text.slice(last.end).replace(/^[^\p{L}\p{N}¿¡"«“]+/u, "");
    return stripLeadingName(rest, names, repeats - 1) ?? rest;
  }
  return undefined;
}

/**
 * Looks at the end, where the name may be only mentioned ("have you seen Loki?"): if the text is punctuated, there must
 * be a comma before it.
 */
function stripTrailingName(text: string, names: Names): string | undefined {
  const from = Math.max(0, text.length - reach);
  const words = foldWords(text.slice(from));
  const at = words.findIndex(
    (_, i) => i > 0 && i + (wordsOfName(words, i, names) || Number.NaN) === words.length,
  );
  if (at === -1) return undefined;
  const isCalled = callWords.has(words[at - 1]?.folded ?? "");
  const before = text.slice(0, from + (words[isCalled ? at - 1 : at]?.start ?? 0));
  const isApart = /[,.:;!?…،؛؟–—-]\s*$/u.test(before);
  if (!isApart && !isCalled && /[,.:;!?…،؛؟]/u.test(text)) return undefined;
  return keepQuestionMark(before, text.slice(from + (words.at(-1)?.end ?? 0)));
}

/** Moves a question mark after the name to the end of the rest. */
function keepQuestionMark(before: string, after: string): string {
  const rest = before.replace(/(?<![\s,،:;–—-])[\s,،:;–—-]+$/u, "");
  return /[.?!؟…]$/u.test(rest) ? rest : rest + (/[?!؟]|…$/u.exec(after)?.[0] ?? "");
}

/** How many words from `at` on are a name; 0 for none. */
function wordsOfName(
  words: readonly { readonly folded: string }[],
  at: number,
  names: Names,
): number {
  const name = names.find(
    (own) => own.length > 0 && own.every((word, i) => words[at + i]?.folded === word),
  );
  return name?.length ?? 0;
}
