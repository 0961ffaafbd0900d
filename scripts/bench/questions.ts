import { type CorpusOptions, type MadeEntry, makeFiles } from "./corpus.ts";
import { createRandom, type Random } from "./random.ts";
import { wordLists } from "./words.ts";

/** One question made from the corpus; `wanted`: the text of the entry that an answer ought to hold. */
export interface Question {
  readonly kind: string;
  readonly query: string;
  readonly wanted?: string;
}

/** `count` questions of mixed kinds about the vault of `size` entries: the same in every run. */
export function makeQuestions(size: number, count: number, options?: CorpusOptions): Question[] {
  const random = createRandom(size + 1);
  const entries = [...makeFiles(size, options)]
    .filter(({ path }) => !path.startsWith("people/"))
    .flatMap((file) => file.entries);
  return Array.from({ length: count }, (_, i) => {
    const entry = entries[Math.floor((i * entries.length) / count)];
    if (entry === undefined) throw new RangeError("Cannot ask an empty vault");
    return makeQuestion(entry, kinds[i % kinds.length] ?? "sentence", random);
  });
}

const kinds = [
  ...["sentence", "sentence", "keywords", "sentence", "word", "sentence", "frequent", "sentence"],
  ...["dated", "sentence", "keywords", "sentence", "typo", "sentence", "prefix", "nothing"],
];

function makeQuestion(entry: MadeEntry, kind: string, random: Random): Question {
  const { text: wanted, date, language } = entry;
  const words = contentOf(entry);
  const word = random.pick(words);
  const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? "";
  const middle = longest.length < 5 ? longest.length : longest.length >> 1;
  let next = 0;
  switch (kind) {
    case "keywords":
      return { kind, query: words.slice(0, 3).join(" "), wanted };
    case "word":
      return { kind, query: word };
    case "frequent":
      return { kind, query: random.pick((wordLists[language]?.words ?? []).slice(0, 5)) };
    case "dated":
      return { kind, query: `${word} ${date.slice(0, random.next() < 0.5 ? 10 : 7)}`, wanted };
    case "typo":
      return { kind, query: longest.slice(0, middle) + longest.slice(middle + 1) };
    case "prefix":
      return { kind, query: word.slice(0, Math.max(3, word.length - 2)) };
    case "nothing":
      return { kind, query: `zyxwv${random.below(1e6)} qqjx${random.below(1e6)}` };
    default: {
      const pattern = random.pick(wordLists[language]?.questions ?? []);
      const query = pattern.replace(/#/g, () => words[next++ % words.length] ?? "");
      return { kind: "sentence", query, wanted };
    }
  }
}

/** The content words of an entry, in order; a text without spaces counts as the words it was made of. */
function contentOf({ text, language }: MadeEntry): string[] {
  const list = wordLists[language];
  const known = new Set(list?.words);
  const content =
    list?.coins === false
      ? list.words.filter((word) => text.includes(word))
      : (text.match(/[\p{L}·]{4,}/gu) ?? []).filter((word) => known.has(word) || word.length > 5);
  return content.length > 0 ? content : [text];
}
