import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createRandom, type Random } from "./random.ts";
import { createVocabularies, type Vocabulary } from "./vocabulary.ts";

/** One made-up entry. */
export interface MadeEntry {
  readonly text: string;
  /** YYYY-MM-DD */
  readonly date: string;
  readonly language: string;
}

/** One made-up topic file. */
export interface MadeFile {
  /** Relative to the vault, POSIX. */
  readonly path: string;
  readonly markdown: string;
  readonly entries: readonly MadeEntry[];
  readonly notes: readonly string[];
}

const banks = ["Personal", "Work", "General", "Relationships", "Health", "Interests", "Events"];
const firstDay = Date.UTC(2016, 0, 1);
const days = 3900;

/** The files of a vault of `size` entries: the same in every run. */
export function* makeFiles(size: number, entriesPerFile = 40): Generator<MadeFile> {
  const vocabularies = createVocabularies();
  const random = createRandom(size);
  for (let done = 0, n = 0; done < size; done += entriesPerFile, n++) {
    const language = vocabularies.language(random);
    const vocabulary = vocabularies.byLanguage.get(language);
    if (vocabulary === undefined) throw new TypeError(`No words for "${language}"`);
    yield makeFile(n, Math.min(entriesPerFile, size - done), { language, vocabulary, random });
  }
}

/** Writes the vault of `size` entries into `root`. */
export function writeCorpus(root: string, size: number, entriesPerFile?: number): void {
  writeFileSync(path(root, "loci.yaml"), "languages: [en, es, de, ca, ja]\n");
  writeFileSync(path(root, ".gitignore"), ".loci/\n");
  for (const { path: file, markdown } of makeFiles(size, entriesPerFile)) {
    writeFileSync(path(root, file), markdown);
  }
}

function path(root: string, relative: string): string {
  const file = join(root, relative);
  mkdirSync(dirname(file), { recursive: true });
  return file;
}

interface Making {
  readonly language: string;
  readonly vocabulary: Vocabulary;
  readonly random: Random;
}

function makeFile(n: number, count: number, making: Making): MadeFile {
  const { language, vocabulary, random } = making;
  const own = Array.from({ length: 24 }, () => vocabulary.word(random));
  const word = (): string => (random.next() < 0.4 ? random.pick(own) : vocabulary.word(random));
  const entries = Array.from({ length: count }, () => ({
    text: fill(random.pick(vocabulary.patterns), word, random),
    date: dayOf(random.below(days)),
    language,
  }));
  const notes = Array.from({ length: 1 + random.below(3) }, () => {
    const sentences = Array.from({ length: 3 + random.below(4) }, () =>
      fill(random.pick(vocabulary.patterns), word, random),
    );
    return `${sentences.join(". ")}.`;
  });
  const title = `${capital(own[0] ?? "")} ${own[1] ?? ""}`;
  const markdown = markdownOf({ title, words: own, entries, notes, random });
  return { path: pathOf(n, own[0] ?? "topic"), markdown, entries, notes };
}

/** Most files are topics; one in twenty a month of general memories, one in ten a person's own topic. */
function pathOf(n: number, word: string): string {
  if (n % 20 === 8) return `general/${dayOf(Math.floor(n / 20) * 31).slice(0, 7)}.md`;
  const folder = n % 10 === 9 ? `people/${n % 20 === 9 ? "ana" : "ben"}/topics` : "topics";
  return `${folder}/${word.toLowerCase().replace("·", "")}-${n}.md`;
}

function fill(pattern: string, word: () => string, random: Random): string {
  const text = pattern.replace(/[#%]/g, (slot) =>
    slot === "#" ? word() : String(1 + random.below(400)),
  );
  return capital(text);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const dayOf = (day: number): string =>
  new Date(firstDay + day * 86_400_000).toISOString().slice(0, 10);

interface Parts {
  readonly title: string;
  readonly words: readonly string[];
  readonly entries: readonly MadeEntry[];
  readonly notes: readonly string[];
  readonly random: Random;
}

function markdownOf({ title, words, entries, notes, random }: Parts): string {
  const dates = entries.map(({ date }) => date).sort();
  const lines = entries.map(({ text, date }) => `- ${text} (${date})${metadata(random)}`);
  return `---
title: ${JSON.stringify(title)}
summary: ${JSON.stringify(words.slice(2, 6).join(", "))}
tags: [bench]
bank: ${random.pick(banks)}
created: ${dates[0]}
updated: ${dates.at(-1)}
---

# ${title}

${lines.join("\n")}

## Notes

${notes.map((note, i) => (i === 0 ? note : `### ${capital(words[6 + i] ?? "")}\n\n${note}`)).join("\n\n")}
`;
}

function metadata(random: Random): string {
  const draw = random.next();
  if (draw < 0.05) return ` [bank:: ${random.pick(banks)}]`;
  if (draw < 0.08) return " [importance:: 0.8]";
  if (draw < 0.09) return " #protected";
  return "";
}
