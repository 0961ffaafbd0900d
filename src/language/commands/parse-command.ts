import { allWords } from "../languages.ts";
import { isChatter } from "../reply/courtesy.ts";
import { foldWords } from "../text/letters.ts";
import { type CommandPatterns, patternsFor } from "./patterns.ts";

/** What a person says to the agent itself, to be done without asking a model. */
export type SpokenCommand =
  /** Takes back what the person said last, or what was misheard, and all that came of it. */
  | { readonly type: "forget_that" }
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
  const { folded: said, original } = foldUtterance(text);
  const folded = once(said);
  for (const patterns of patternsFor(language)) {
    const command = commandIn(folded, original, patterns);
    if (command === undefined) continue;
    // A single word of another language may be a word of this one: "come" asks to repeat in Italian.
    if (patterns.isOwn || command.type === "stop" || folded.includes(" ")) return command;
  }
  return undefined;
}

/**
 * Whether a whole utterance is a clear yes or a no to a question of Loci's own, which may delete something; undefined for
 * everything else, "okay" and "right" among it: people say that of other things too.
 */
export function parseAnswer(text: string, language: string): "yes" | "no" | undefined {
  if (text.length > maxAnswer) return undefined;
  const { folded } = foldUtterance(text);
  for (const { is, isOwn } of patternsFor(language)) {
    // A doubt is no consent: "no" first.
    const answer = (["no", "yes"] as const).find((name) => is(name, folded));
    if (answer !== undefined && (isOwn || !folded.includes(" "))) return answer;
  }
  return undefined;
}

const maxCharacters = 2_000;
const maxAnswer = 120;

/** "stop stop stop" is "stop". */
function once(folded: string): string {
  const words = folded.split(/,? /);
  const [first = ""] = words;
  return words.length <= maxRepeated && words.every((word) => word === first) ? first : folded;
}

const maxRepeated = 6;

const plainTypes = ["forget_that", "end", "stop", "repeat", "help"] as const;

function commandIn(
  folded: string,
  original: FoldedUtterance["original"],
  { is, forgotten }: CommandPatterns,
): SpokenCommand | undefined {
  const type = plainTypes.find((plain) => is(plain, folded));
  if (type !== undefined) return { type };
  const place = forgotten(folded);
  if (place === undefined || !namesMemory(folded.slice(...place))) return undefined;
  const what = original(...place).replace(/(?<![\s.,;:!?…،؟])[\s.,;:!?…،؟]+$/u, "");
  return { type: "forget", what };
}

/** "Everything" does not, nor does "that movie, it was bad" or "pas le pain". */
const namesMemory = (words: string): boolean =>
  !isChatter(words) && !words.includes(",") && !negations.has(words.split(" ", 1).join());

const negations = allWords("refusals");

/** What was said, as commands are compared. */
interface FoldedUtterance {
  /** Words without case, accents and apostrophes, with one space between them, and a comma where there was punctuation. */
  readonly folded: string;
  /** The piece of the original that stands between two places of `folded`. */
  readonly original: (from: number, to: number) => string;
}

function foldUtterance(text: string): FoldedUtterance {
  let folded = "";
  let end = 0;
  const places = foldWords(text).map((word, i) => {
    const between = text.slice(end, word.start);
    if (i > 0) folded += /[.,;:!?…،؛؟¿¡]/u.test(between) ? ", " : " ";
    const at = folded.length;
    folded += word.folded;
    end = word.end;
    return { ...word, at };
  });
  const original = (from: number, to: number): string => {
    const meant = places.filter(({ at }) => at >= from && at < to);
    return text.slice(meant[0]?.start ?? 0, meant.at(-1)?.end ?? 0).trim();
  };
  return { folded, original };
}
