import type { QuotedMemory } from "../../task.ts";
import { foldText } from "../offline-stems.ts";
import { shareOf, stemsOf } from "./shared-stems.ts";

/** The person in whose folder a memory lies, by name ("Ana"); undefined for what belongs to all. */
export function ownerOf({ file }: Pick<QuotedMemory, "file">): string | undefined {
  const id = /^people\/([^/]+)\//.exec(file)?.[1];
  return id
    ?.split("-")
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join(" ");
}

/** Stems of the people that a question names: by a capital, as the owner of one of the lines, or as kin. */
export function namesIn(
  { text, language }: { readonly text: string; readonly language: string },
  lines: readonly { readonly memory: QuotedMemory }[],
): ReadonlySet<string> {
  const owners = stemsOf(lines.map(({ memory }) => ownerOf(memory) ?? "").join(" "));
  const words = text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const named = words.filter((word, at) => {
    const folded = foldText(word);
    if (kin.has(folded) || [...stemsOf(word)].some((stem) => owners.has(stem))) return true;
    if (at === 0 || !/^\p{Lu}\p{Ll}/u.test(word)) return false;
    // In German a capital says nothing behind "die" or "meine".
    return !language.startsWith("de") || !germanDeterminer.test(words[at - 1] ?? "");
  });
  return stemsOf(named.join(" "));
}

/** True for a line that names one of them, or lies in their folder. */
export function isOwn(
  { words, memory }: { readonly words: string; readonly memory: QuotedMemory },
  names: ReadonlySet<string>,
): boolean {
  return shareOf(names, stemsOf(`${words} ${ownerOf(memory) ?? ""}`)) > 0;
}

const germanDeterminer =
  /^(?:d(?:er|ie|as|en|em|es)|(?:k?ein|mein|dein|sein|ihr|unser)(?:e[rsnm]?)?|am|im|zu[rm]|vom|beim|welche[rsnm]?|für|gegen|mit|von|über)$/iu;

/** Folded: en es ca pt fr de it. */
const kin: ReadonlySet<string> = new Set(
  `mother mom mum father dad brother sister son daughter wife husband partner grandma grandmother grandpa grandfather uncle aunt
  cousin nephew niece madre mama padre papa hermano hermana hijo hija mujer esposa marido abuela abuelo tio tia primo prima sobrino
  sobrina mare pare germa germana fill filla dona marit avia avi oncle tieta cosi cosina nebot neboda mae pai irmao irma filho filha
  avo sobrinho sobrinha mere pere frere soeur fils fille femme mari tante cousine neveu mutter vater bruder schwester sohn tochter
  frau mann oma opa onkel neffe nichte fratello sorella figlio figlia moglie nonna nonno zio zia`.split(
    /\s+/,
  ),
);
