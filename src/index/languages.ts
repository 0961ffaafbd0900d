import { createRequire } from "node:module";
import { englishBaseByForm } from "./english-forms.ts";
import { commonWords, extraStopWords } from "./function-words.ts";
import { foldWord, type Token } from "./tokenize.ts";

/** What can be done with the words of one language. */
export interface Language {
  readonly code: string;
  /** The stem of a word, folded. */
  stem(token: Token): string;
  isStopWord(text: string): boolean;
}

/**
 * The language (ISO 639-1) a text is most likely written in, by its script and its commonest words; `fallback` where
 * it does not tell. Deterministic: no frequencies learned, a tie goes to the fallback.
 */
export function detectLanguage(tokens: readonly Token[], fallback: string): string {
  const hits = new Map<string, number>();
  for (const { text } of tokens) {
    const weight = text.length === 1 ? 0.5 : 1;
    for (const code of languagesByCommonWord.get(text) ?? []) {
      hits.set(code, (hits.get(code) ?? 0) + weight);
    }
  }
  const best = Math.max(0, ...hits.values());
  const expected = hits.get(fallback) ?? 0;
  const margin = expected > 0 ? 1 : 0;
  const rivals = [...hits].filter(([, count]) => count === best).map(([code]) => code);
  if (best > expected + margin && (best > 1 || rivals.length === 1)) {
    return rivals.sort()[0] ?? fallback;
  }
  if (best > 0) return fallback;
  return languageOfScript(tokens) ?? fallback;
}

/** The language's stemmer and stop words, loaded at its first use; an unknown one leaves words as they are. */
export function languageOf(code: string): Language {
  const known = loaded.get(code);
  if (known !== undefined) return known;
  const language = loadLanguage(code);
  loaded.set(code, language);
  return language;
}

// Read-only data of installed packages, kept for the life of the process like an imported module.
const loaded = new Map<string, Language>();
const require = createRequire(import.meta.url);
const largestCache = 50_000;

const languagesByCommonWord: ReadonlyMap<string, readonly string[]> = (() => {
  const codes = new Map<string, string[]>();
  for (const [code, words] of Object.entries(commonWords)) {
    for (const word of new Set(words.split(" ").map(foldWord))) {
      codes.set(word, [...(codes.get(word) ?? []), code]);
    }
  }
  return codes;
})();

const firstNotLatin = 0x250;
/** In order of precedence: what writes kana is Japanese, whatever else it writes. */
const languageByScript: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Greek}/u, "el"],
  [/\p{Script=Hebrew}/u, "he"],
  [/\p{Script=Armenian}/u, "hy"],
  [/\p{Script=Tamil}/u, "ta"],
  [/\p{Script=Devanagari}/u, "hi"],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Thai}/u, "th"],
  [/\p{Script=Arabic}/u, "ar"],
  [/\p{Script=Cyrillic}/u, "ru"],
  [/\p{Script=Han}/u, "zh"],
];

const stemmerByCode: Readonly<Record<string, string>> = {
  ...{ ar: "arabic", ca: "catalan", cs: "czech", da: "danish", de: "german", en: "english" },
  ...{ es: "spanish", eu: "basque", fi: "finnish", fr: "french", ga: "irish", hu: "hungarian" },
  ...{ hy: "armenian", it: "italian", nl: "dutch", no: "norwegian", pt: "portuguese" },
  ...{ ro: "romanian", ru: "russian", sl: "slovene", sv: "swedish", ta: "tamil", tr: "turkish" },
};

/** Modules of the `stopword` package, each of which holds one list. */
const stopListByCode: Readonly<Record<string, string>> = {
  ...{ ar: "ara", bg: "bul", ca: "cat", cs: "ces", da: "dan", de: "deu", el: "ell", en: "eng" },
  ...{ es: "spa", eu: "eus", fa: "fas", fi: "fin", fr: "fra", ga: "gle", he: "heb", hi: "hin" },
  ...{ hr: "hrv", hu: "hun", hy: "hye", id: "ind", it: "ita", nl: "nld", no: "nob", pl: "pol" },
  ...{ pt: "por", ro: "ron", ru: "rus", sl: "slv", sv: "swe", tr: "tur", uk: "ukr", vi: "vie" },
};

function languageOfScript(tokens: readonly Token[]): string | undefined {
  const foreign = tokens.filter(({ text }) => text.charCodeAt(0) >= firstNotLatin);
  return languageByScript.find(([script]) => foreign.some(({ text }) => script.test(text)))?.[1];
}

function loadLanguage(code: string): Language {
  let stopWords: ReadonlySet<string> | undefined;
  const stemRaw = loadStemmer(code);
  const cache = new Map<string, string>();
  return {
    code,
    stem({ text, raw, kind }) {
      if (kind === "piece") return text;
      const known = cache.get(raw);
      if (known !== undefined) return known;
      if (cache.size > largestCache) cache.clear();
      const stem = foldWord(stemRaw(raw)) || text;
      cache.set(raw, stem);
      return stem;
    },
    isStopWord(text) {
      stopWords ??= loadStopWords(code);
      return stopWords.has(text);
    },
  };
}

function loadStopWords(code: string): ReadonlySet<string> {
  const list = stopListByCode[code];
  const module: unknown = list === undefined ? {} : require(`stopword/src/stopwords_${list}.js`);
  const words: unknown = list === undefined ? [] : Reflect.get(Object(module), list);
  const extra = (extraStopWords[code] ?? "").split(" ");
  const all = Array.isArray(words) ? [...words.map(String), ...extra] : extra;
  return new Set(all.flatMap((word) => foldWord(word.toLowerCase()).split(/['’\s]/)));
}

function loadStemmer(code: string): (word: string) => string {
  const name = stemmerByCode[code];
  if (name === undefined) return (word) => word;
  const { newStemmer } = require("snowball-stemmers");
  const stemmer = newStemmer(name);
  const stem = (word: string): string => {
    const stemmed: unknown = /\d/.test(word) ? word : stemmer.stem(word);
    return typeof stemmed === "string" ? stemmed : word;
  };
  return code === "en" ? (word) => stem(englishBaseByForm.get(word) ?? word) : stem;
}
