import { anyOf } from "../languages.ts";
import { type CommandPatterns, patternsFor } from "./command-patterns.ts";
import { type FoldedUtterance, foldUtterance } from "./fold-utterance.ts";

/** What a person says to the agent itself, to be done without asking a model. */
export type SpokenCommand =
  /** Takes back what the person said last, and all that came of it. */
  | { readonly type: "forget_that" }
  /** Says that something was misheard; `rest` is what was really said, '' if that is still to come. */
  | { readonly type: "misheard"; readonly rest: string }
  /** Forgets what is known in these words. */
  | { readonly type: "forget"; readonly what: string }
  /** Ends the conversation, which then becomes memory. */
  | { readonly type: "end" }
  /** Be silent; the conversation goes on. */
  | { readonly type: "stop" }
  /** Says the last reply again. */
  | { readonly type: "repeat" }
  /** Lists what can be said. */
  | { readonly type: "help" };

/** The commands that make sense in a typed conversation too; the others concern sound. */
export type PlainCommand = Exclude<SpokenCommand, { readonly type: "stop" | "repeat" }>;

/**
 * The command that a whole utterance is, but for politeness and its name; undefined for everything else. The language
 * is the conversation's, a two-letter code: its commands and the English ones come first, those of other languages
 * count where they cannot be a word of this one. Punctuation and capitals help where they are there.
 */
export function parseCommand(text: string, language: string): SpokenCommand | undefined {
  if (text.length > maxCharacters) return undefined;
  const said = once(foldUtterance(text));
  for (const patterns of patternsFor(language)) {
    const command = commandIn(said, patterns);
    if (command !== undefined && (patterns.isOwn || isClear(command, said))) return command;
  }
  return undefined;
}

const maxCharacters = 2_000;

/** "stop stop stop" is "stop". */
function once(said: FoldedUtterance): FoldedUtterance {
  const words = said.folded.split(/,? /);
  const [first = ""] = words;
  const isRepeated = words.length <= maxRepeated && words.every((word) => word === first);
  return isRepeated ? { ...said, folded: first } : said;
}

const maxRepeated = 6;

/** A single word of another language may be a word of this one: "come" asks to repeat in Italian. */
const isClear = ({ type }: SpokenCommand, { folded }: FoldedUtterance): boolean =>
  type === "stop" || folded.includes(" ");

const plainTypes = ["forget_that", "end", "stop", "repeat", "help"] as const;

function commandIn(said: FoldedUtterance, patterns: CommandPatterns): SpokenCommand | undefined {
  const { folded } = said;
  if (folded === "") return undefined;
  if (patterns.is("misheard", folded)) return { type: "misheard", rest: "" };
  const type = plainTypes.find((plain) => patterns.is(plain, folded));
  if (type !== undefined) return { type };
  const rest = restIn(said, patterns.misheard);
  if (rest !== undefined) return { type: "misheard", rest: rest.original };
  const word = restIn(said, patterns.corrected);
  if (word !== undefined && isCorrection(word.folded, patterns)) {
    return { type: "misheard", rest: word.original };
  }
  const what = restIn(said, patterns.forget);
  if (what === undefined || !isMemory(what.folded, patterns)) return undefined;
  return { type: "forget", what: what.original.replace(/(?<![\s.,;:!?…،؟])[\s.,;:!?…،؟]+$/u, "") };
}

interface Rest {
  readonly original: string;
  readonly folded: string;
}

function restIn(said: FoldedUtterance, patterns: readonly RegExp[]): Rest | undefined {
  for (const pattern of patterns) {
    const [from, to] = pattern.exec(said.folded)?.indices?.groups?.rest ?? [];
    if (from === undefined || to === undefined) continue;
    return { original: said.original(from, to), folded: said.folded.slice(from, to) };
  }
  return undefined;
}

/** Not "I said no", "I said that", "he dit que sí". */
function isCorrection(folded: string, patterns: CommandPatterns): boolean {
  const others = [...plainTypes, "yes", "no", "too_much"] as const;
  return !others.some((name) => patterns.is(name, folded)) && !reportedSpeech.test(folded);
}

/** Folded: words that report what was said rather than correct it. */
const reportedSpeech = new RegExp(`^(?:${anyOf("reported")})(?![^ ,])`, "u");

/** Not "forget everything", nor a remark such as "forget that movie, it was bad". */
function isMemory(folded: string, { is, remark }: CommandPatterns): boolean {
  return !folded.includes(",") && !is("too_much", folded) && !remark.test(folded);
}

/**
 * True where what was corrected is a piece of what was said last rather than another sentence: "Reus" of "I live in
 * Deus". Pure.
 */
export function isFragment(corrected: string, said: string): boolean {
  const words = countWords(corrected);
  return words <= maxFragmentWords && words < countWords(said);
}

const maxFragmentWords = 3;

const countWords = (text: string): number =>
  (text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’·]*/gu) ?? []).length;
