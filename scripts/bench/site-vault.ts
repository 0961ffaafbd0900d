import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createRandom, type Random } from "./random.ts";
import { createVocabularies, type Vocabulary } from "./vocabulary.ts";

/** One file of a made-up vault that is to be a site. */
export interface SiteFile {
  /** Relative to the vault, POSIX. */
  readonly path: string;
  readonly markdown: string;
}

const banks = ["Personal", "Work", "General", "Relationships", "Interests", "Events"];
const tags = ["food", "food/spain", "home", "travel", "work", "family", "music", "health", "todo"];
const firstDay = Date.UTC(2024, 0, 1);
const days = 1_000;
const digests = 60;

/**
 * The files of a vault of so many topics, the same in every run: 6 to 26 dated bullets each, about seven wikilinks, tags,
 * inline fields, prose; one topic in fourteen in Arabic or Japanese; and a digest log of sixty conversations.
 */
export function* makeSiteFiles(topics: number): Generator<SiteFile> {
  const names = makeNames(topics);
  const random = createRandom(topics);
  for (const name of names) {
    yield { path: `topics/${name.slug}.md`, markdown: topicMarkdown(name, names, random) };
  }
  yield* makeLogs(names, random);
}

/** Writes that vault into `root`; gives how many MB of Markdown it is. */
export function writeSiteVault(root: string, topics: number): number {
  let bytes = 0;
  write(root, "loci.yaml", "languages: [en, es, de, ca, ja]\n");
  write(root, ".gitignore", ".loci/\n");
  for (const { path, markdown } of makeSiteFiles(topics)) {
    bytes += Buffer.byteLength(markdown);
    write(root, path, markdown);
  }
  return bytes / 1e6;
}

function write(root: string, path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

interface Name {
  readonly slug: string;
  readonly title: string;
  readonly vocabulary: Vocabulary;
}

/** All of them first: any topic may link to any other. */
function makeNames(topics: number): readonly Name[] {
  const { byLanguage, language } = createVocabularies();
  const random = createRandom(topics + 1);
  return Array.from({ length: topics }, (_, n) => {
    const vocabulary = byLanguage.get(language(random));
    if (vocabulary === undefined) throw new TypeError("No words for a language");
    const words = [vocabulary.word(random), vocabulary.word(random)];
    const title = capital(words.join(" "));
    return { slug: `${words.join("-").toLowerCase().replace("·", "")}-${n}`, title, vocabulary };
  });
}

function topicMarkdown(
  { title, vocabulary }: Name,
  names: readonly Name[],
  random: Random,
): string {
  const count = 6 + random.below(21);
  const sentence = (): string => fill(vocabulary, random);
  // A few topics are linked from everywhere, most from one or two others.
  const link = (): string => {
    const name = names[Math.floor(names.length * random.next() ** 2)] ?? names[0];
    return random.next() < 0.3 ? `[[${name?.slug}|${name?.title}]]` : `[[${name?.slug}]]`;
  };
  const entries = Array.from({ length: count }, () => {
    const about = random.next() < 5 / count ? ` ${link()}` : "";
    const date = dayOf(random.below(days));
    return `- ${sentence()}${about} (${date})${metadata(random)}`;
  });
  const prose = Array.from({ length: 1 + random.below(2) }, () =>
    Array.from({ length: 2 + random.below(3) }, sentence).join(". "),
  );
  return `---
title: ${JSON.stringify(title)}
tags: [${random.pick(tags)}]
bank: ${random.pick(banks)}
updated: ${dayOf(random.below(days))}
---

# ${title}

${entries.join("\n")}

## Notes

${prose.join(`. See ${link()}.\n\n`)}. See also ${link()}.
`;
}

/** Conversations of the last months, each with what was learned. */
function* makeLogs(names: readonly Name[], random: Random): Generator<SiteFile> {
  const blocks = Array.from({ length: digests }, (_, n) => {
    const name = random.pick(names);
    const day = dayOf(days - digests + n);
    const learned = Array.from(
      { length: 2 + random.below(3) },
      () => `- learned: ${fill(name.vocabulary, random)} → topics/${name.slug}.md`,
    );
    return { month: day.slice(0, 7), text: blockOf(n, day, { name, learned }) };
  });
  for (const [month, list] of Map.groupBy(blocks, (block) => block.month)) {
    yield { path: `log/${month}.md`, markdown: list.map(({ text }) => text).join("\n") };
  }
}

function blockOf(
  n: number,
  day: string,
  { name, learned }: { readonly name: Name; readonly learned: readonly string[] },
): string {
  return `## ${day}T14:30:00+01:00 ${name.slug}

About ${name.title}.

${learned.join("\n")}
- session: 01BENCH${String(n).padStart(4, "0")} · agent rostro · voice, text · es→en
`;
}

function metadata(random: Random): string {
  const draw = random.next();
  if (draw < 0.25) return ` [source:: 01BENCH${String(random.below(digests)).padStart(4, "0")}]`;
  if (draw < 0.3) return ` [bank:: ${random.pick(banks)}]`;
  if (draw < 0.33) return " [importance:: 0.8]";
  if (draw < 0.45) return ` #${random.pick(tags)}`;
  return "";
}

function fill(vocabulary: Vocabulary, random: Random): string {
  const text = random.pick(vocabulary.patterns).replace(/[#%]/g, (slot) => {
    return slot === "#" ? vocabulary.word(random) : String(1 + random.below(400));
  });
  return capital(text);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const dayOf = (day: number): string =>
  new Date(firstDay + day * 86_400_000).toISOString().slice(0, 10);
