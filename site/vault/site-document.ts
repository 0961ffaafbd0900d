import { isCalendarDate } from "../../src/vault/calendar-date.ts";
import { placeOf } from "../../src/vault/paths.ts";
import { splitLines } from "../../src/vault/split-lines.ts";
import { readFrontmatter } from "../../src/vault/topic/frontmatter.ts";
import { parseTopic } from "../../src/vault/topic/parse-topic.ts";
import type { Topic } from "../../src/vault/topic/topic.ts";
import { foldName } from "./hide-rules.ts";
import { type Property, propertiesIn } from "./known-frontmatter.ts";
import type { ParsedText } from "./read-files.ts";
import { type Banks, bankOf, toSiteEntries } from "./site-entry.ts";
import type { Backlink, SiteDocument, SiteEntry, SiteLink } from "./site-vault.ts";
import { proseTags } from "./tags.ts";

/** A document whose links are still to be found. */
export interface OpenDocument extends SiteDocument {
  readonly entries: readonly SiteEntry[];
  readonly links: SiteLink[];
  readonly backlinks: Backlink[];
}

/** Reads a document from what may be shown of its file; `parsed` has what is known of such files. */
export function toDocument(
  file: Pick<SiteDocument, "path" | "text">,
  url: string,
  { parsed, ...banks }: Banks & { readonly parsed?: WeakMap<object, ParsedText> | undefined },
): OpenDocument {
  const { path } = file;
  const known = parsed?.get(file) ?? parseText(file);
  parsed?.set(file, known);
  const { topic } = known;
  const entries: SiteEntry[] = [];
  const document: Open = {
    ...{ ...known, path, url, entries, links: [], backlinks: [] },
    place: placeOf(path),
    title: topic.title,
    bank: bankOf(topic.frontmatter.bank, banks),
    hasBank: [topic.frontmatter.bank, ...topic.entries.map(({ fields }) => fields.bank)].some(
      (bank) => bank !== undefined && bank.trim() !== "",
    ),
    memoryCount: 0,
    updated: updatedOf(topic),
  };
  for (const entry of toSiteEntries(document, banks)) entries.push(entry);
  document.memoryCount = entries.filter(({ isCounted }) => isCounted).length;
  return document;
}

type Open = OpenDocument & { memoryCount: number };

function parseText(file: Pick<SiteDocument, "path" | "text">): ParsedText {
  const topic = parseTopic(file.path, Buffer.from(file.text));
  const text = withoutFrontmatter(file.text);
  const properties = text === file.text ? [] : propertiesOf(file.text);
  return { text, topic, tags: tagsOf(topic, text), properties };
}

const propertiesOf = (text: string): Property[] =>
  propertiesIn(readFrontmatter(splitLines(text)).values);

/** Blank lines in its place, so that lines count as in the file. */
export function withoutFrontmatter(text: string): string {
  if (!text.startsWith("---")) return text;
  const lines = splitLines(text);
  const { lineCount } = readFrontmatter(lines);
  return lineCount === 0 ? text : `${"\n".repeat(lineCount)}${lines.slice(lineCount).join("\n")}\n`;
}

function updatedOf({ frontmatter, entries }: Topic): string | undefined {
  const own = frontmatter.updated?.slice(0, 10) ?? "";
  let updated = isCalendarDate(own) ? own : "";
  for (const { date } of entries) if (date !== undefined && date > updated) updated = date;
  return updated === "" ? undefined : updated;
}

/** Each once, however it is spelt; as it is spelt first. */
function tagsOf({ frontmatter, entries }: Topic, text: string): string[] {
  const tags = new Map<string, string>();
  for (const own of [frontmatter.tags, ...entries.map((entry) => entry.tags), proseTags(text)]) {
    for (const tag of own) if (!tags.has(foldName(tag))) tags.set(foldName(tag), tag);
  }
  return [...tags.values()];
}
