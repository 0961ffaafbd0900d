import type { QuotedMemory } from "../../models/task.ts";
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

/** The people that a question names, folded: by a capital, as the owner of one of the lines, or as kin. */
export function namesIn(
  { text, language }: { readonly text: string; readonly language: string },
  lines: readonly { readonly memory: QuotedMemory }[],
): ReadonlySet<string> {
  const owners = new Set(lines.flatMap(({ memory }) => foldedWords(ownerOf(memory) ?? "")));
  const said = new Set(
    lines.flatMap(({ memory }) => foldedWords(memory.text.slice(0, maxCharacters))),
  );
  const words = text.normalize("NFC").match(/\p{L}+/gu) ?? [];
  const named = words.filter((word, at) => {
    const folded = foldText(word);
    if (kin.has(folded) || owners.has(folded)) return true;
    if (at === 0 || !/^\p{Lu}\p{Ll}/u.test(word)) return false;
    // In German all nouns have a capital.
    if (!language.startsWith("de")) return true;
    return said.has(folded) && !germanDeterminer.test(words[at - 1] ?? "");
  });
  return new Set(named.map(foldText));
}

/** The names in some lines, folded: what has a capital inside a line, or begins more than one of them. */
export function namesOf(lines: readonly string[]): ReadonlySet<string> {
  const all = lines.map((line) => line.slice(0, maxCharacters).match(/[\p{L}\p{M}]+/gu) ?? []);
  const named = (words: readonly string[]): string[] =>
    words.filter((word) => /^\p{Lu}\p{Ll}/u.test(word) && stemWords(word).length > 0).map(foldText);
  const inside = all.filter((words) => !words.some((word) => germanWord.test(word)));
  const firsts = all.flatMap((words) => named(words.slice(0, 1)));
  return new Set([
    ...inside.flatMap((words) => named(words.slice(1))),
    ...firsts.filter((word, at) => firsts.indexOf(word) < at),
  ]);
}

const maxCharacters = 400;
/** Of a language that writes all nouns with a capital. */
const germanWord = /^(?:der|die|das|den|dem|ist|und|im|bei|auf|gegen|hat|nicht|nur)$/iu;

/** True for a text that has one of these names; "Lenas Eltern" are of Lena. */
export function namesAny(text: string, names: ReadonlySet<string>): boolean {
  return foldedWords(text).some((word) => names.has(word) || names.has(word.replace(/s$/u, "")));
}

/** It belongs to a person whom the question, which names others, does not name. */
export function isKeptByOther(
  memory: Pick<QuotedMemory, "file">,
  names: ReadonlySet<string>,
): boolean {
  const owner = ownerOf(memory);
  return owner !== undefined && names.size > 0 && !namesAny(owner, names);
}

const foldedWords = (text: string): readonly string[] => foldText(text).match(/\p{L}+/gu) ?? [];

const germanDeterminer =
  /^(?:d(?:er|ie|as|en|em|es)|(?:k?ein|mein|dein|sein|ihr|unser)(?:e[rsnm]?)?|am|im|zu[rm]|vom|beim|welche[rsnm]?|für|gegen|mit|von|über)$/iu;

const kin = allWords("kin");
