import { isClearYes, parseAnswer } from "../../language/commands/parse-answer.ts";

/** What a written answer to "which of these?" comes to. */
export type Answer<T> =
  | { readonly type: "chosen"; readonly one: T }
  | { readonly type: "none" }
  /** It may be an answer, but leaves open which is meant. */
  | { readonly type: "unclear" }
  /** It was no answer: words like any other. */
  | { readonly type: "other" };

interface Choice {
  readonly id: string;
  readonly text: string;
}

/** Reads a number, an id, a whole text, a no, or a clear yes where there is one choice only. Pure. */
export function readAnswer<T extends Choice>(
  choices: readonly T[],
  words: string,
  language: string,
): Answer<T> {
  const said = words.trim();
  if (said === "" || said === "0") return { type: "none" };
  const named = choices.find(({ id, text }) => id === said || text === said);
  const one = named ?? (isNumber.test(said) ? choices[Number.parseInt(said, 10) - 1] : undefined);
  if (one !== undefined) return { type: "chosen", one };
  if (isNumber.test(said)) return { type: "unclear" };
  const answer = said.toLowerCase() === "none" ? "no" : parseAnswer(said, language);
  if (answer === "no") return { type: "none" };
  if (answer === undefined) return { type: "other" };
  const [only, ...others] = choices;
  const isClear = only !== undefined && others.length === 0 && isClearYes(said, language);
  return isClear ? { type: "chosen", one: only } : { type: "unclear" };
}

const isNumber = /^\d{1,3}\.?$/;
