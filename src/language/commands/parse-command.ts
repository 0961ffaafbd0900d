import { baseLanguage } from "../../models/base-language.ts";
import type { en } from "../en.ts";
import { allWords, formsIn, tablesOf } from "../languages.ts";
import { isChatter } from "../talk/courtesy.ts";
import { foldLetters, foldWords } from "../text/letters.ts";

type Plain<Type extends string> = Type extends string ? { readonly type: Type } : never;

/**
 * What a person says to the agent itself, to be done without asking a model: take back what was said last, forget what
 * is known in these words, end the conversation, be silent, say the last reply again, list what can be said.
 */
export type SpokenCommand =
  | Plain<"forget_that" | "end" | "stop" | "repeat" | "help">
  | { readonly type: "forget"; readonly what: string };

/** The commands that make sense in a typed conversation too; the others concern sound. */
export type PlainCommand = Exclude<SpokenCommand, { readonly type: "stop" | "repeat" }>;

/**
 * The command that a whole utterance is, but for politeness and its name; undefined for everything else. The language
 * is the conversation's, a two-letter code: its commands and the English ones come first, those of other languages
 * count where they cannot be a word of this one. Punctuation and capitals help where they are there.
 */
export function parseCommand(text: string, language: string): SpokenCommand | undefined {
  if (text.length > maxCharacters) return undefined;
  const folded = foldUtterance(text).replace(repeated, "$1");
  for (const { wholes, forget, isOwn } of patternsFor(language)) {
    const type = plainTypes.find((plain) => wholes[plain].test(folded));
    // A single word of another language may be a word of this one: "come" asks to repeat in Italian.
    const isClear = isOwn || type === "stop" || folded.includes(" ");
    if (type !== undefined && isClear) return { type };
    const place = forget.map((one) => one.exec(folded)?.indices?.groups?.rest).find(Boolean);
    if (place !== undefined && isClear && namesMemory(folded.slice(...place)))
      return { type: "forget", what: originalOf(text, folded, place) };
  }
  return undefined;
}

/**
 * Whether a whole utterance is a clear yes or a no to a question of Loci's own, which may delete something; undefined for
 * everything else, "okay" and "right" among it: people say that of other things too.
 */
export function parseAnswer(text: string, language: string): "yes" | "no" | undefined {
  if (text.length > maxAnswer) return undefined;
  const folded = foldUtterance(text);
  for (const { wholes, isOwn } of patternsFor(language)) {
    // A doubt is no consent: "no" first.
    const answer = (["no", "yes"] as const).find((name) => wholes[name].test(folded));
    if (answer !== undefined && (isOwn || !folded.includes(" "))) return answer;
  }
  return undefined;
}

const maxCharacters = 2_000;
const maxAnswer = 120;

/** "Stop stop stop". */
const repeated = /^(\p{L}+)(?:,? \1){1,5}$/u;

const plainTypes = ["forget_that", "end", "stop", "repeat", "help"] as const;

/** "Everything" does not, nor does "that movie, it was bad" or "pas le pain". */
const namesMemory = (words: string): boolean =>
  !isChatter(words) && !words.includes(",") && !negations.has(words.split(" ", 1).join());

const negations = allWords("refusals");

/** Words without case, accents and apostrophes, with one space between them, and a comma where there was punctuation. */
function foldUtterance(text: string): string {
  let end = 0;
  const words = foldWords(text).map((word, i) => {
    const hasMark = /[.,;:!?…،؛؟¿¡]/u.test(text.slice(end, word.start));
    end = word.end;
    return (i === 0 ? "" : hasMark ? ", " : " ") + word.folded;
  });
  return words.join("");
}

/** The words of a text that stand between two places of it as it is folded. */
function originalOf(text: string, folded: string, [from, to]: readonly [number, number]): string {
  const words = foldWords(text);
  const first = folded.slice(0, from).split(" ").length - 1;
  const last = folded.slice(0, to).split(" ").length - 1;
  return text.slice(words[first]?.start, words[last]?.end);
}

const wholes = [...plainTypes, "yes", "no"] as const;

/** How commands are said in one language, in folded utterances; politeness and Loci's name may stand around them. */
function compile([code, words]: readonly [string, typeof en.commands]) {
  const corrections = tablesOf("statements").get(code)?.corrections ?? "";
  const opening = [
    tablesOf("fillers").get(code) ?? "",
    tablesOf("asking").get(code) ?? "",
    corrections,
  ];
  const before = [...names, ...opening.flatMap(formsIn)].map((form) =>
    // "No, para" is a command, "no para" a statement.
    form.endsWith(",") ? `${toPattern(form.slice(0, -1))}, ` : `${toPattern(form)},? `,
  );
  const behind = [...names, ...formsIn(words.closing)].map((form) => `,? ${toPattern(form)}`);
  const around = (body: string): RegExp =>
    new RegExp(`^(?:${before.join("|")}){0,4}(?:${body})(?:${behind.join("|")}){0,3}$`, "du");
  const whole = wholes.map((name) => [name, around(formsIn(words[name]).map(toPattern).join("|"))]);
  const forget = formsIn(words.forget).map((form) =>
    around(form.split("REST").map(toPattern).join("(?<rest>.+?)")),
  );
  return {
    code,
    wholes: Object.fromEntries(whole) as Record<(typeof wholes)[number], RegExp>,
    forget,
  };
}

const names = ["loci", "loki"];

/** As utterances are folded; between two words punctuation may stand, and must where there is a comma. */
const toPattern = (form: string): string =>
  foldLetters(form).replace(/(,?)[ -]/g, (_, comma: string) => (comma === "" ? ",? " : ", "));

const patterns = [...tablesOf("commands")].map(compile);

/** Those of a language and of English first: people mix their languages. */
function patternsFor(language: string) {
  const own = [baseLanguage(language), "en"];
  return patterns
    .map((one) => ({ ...one, isOwn: own.includes(one.code) }))
    .toSorted((a, b) => rankIn(own, a.code) - rankIn(own, b.code));
}

const rankIn = (own: readonly string[], code: string): number =>
  own.includes(code) ? own.indexOf(code) : own.length;
