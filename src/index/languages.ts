import { createRequire } from "node:module";
import { tablesOf, wordsIn } from "../language/languages.ts";
import { foldWord, type Token } from "./tokenize.ts";

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
  const best = Math.max(0, ...hits.values());
  const expected = hits.get(fallback) ?? 0;
  if (best >= expected + lead && best >= fewest) {
    const rivals = [...hits].filter(([, count]) => count === best).map(([code]) => code);
    return rivals.sort()[0] ?? fallback;
  }
  if (best > 0) return fallback;
  return languageOfScript(tokens) ?? fallback;
}

/** How much speaks for each language: its common words, those of few others most; and endings of the other words. */
function countHints(tokens: readonly Token[]): Map<string, number> {
  const hits = new Map<string, number>();
  for (const { text, raw, kind } of tokens) {
    const common = languagesByCommonWord.get(text);
    const ending = common === undefined && kind === "word" ? languageOfEnding(raw) : undefined;
    const codes = common ?? (ending === undefined ? [] : [ending]);
    const weight =
      common === undefined
        ? endingWeight
        : (text.length === 1 ? letterWeight : 1) / Math.sqrt(common.length);
    for (const code of codes) hits.set(code, (hits.get(code) ?? 0) + weight);
  }
  return hits;
}

const letterWeight = 0.5;
const endingWeight = 0.5;
/** By so much another language must be more likely than the expected one, and so much must speak for it. */
const lead = 0.4;
const fewest = 0.7;

function languageOfEnding(word: string): string | undefined {
  for (let length = Math.min(longestEnding, word.length - 2); length > 0; length--) {
    const code = languageByEnding.get(word.slice(-length));
    if (code !== undefined) return code;
  }
  return undefined;
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
  for (const [code, words] of tablesOf("commonWords")) {
    for (const word of new Set(wordsIn(words).map(foldWord))) {
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

/** Lists of the `stopword` package, each a module of its own, for all of them at once take ten times as long. */
const stopListByCode: Readonly<Record<string, () => unknown>> = {
  ar: () => require("stopword/src/stopwords_ara.js"),
  bg: () => require("stopword/src/stopwords_bul.js"),
  ca: () => require("stopword/src/stopwords_cat.js"),
  cs: () => require("stopword/src/stopwords_ces.js"),
  da: () => require("stopword/src/stopwords_dan.js"),
  de: () => require("stopword/src/stopwords_deu.js"),
  el: () => require("stopword/src/stopwords_ell.js"),
  en: () => require("stopword/src/stopwords_eng.js"),
  es: () => require("stopword/src/stopwords_spa.js"),
  eu: () => require("stopword/src/stopwords_eus.js"),
  fa: () => require("stopword/src/stopwords_fas.js"),
  fi: () => require("stopword/src/stopwords_fin.js"),
  fr: () => require("stopword/src/stopwords_fra.js"),
  ga: () => require("stopword/src/stopwords_gle.js"),
  he: () => require("stopword/src/stopwords_heb.js"),
  hi: () => require("stopword/src/stopwords_hin.js"),
  hr: () => require("stopword/src/stopwords_hrv.js"),
  hu: () => require("stopword/src/stopwords_hun.js"),
  hy: () => require("stopword/src/stopwords_hye.js"),
  id: () => require("stopword/src/stopwords_ind.js"),
  it: () => require("stopword/src/stopwords_ita.js"),
  nl: () => require("stopword/src/stopwords_nld.js"),
  no: () => require("stopword/src/stopwords_nob.js"),
  pl: () => require("stopword/src/stopwords_pol.js"),
  pt: () => require("stopword/src/stopwords_por.js"),
  ro: () => require("stopword/src/stopwords_ron.js"),
  ru: () => require("stopword/src/stopwords_rus.js"),
  sl: () => require("stopword/src/stopwords_slv.js"),
  sv: () => require("stopword/src/stopwords_swe.js"),
  tr: () => require("stopword/src/stopwords_tur.js"),
  uk: () => require("stopword/src/stopwords_ukr.js"),
  vi: () => require("stopword/src/stopwords_vie.js"),
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
  const [list] = Object.values(Object(stopListByCode[code]?.()));
  const words = Array.isArray(list) ? list.map(String) : [];
  const all = [...words, ...wordsIn(tablesOf("stopWords").get(code) ?? "")];
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

/** Irregular English forms by their base form: what suffix stripping cannot know. */
const formsByBase = `
be: am is are was were been being|become: became|begin: began begun|bend: bent|bet: betted|bind: bound|bite: bit bitten
bleed: bled|blow: blew blown|break: broke broken|breed: bred|bring: brought|build: built|burn: burnt|buy: bought
catch: caught|choose: chose chosen|come: came|creep: crept|deal: dealt|dig: dug|dive: dove|do: did done does|draw: drew drawn
dream: dreamt|drink: drank drunk|drive: drove driven|eat: ate eaten|fall: fell fallen|feed: fed|feel: felt|fight: fought
find: found|flee: fled|fly: flew flown|forbid: forbade forbidden|forget: forgot forgotten|forgive: forgave forgiven
freeze: froze frozen|get: got gotten|give: gave given|go: went gone goes|grow: grew grown|hang: hung|have: had has
hear: heard|hide: hid hidden|hold: held|keep: kept|kneel: knelt|know: knew known|lay: laid|lead: led|lean: leant
learn: learnt|leave: left|lend: lent|lie: lain lying|light: lit|lose: lost|make: made|mean: meant|meet: met|pay: paid
prove: proven|ride: rode ridden|ring: rang rung|rise: rose risen|run: ran|say: said|see: saw seen|seek: sought|sell: sold
send: sent|sew: sewn|shake: shook shaken|shine: shone|shoot: shot|show: shown|shrink: shrank shrunk|sing: sang sung
sink: sank sunk|sit: sat|sleep: slept|slide: slid|smell: smelt|speak: spoke spoken|speed: sped|spend: spent|spill: spilt
spin: spun|spoil: spoilt|stand: stood|steal: stole stolen|stick: stuck|sting: stung|strike: struck|strive: strove
swear: swore sworn|sweep: swept|swim: swam swum|swing: swung|take: took taken|teach: taught|tear: tore torn|tell: told
think: thought|throw: threw thrown|understand: understood|wake: woke woken|wear: wore worn|weave: wove woven|weep: wept
win: won|withdraw: withdrew withdrawn|write: wrote written
child: children kid kids|man: men|woman: women|person: people|foot: feet|tooth: teeth|mouse: mice|goose: geese
life: lives|wife: wives|knife: knives|leaf: leaves|half: halves|shelf: shelves|wolf: wolves|calf: calves|loaf: loaves
photo: photograph photographs pic pics photos|mother: mom mum mommy mummy moms|father: dad daddy dads|grandmother: grandma granny
grandfather: grandpa grandad|television: tv|bicycle: bike bikes|telephone: phone phones|refrigerator: fridge
good: better best|bad: worse worst|far: further farther
`;

/** Base form of an irregular English form ("went" → "go"), both in lower case. */
export const englishBaseByForm: ReadonlyMap<string, string> = new Map(
  formsByBase
    .trim()
    .split(/[\n|]/)
    .flatMap((line) => {
      const [base = "", forms = ""] = line.split(": ");
      return forms.split(" ").map((form): [string, string] => [form, base]);
    }),
);

/** Languages by ending; an ending has one to four letters. */
const languageByEnding: ReadonlyMap<string, string> = new Map(
  [...tablesOf("wordEndings")].flatMap(([code, endings]) =>
    wordsIn(endings).map((ending): [string, string] => [ending, code]),
  ),
);

const longestEnding = 4;
