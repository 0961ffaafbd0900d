import { foldWords } from "../../language/text/letters.ts";

/** Words that call someone; up to two may precede the name ("ok, hey Loci"). */
const callWords = new Set(
  "hey|hei|hi|he|hello|ok|okay|okey|yo|um|uh|eh|mm|oye|oiga|hola|ei|escolta|oi|ola|ouve|salut|dis|bonjour|coucou|hallo|na|du|hor mal|ehi|ciao|senti|يا|هاي|هي|مرحبا|اهلا|الو".split(
    "|",
  ),
);
const maxCallWords = 2;

/**
 * Looks for one of the agent's names at the beginning ("Loci, Loci!") or end of a text, with or without a "hey".
 * Returns the text without it ('' if nothing else was said), or undefined if no name is there. How transcribers
 * misspell a name is a name of its own, in the settings. Pure.
 */
export function findName(text: string, names: readonly string[]): string | undefined {
  const known = names.map((name) => foldWords(name).map(({ folded }) => folded));
  const words = foldWords(text);
  const isCall = (at: number): boolean => callWords.has(words[at]?.folded ?? "");
  /** Where the name that begins at this word ends; undefined if none does. */
  const endOfName = (at: number): number | undefined => {
    const is = (own: readonly string[]) => own.every((word, i) => words[at + i]?.folded === word);
    const own = known.find((one) => one.length > 0 && is(one));
    return own && at + own.length;
  };
  let called = 0;
  for (let end: number | undefined = 0; end !== undefined; ) {
    called = end;
    let at = called;
    while (at < called + maxCallWords && isCall(at)) at++;
    end = endOfName(at);
  }
  const last = words[called - 1];
  if (last !== undefined) return text.slice(last.end).replace(/^[^\p{L}\p{N}¿¡"«“]+/u, "");
  const at = words.findIndex((_, i) => i > 0 && endOfName(i) === words.length);
  if (at === -1) return undefined;
  const isCalled = isCall(at - 1);
  return beforeName(text.slice(0, words[isCalled ? at - 1 : at]?.start), text, isCalled);
}

/** The name may be only mentioned at the end ("have you seen Loki?"): a comma must part it, if the text has any marks. */
function beforeName(before: string, text: string, isCalled: boolean): string | undefined {
  const isApart = isCalled || /[,.:;!?…،؛؟–—-]\s*$/u.test(before);
  if (!isApart && /[,.:;!?…،؛؟]/u.test(text)) return undefined;
  // A question mark after the name belongs to the rest.
  const rest = before.replace(/(?<![\s,،:;–—-])[\s,،:;–—-]+$/u, "");
  const [mark = ""] = /[?!؟…]$/u.exec(text.trimEnd()) ?? [];
  return /[.?!؟…]$/u.test(rest) ? rest : rest + mark;
}
