import type { QuotedMemory } from "../../models/requests.ts";
import { allWords } from "../languages.ts";
import { foldText } from "../text/letters.ts";
import { stemWords } from "../text/stems.ts";

/** The person in whose folder a memory lies, by name ("Ana"); undefined for what belongs to all. */
export function ownerOf({ file }: Pick<QuotedMemory, "file">): string | undefined {
  const id = /^people\/([^/]+)\//.exec(file)?.[1];
  return id
    ?.split("-")
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join(" ");
}

/**
 * The people that a question names, folded: kin, names that lines contain or belong to, and words with a capital
 * letter, unless the language writes all nouns with one. A microphone hears no capitals.
 */
export function namesAsked(
  question: string,
  lines: readonly { readonly words: string; readonly memory: QuotedMemory }[],
): ReadonlySet<string> {
  const known = new Set([
    ...namesOf(lines.map(({ words }) => words)),
    ...lines.flatMap(({ memory }) => foldedWords(ownerOf(memory) ?? "")),
  ]);
  const words = question.slice(0, maxCharacters).match(/[\p{L}\p{M}]+/gu) ?? [];
  const isGerman = words.some((word) => germanWord.test(word));
  const named = words.filter((word, at) => {
    const folded = foldText(word);
    if (kin.has(folded)) return true;
    const isName = known.has(folded) || (at > 0 && !isGerman && hasCapital(word));
    return isName && stemWords(word).length > 0; // "Can Roca" is a house, "can" a word.
  });
  return new Set(named.map(foldText));
}

/** The names in some lines, folded: what has a capital inside a line, or begins more than one of them. */
function namesOf(lines: readonly string[]): ReadonlySet<string> {
  const all = lines.map((line) => line.slice(0, maxCharacters).match(/[\p{L}\p{M}]+/gu) ?? []);
  const named = (words: readonly string[]): string[] =>
    words.filter((word) => hasCapital(word) && stemWords(word).length > 0).map(foldText);
  const inside = all.filter((words) => !words.some((word) => germanWord.test(word)));
  const firsts = all.flatMap((words) => named(words.slice(0, 1)));
  return new Set([
    ...inside.flatMap((words) => named(words.slice(1))),
    ...firsts.filter((word, at) => firsts.indexOf(word) < at),
  ]);
}

const hasCapital = (word: string): boolean => /^\p{Lu}\p{Ll}/u.test(word);

const maxCharacters = 400;
/** Of a language that writes all nouns with a capital. */
const germanWord =
  /^(?:der|die|das|den|dem|ist|und|im|bei|auf|gegen|hat|nicht|nur|w(?:as|ann|er|o|ie)|kann|mein[ers]?)$/iu;

/** True for a text that has one of these names; "Lenas Eltern" are of Lena. */
export function namesAny(text: string, names: ReadonlySet<string>): boolean {
  return foldedWords(text).some((word) => names.has(word) || names.has(word.replace(/s$/u, "")));
}

const foldedWords = (text: string): readonly string[] => foldText(text).match(/\p{L}+/gu) ?? [];

const kin = allWords("kin");
