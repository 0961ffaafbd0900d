import { type MadeEntry, makeFiles } from "./corpus.ts";
import { createRandom, type Random } from "./random.ts";
import { wordLists } from "./words.ts";

/** One question made from the corpus. */
export interface Question {
  readonly kind: string;
  readonly query: string;
  /** Text of the entry it was made from, where an answer ought to find that one. */
  readonly wanted?: string;
}

/** `count` questions of mixed kinds about the vault of `size` entries: the same in every run. */
export function makeQuestions(size: number, count: number, entriesPerFile?: number): Question[] {
  const entries = sample(size, count, entriesPerFile);
  const random = createRandom(size + 1);
  return entries.map((entry, i) => {
    const make = kinds[i % kinds.length];
    if (make === undefined) throw new RangeError("No kind of question");
    return make(entry, random);
  });
}

/** Entries at even distances, so that all parts of the vault are asked for. */
function sample(size: number, count: number, entriesPerFile?: number): MadeEntry[] {
  const taken: MadeEntry[] = [];
  let seen = 0;
  for (const file of makeFiles(size, entriesPerFile)) {
    for (const entry of file.entries) {
      if (seen++ >= (taken.length * size) / count && taken.length < count) taken.push(entry);
    }
  }
  return taken;
}

type Kind = (entry: MadeEntry, random: Random) => Question;

const sentence: Kind = (entry, random) => {
  const words = wordsOf(entry);
  const patterns = wordLists[entry.language]?.questions ?? [];
  let next = 0;
  const query = random.pick(patterns).replace(/#/g, () => words[next++ % words.length] ?? "");
  return { kind: "sentence", query, wanted: entry.text };
};

const keywords: Kind = (entry) => ({
  kind: "keywords",
  query: wordsOf(entry).slice(0, 3).join(" "),
  wanted: entry.text,
});

const oneWord: Kind = (entry, random) => ({ kind: "word", query: random.pick(wordsOf(entry)) });

const frequentWord: Kind = (entry, random) => ({
  kind: "frequent",
  query: random.pick((wordLists[entry.language]?.words ?? []).slice(0, 5)),
});

const dated: Kind = (entry, random) => {
  const [word = ""] = wordsOf(entry);
  const when = random.next() < 0.5 ? entry.date : entry.date.slice(0, 7);
  return { kind: "dated", query: `${word} ${when}`, wanted: entry.text };
};

const typo: Kind = (entry) => {
  const longest = wordsOf(entry).sort((a, b) => b.length - a.length)[0] ?? "";
  const middle = longest.length >> 1;
  const query = longest.length < 5 ? longest : longest.slice(0, middle) + longest.slice(middle + 1);
  return { kind: "typo", query };
};

const prefix: Kind = (entry, random) => {
  const word = random.pick(wordsOf(entry));
  return { kind: "prefix", query: word.slice(0, Math.max(3, word.length - 2)) };
};

const nothing: Kind = (_, random) => ({
  kind: "nothing",
  query: `zyxwv${random.below(1e6)} qqjx${random.below(1e6)}`,
});

const kinds: readonly Kind[] = [
  ...[sentence, sentence, keywords, sentence, oneWord, sentence, frequentWord, sentence],
  ...[dated, sentence, keywords, sentence, typo, sentence, prefix, nothing],
];

/** The content words of an entry, in order; a text without spaces counts as the words it was made of. */
function wordsOf({ text, language }: MadeEntry): string[] {
  const list = wordLists[language];
  const known = new Set(list?.words);
  const pieces =
    list?.coins === false
      ? list.words.filter((word) => text.includes(word))
      : (text.match(/[\p{L}·]{4,}/gu) ?? []);
  const content = pieces.filter((piece) => known.has(piece) || piece.length > 5);
  return content.length > 0 ? content : [text];
}
