import { baseLanguage } from "../../models/base-language.ts";
import { languageRules } from "../rules.ts";
import { foldText } from "../text/letters.ts";
import type { LanguageRules } from "../types/rules.ts";

/**
 * What a text speaks of that has a name in the rules of all languages (`mother`, `dentist`, `wifi_password`), whatever
 * language it is in; only by the words of one language where one is given.
 */
export function thingsIn(text: string, language?: string): ReadonlySet<string> {
  const words = foldText(text.slice(0, maxCharacters)).match(/[\p{L}\p{N}·-]+/gu) ?? [];
  const found = new Set<string>();
  for (const names of tables(language)) {
    for (const [at, word] of words.entries()) {
      const pair = names.get(`${word} ${words[at + 1] ?? ""}`);
      const thing = pair ?? names.get(word) ?? names.get(word.replace(/s$/u, ""));
      if (thing !== undefined) found.add(thing);
    }
  }
  return found;
}

const maxCharacters = 1_000;

type Names = ReadonlyMap<string, string>;

let namesByLanguage: ReadonlyMap<string, Names> | undefined;

function tables(language: string | undefined): readonly Names[] {
  namesByLanguage ??= new Map(languageRules.map((rules) => [rules.code, namesIn(rules)]));
  const own = namesByLanguage.get(baseLanguage(language ?? ""));
  return own === undefined ? [...namesByLanguage.values()] : [own];
}

function namesIn({ relations, slots, secrets, nouns, plan }: LanguageRules): Names {
  const names = new Map<string, string>();
  for (const group of `${nouns} ${plan.appointments} ${secrets} ${slots} ${relations}`.split(
    /\s+/u,
  )) {
    const [thing = "", words = thing] = group.split(":");
    for (const word of words.split(",")) names.set(foldText(word.replaceAll("_", " ")), thing);
  }
  return names;
}
