import { createRequire } from "node:module";
import { dirname } from "node:path";
import { scriptOf } from "../language/detect/script.ts";
import { languagesByWord, tablesOf, wordsIn } from "../language/languages.ts";
import { keepMost } from "./kept.ts";
import { foldWord, type Hint, type Token } from "./tokenize.ts";

/** What can be done with the words of one language. */
export interface Language {
  readonly code: string;
  /** The stem of a word, folded. */
  stem(token: Token): string;
  isStopWord(text: string): boolean;
}

/**
 * The language (ISO 639-1) a text is most likely written in, by its script, its commonest words and how its words end;
 * `fallback` where they do not decide. Deterministic: a tie goes to the fallback.
 */
export function detectLanguage(tokens: readonly Token[], fallback: string): string {
  const hits = countHints(tokens);
  let best = 0;
  for (const count of hits) if (count > best) best = count;
  const expected = hits[hintedCodes.indexOf(fallback)] ?? 0;
  if (best >= expected + lead && best >= fewest) {
    return hintedCodes[hits.indexOf(best)] ?? fallback;
  }
  if (best > 0) return fallback;
  return languageOfScript(tokens) ?? fallback;
}

/**
 * The evidence for each of `hintedCodes`: its common words, more the fewer languages share them, and the endings of
 * other words.
 */
function countHints(tokens: readonly Token[]): Float64Array {
  const hits = new Float64Array(hintedCodes.length);
  for (const token of tokens) {
    token.hint ??= hintOf(token);
    const { places, weight } = token.hint;
    for (const place of places) hits[place] = (hits[place] ?? 0) + weight;
  }
  return hits;
}

function hintOf({ text, raw, kind }: Token): Hint {
  const common = languagesByCommonWord.get(text);
  const ending = common === undefined && kind === "word" ? languageOfEnding(raw) : undefined;
  const weight =
    common === undefined
      ? weakWeight
      : (text.length === 1 ? weakWeight : 1) / Math.sqrt(common.length);
  const codes = common ?? (ending === undefined ? [] : [ending]);
  return { places: codes.map((code) => hintedCodes.indexOf(code)), weight };
}

const weakWeight = 0.5;
/** How much more evidence another language needs than the expected one, and how much at least. */
const lead = 0.4;
const fewest = 0.7;

function languageOfEnding(word: string): string | undefined {
  for (let length = Math.min(longestEnding, word.length - 2); length > 0; length--) {
    const [code] = languagesByEnding.get(word.slice(-length)) ?? [];
    if (code !== undefined) return code;
  }
  return undefined;
}

/** The language's stemmer and stop words, loaded at its first use; an unknown one leaves words as they are. */
export const languageOf: (code: string) => Language = keepMost(500, loadLanguage);

const require = createRequire(import.meta.url);
const stopLists = `${dirname(require.resolve("stopword/package.json"))}/src`;

const languagesByCommonWord = languagesByWord("commonWords", foldWord);
const languagesByEnding = languagesByWord("wordEndings");
const longestEnding = 4;
/** Where two have as much evidence, the first of them wins. */
const hintedCodes: readonly string[] = [
  ...new Set([...tablesOf("commonWords").keys(), ...tablesOf("wordEndings").keys()]),
].sort();

const firstNotLatin = 0x250;

const stemmerByCode: Readonly<Record<string, string>> = {
  ...{ ar: "arabic", bg: "bulgarian", ca: "catalan", cs: "czech", da: "danish", de: "german" },
  ...{ el: "greek", en: "english", es: "spanish", eu: "basque", fi: "finnish", fr: "french" },
  ...{ ga: "irish", hi: "indian", hu: "hungarian", hy: "armenian", id: "indonesian" },
  ...{ it: "italian", lt: "lithuanian", nl: "dutch", no: "norwegian", pt: "portuguese" },
  ...{ ro: "romanian", ru: "russian", sl: "slovene", sv: "swedish", ta: "tamil", tr: "turkish" },
};
/** Missing from `@orama/stemmers`, or older there; `snowball-stemmers`, which has them, takes ten times as long. */
const slowStemmers = new Set(["basque", "catalan", "czech", "english", "french", "slovene"]);

/** Lists of the `stopword` package, each a module of its own: to load all of them at once takes ten times as long. */
const stopListByCode: Readonly<Record<string, string>> = {
  ...{ ar: "ara", bg: "bul", ca: "cat", cs: "ces", da: "dan", de: "deu", el: "ell", en: "eng" },
  ...{ es: "spa", eu: "eus", fa: "fas", fi: "fin", fr: "fra", ga: "gle", he: "heb", hi: "hin" },
  ...{ hr: "hrv", hu: "hun", hy: "hye", id: "ind", it: "ita", nl: "nld", no: "nob", pl: "pol" },
  ...{ pt: "por", ro: "ron", ru: "rus", sl: "slv", sv: "swe", tr: "tur", uk: "ukr", vi: "vie" },
};

/** The commonest language that is written in the script of a text, where that is not the Latin one. */
function languageOfScript(tokens: readonly Token[]): string | undefined {
  const foreign = tokens.filter(({ text }) => text.charCodeAt(0) >= firstNotLatin);
  if (foreign.length === 0) return undefined;
  const script = scriptOf(foreign.map(({ text }) => text).join(" "));
  return script === null || script === "Latn"
    ? undefined
    : new Intl.Locale(`und-${script}`).maximize().language;
}

function loadLanguage(code: string): Language {
  let stopWords: ReadonlySet<string> | undefined;
  const stemRaw = loadStemmer(code);
  const stemOf = keepMost(50_000, (raw: string) => foldWord(stemRaw(raw)));
  return {
    code,
    stem({ text, raw, kind }) {
      return kind === "piece" ? text : stemOf(raw) || text;
    },
    isStopWord(text) {
      stopWords ??= loadStopWords(code);
      return stopWords.has(text);
    },
  };
}

function loadStopWords(code: string): ReadonlySet<string> {
  const name = stopListByCode[code];
  const [list] =
    name === undefined ? [] : Object.values(require(`${stopLists}/stopwords_${name}.js`));
  const words = Array.isArray(list) ? list.map(String) : [];
  const all = [...words, ...wordsIn(tablesOf("stopWords").get(code) ?? "")];
  return new Set(all.flatMap((word) => foldWord(word.toLowerCase()).split(/['’\s]/)));
}

function loadStemmer(code: string): (word: string) => string {
  const name = stemmerByCode[code];
  if (name === undefined) return (word) => word;
  const stem = slowStemmers.has(name)
    ? require("snowball-stemmers").newStemmer(name).stem
    : require(`@orama/stemmers/${name}`).stemmer;
  const bases = baseByForm(code);
  return (word) => (/\d/.test(word) ? word : stem(bases.get(word) ?? word));
}

/** The base form by irregular form ("went": "go") in a language: what suffix stripping cannot know. */
export function baseByForm(code: string): ReadonlyMap<string, string> {
  const lines =
    tablesOf("irregularForms")
      .get(code)
      ?.trim()
      .split(/\n\s*|\|/) ?? [];
  return new Map(
    lines.flatMap((line) => {
      const [base = "", forms = ""] = line.split(": ");
      return forms.split(" ").map((form) => [form, base] as const);
    }),
  );
}
