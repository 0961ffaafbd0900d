import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readTemplates } from "../train/sentences.ts";
import { createRandom, type Random } from "./random.ts";

/** One made-up entry; the date is `YYYY-MM-DD`. */
interface MadeEntry {
  readonly text: string;
  readonly date: string;
  readonly language: Language;
}

/** One made-up topic file; the path is relative to the vault. */
interface MadeFile {
  readonly path: string;
  readonly markdown: string;
  readonly entries: readonly MadeEntry[];
  readonly notes: readonly string[];
}

export interface CorpusOptions {
  readonly perFile?: number;
  /** Every other entry and each note links to another topic, as in a vault that is to be a site. */
  readonly links?: boolean;
}

/** One question made from the corpus; `wanted`: the text of the entry that an answer ought to hold. */
export interface Question {
  readonly kind: string;
  readonly query: string;
  readonly wanted?: string;
}

/** Sentences that people say, from those that the models are trained with, and how one asks about them. */
interface Language {
  readonly sentences: readonly string[];
  readonly asking: string;
}

/** The languages of the topics, English as often as all others together. */
const asking = [
  ["en", "what did I say about"],
  ["es", "¿qué dije de"],
  ["en", "where do we keep"],
  ["de", "was war mit"],
  ["en", "how much was"],
  ["fr", "qu'est-ce que j'ai dit de"],
] as const;

function readLanguages(): readonly Language[] {
  const templates = readTemplates(join(import.meta.dirname, "../train/sentences"), 2);
  const factsOf = (code: string): string[] =>
    templates.flatMap(({ keep, language, sentences }) =>
      keep && language === code ? sentences : [],
    );
  return asking.map(([code, words]) => ({ sentences: factsOf(code), asking: words }));
}

/** The files of a vault of `size` entries: the same in every run. */
export function* makeFiles(size: number, options: CorpusOptions = {}): Generator<MadeFile> {
  const { perFile = 40, links = false } = options;
  const random = createRandom(size);
  const languages = readLanguages();
  for (let done = 0, n = 0; done < size; done += perFile, n++) {
    const language = random.pick(languages);
    const count = Math.min(perFile, size - done);
    const link = (): string =>
      links ? ` [[topic-${Math.floor((size / perFile) * random.next() ** 2)}]]` : "";
    yield makeFile(n, count, { language, random, link });
  }
}

/** Every entry and note of that vault. */
export const textsOf = (size: number, options?: CorpusOptions): string[] =>
  [...makeFiles(size, options)].flatMap(({ entries, notes }) => [
    ...entries.map(({ text }) => text),
    ...notes,
  ]);

/** Writes the vault of `size` entries into `root`. */
export function writeCorpus(root: string, size: number, options?: CorpusOptions): void {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("loci.yaml", "languages: [en, es, de, fr]\n");
  write(".gitignore", ".loci/\n");
  for (const { path, markdown } of makeFiles(size, options)) write(path, markdown);
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

function makeFile(
  n: number,
  count: number,
  by: { readonly language: Language; readonly random: Random; readonly link: () => string },
): MadeFile {
  const { language, random, link } = by;
  const own = Array.from({ length: 12 }, () => drawName(random));
  const someName = (): string => (random.next() < 0.4 ? random.pick(own) : drawName(random));
  const sentence = (): string => {
    const said = random.pick(language.sentences).replace(/[.!?]$/, "");
    return `${said}, ${someName()} ${1 + random.below(400)} ${someName()}`;
  };
  const entries = Array.from({ length: count }, (_, i) => ({
    text: `${sentence()}${i % 2 === 0 ? link() : ""}`,
    date: dayOf(random.below(3900)),
    language,
  }));
  const notes = Array.from({ length: 1 + random.below(3) }, () => {
    const sentences = Array.from({ length: 3 + random.below(4) }, sentence);
    return `${sentences.join(". ")}${link()}.`;
  });
  const title = `${own[0]} ${own[1]}`;
  const markdown = `---
title: ${JSON.stringify(title)}
aliases: [topic-${n}]
summary: ${JSON.stringify(own.slice(2, 6).join(", "))}
tags: [bench]
bank: ${random.pick(banks)}
---

# ${title}

${entries.map(({ text, date }) => `- ${text} (${date})`).join("\n")}

## Notes

${notes.join("\n\n")}
`;
  return { path: pathOf(n, own[0] ?? ""), markdown, entries, notes };
}

const banks = ["Personal", "Work", "General", "Relationships", "Health", "Interests", "Events"];

/** Most files are topics; one in twenty a month of general memories, one in ten a person's own topic. */
function pathOf(n: number, word: string): string {
  if (n % 20 === 8) return `general/${dayOf(Math.floor(n / 20) * 31).slice(0, 7)}.md`;
  const folder = n % 10 === 9 ? `people/${n % 20 === 9 ? "ana" : "ben"}/topics` : "topics";
  return `${folder}/${word.toLowerCase()}-${n}.md`;
}

const dayOf = (day: number): string =>
  new Date(Date.UTC(2016, 0, 1 + day)).toISOString().slice(0, 10);

const kinds =
  "sentence keywords sentence word sentence dated sentence typo sentence prefix sentence nothing".split(
    " ",
  );

function makeQuestion({ text, date, language }: MadeEntry, kind: string, random: Random): Question {
  const wanted = text;
  const found = text.match(/\p{L}{4,}/gu) ?? [];
  const words = found.length > 0 ? found : [text];
  const word = random.pick(words);
  const longest = words.toSorted((a, b) => b.length - a.length)[0] ?? "";
  const middle = longest.length < 5 ? longest.length : longest.length >> 1;
  switch (kind) {
    case "keywords":
      return { kind, query: words.slice(0, 3).join(" "), wanted };
    case "word":
      return { kind, query: word };
    case "dated":
      return { kind, query: `${word} ${date.slice(0, random.next() < 0.5 ? 10 : 7)}`, wanted };
    case "typo":
      return { kind, query: longest.slice(0, middle) + longest.slice(middle + 1) };
    case "prefix":
      return { kind, query: word.slice(0, Math.max(3, word.length - 2)) };
    case "nothing":
      return { kind, query: `zyxwv${random.below(1e6)} qqjx${random.below(1e6)}` };
    default: {
      const asked = words.slice(-3).join(" ");
      return { kind: "sentence", query: `${language.asking} ${asked}?`, wanted };
    }
  }
}

const syllables =
  "ba bel cor da den fi fra ga gor ha hil jo ka kel la lin ma mor na nel o pa pri ra ros sa sel ta tor u va ven wi ya zan".split(
    " ",
  );

/** A name of three syllables, such as "Corvalin"; a few are drawn often, most once or twice. */
function drawName(random: Random): string {
  const [first = "", ...rest] = Array.from({ length: 3 }, () => {
    return syllables[Math.floor(syllables.length * random.next() ** 2)];
  });
  return first.charAt(0).toUpperCase() + first.slice(1) + rest.join("");
}
