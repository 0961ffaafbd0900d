import { wordsIn } from "../languages.ts";
import { foldText } from "../text/letters.ts";

/** Two letters for what a transcriber or a person calls a language ("ca", "ca-ES", "cat", "Catalan", "català"); null where it is none we know. */
export function toLanguageCode(said: string): string | null {
  const name = foldText(said).trim();
  if (name === "" || name.length > longestName) return null;
  return codesByName.get(name) ?? codeOfTag(name.replaceAll("_", "-"));
}

/** True for a name in one of the languages we have names in, folded. */
export function isLanguageName(folded: string): boolean {
  return codesByName.has(folded);
}

const longestName = 40;

/** Languages whose names are known; a code of two letters passes without being here. */
const named =
  "ar bg ca cs da de el en es et eu fa fi fr gl he hi hr hu it ja ko lt lv nl no pl pt ro ru sk sl sr sv th tr uk vi zh";

/** Languages in which people name a language. */
const namedIn = ["en", "es", "ca", "pt", "fr", "de", "it", "ar"];

/** What people and transcribers say besides the names of the Unicode locale files. */
const otherNames = `castilian:es castellano:es castella:es castelhano:es castillan:es kastilisch:es castigliano:es valencian:ca
  valencia:ca valenciano:ca flemish:nl holandes:nl hollandais:nl mandarin:zh cantonese:zh nynorsk:no farsi:fa`;

const codeBySameLanguage: Readonly<Record<string, string>> = { nb: "no", nn: "no", yue: "zh" };

const codesByName: ReadonlyMap<string, string> = (() => {
  const others = wordsIn(otherNames).map((pair): [string, string] => [
    pair.slice(0, -3),
    pair.slice(-2),
  ]);
  const codes = new Map(others);
  for (const inLanguage of namedIn) {
    const names = new Intl.DisplayNames([inLanguage], { type: "language" });
    for (const code of named.split(" ")) {
      const name = foldText(names.of(code) ?? code);
      codes.set(name, code);
      // "ins Deutsche wechseln"
      if (inLanguage === "de") codes.set(`${name}e`, code);
    }
  }
  return codes;
})();

function codeOfTag(tag: string): string | null {
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/.test(tag)) return null;
  try {
    const code = new Intl.Locale(tag).language;
    const same = codeBySameLanguage[code] ?? code;
    return same.length === 2 && isLanguage(same) ? same : null;
  } catch {
    // The one thing Intl.Locale throws for is a tag that is none.
    return null;
  }
}

/** "xx" is well formed, and no language. */
function isLanguage(code: string): boolean {
  const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  return names.of(code) !== undefined;
}
