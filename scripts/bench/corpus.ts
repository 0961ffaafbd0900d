import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createRandom, type Random } from "./random.ts";
import { type WordList, wordLists } from "./words.ts";

/** One made-up entry; the date is `YYYY-MM-DD`. */
export interface MadeEntry {
  readonly text: string;
  readonly date: string;
  readonly language: string;
}

/** One made-up topic file; the path is relative to the vault. */
export interface MadeFile {
  readonly path: string;
  readonly markdown: string;
  readonly entries: readonly MadeEntry[];
  readonly notes: readonly string[];
}

export interface CorpusOptions {
  readonly perFile?: number | undefined;
  /** Every other entry and each note links to another topic, as in a vault that is to be a site. */
  readonly links?: boolean;
}

const banks = ["Personal", "Work", "General", "Relationships", "Health", "Interests", "Events"];
const firstDay = Date.UTC(2016, 0, 1);
const days = 3900;

/** The files of a vault of `size` entries: the same in every run. */
export function* makeFiles(size: number, options: CorpusOptions = {}): Generator<MadeFile> {
  const { perFile = 40, links = false } = options;
  const random = createRandom(size);
  const drawByLanguage = new Map(
    Object.entries(wordLists).map(([language, list]) => [language, wordsOf(list)]),
  );
  for (let done = 0, n = 0; done < size; done += perFile, n++) {
    const language = drawLanguage(random);
    const list = wordLists[language];
    const draw = drawByLanguage.get(language);
    if (list === undefined || draw === undefined) throw new TypeError(`No words for "${language}"`);
    const count = Math.min(perFile, size - done);
    const link = (): string =>
      links ? ` [[topic-${Math.floor((size / perFile) * random.next() ** 2)}]]` : "";
    yield makeFile(n, count, { language, list, draw, random, link });
  }
}

/** Writes the vault of `size` entries into `root`. */
export function writeCorpus(root: string, size: number, options?: CorpusOptions): void {
  write(root, "loci.yaml", "languages: [en, es, de, ja]\n");
  write(root, ".gitignore", ".loci/\n");
  for (const { path, markdown } of makeFiles(size, options)) write(root, path, markdown);
}

function write(root: string, path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

interface Making {
  readonly language: string;
  readonly list: WordList;
  readonly draw: (random: Random) => string;
  readonly random: Random;
  readonly link: () => string;
}

function makeFile(n: number, count: number, making: Making): MadeFile {
  const { language, list, draw, random, link } = making;
  const own = Array.from({ length: 24 }, () => draw(random));
  const word = (): string => (random.next() < 0.4 ? random.pick(own) : draw(random));
  const sentence = (): string => {
    const pattern = random.pick(list.patterns);
    const text = pattern.replace(/[#%]/g, (slot) =>
      slot === "#" ? word() : String(1 + random.below(400)),
    );
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
  const entries = Array.from({ length: count }, (_, i) => ({
    text: `${sentence()}${i % 2 === 0 ? link() : ""}`,
    date: dayOf(random.below(days)),
    language,
  }));
  const notes = Array.from({ length: 1 + random.below(3) }, () => {
    const sentences = Array.from({ length: 3 + random.below(4) }, sentence);
    return `${sentences.join(". ")}${link()}.`;
  });
  const dates = entries.map(({ date }) => date).sort();
  const title = `${own[0]} ${own[1]}`;
  const markdown = `---
title: ${JSON.stringify(title)}
aliases: [topic-${n}]
summary: ${JSON.stringify(own.slice(2, 6).join(", "))}
tags: [bench]
bank: ${random.pick(banks)}
created: ${dates[0]}
updated: ${dates.at(-1)}
---

# ${title}

${entries.map(({ text, date }) => `- ${text} (${date})${fieldsOf(random)}`).join("\n")}

## Notes

${notes.join("\n\n")}
`;
  return { path: pathOf(n, own[0] ?? ""), markdown, entries, notes };
}

/** Most files are topics; one in twenty a month of general memories, one in ten a person's own topic. */
function pathOf(n: number, word: string): string {
  if (n % 20 === 8) return `general/${dayOf(Math.floor(n / 20) * 31).slice(0, 7)}.md`;
  const folder = n % 10 === 9 ? `people/${n % 20 === 9 ? "ana" : "ben"}/topics` : "topics";
  return `${folder}/${word.toLowerCase()}-${n}.md`;
}

const dayOf = (day: number): string =>
  new Date(firstDay + day * 86_400_000).toISOString().slice(0, 10);

function fieldsOf(random: Random): string {
  const draw = random.next();
  if (draw < 0.05) return ` [bank:: ${random.pick(banks)}]`;
  if (draw < 0.08) return " [importance:: 0.8]";
  return draw < 0.09 ? " #protected" : "";
}

function drawLanguage(random: Random): string {
  let left = random.next();
  for (const [language, { share }] of Object.entries(wordLists)) {
    left -= share;
    if (left < 0) return language;
  }
  return "en";
}

/** Draws words in Zipf's proportions, as fitted to plain prose: a few are everywhere, most are seen once or twice. */
function wordsOf({ words, coins }: WordList): (random: Random) => string {
  const all = coins ? [...words, ...coinWords(40_000)] : words;
  const sums = new Float64Array(all.length);
  let sum = 0;
  for (let rank = 0; rank < all.length; rank++) {
    sum += (rank + 3.7) ** -1.07;
    sums[rank] = sum;
  }
  return (random) => {
    const wanted = random.next() * sum;
    let [low, high] = [0, all.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? sum) < wanted) low = middle + 1;
      else high = middle;
    }
    return all[low] ?? "";
  };
}

const heads = "b br c d dr f fl g gr h j k l m n p pl r s sh st t tr v w z".split(" ");
const middles = "a e i o u a e i o ai ou".split(" ");
const tails = ["", "", "n", "r", "l", "s", "m", "ck", "nd", "rt", "x"];

/** Names such as "Grelour" and "tachin": pronounceable, of two or three syllables, each once. */
function coinWords(count: number): string[] {
  const random = createRandom(7);
  const coined = new Set<string>();
  while (coined.size < count) {
    let word = "";
    for (let syllables = 2 + random.below(2); syllables > 0; syllables--) {
      word += random.pick(heads) + random.pick(middles);
    }
    coined.add(word + random.pick(tails));
  }
  return [...coined];
}
