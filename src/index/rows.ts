import { type Place, pathKey, placeOf } from "../vault/paths.ts";
import { sha256 } from "../vault/sha256.ts";
import { isCopyIn, isCounted, isSuperseded, textId } from "../vault/topic/entry.ts";
import { isMarkedSecret } from "../vault/topic/secret-marks.ts";
import { isSecret } from "../vault/topic/secrets.ts";
import type { Entry, Passage, Topic } from "../vault/topic/topic.ts";
import { dayTokens } from "./dates.ts";
import type { FindQuotes } from "./find-quotes.ts";
import { chunkTerms, fileTerms } from "./terms.ts";

/** Raised when the same file yields other passages than before; part of the index's fingerprint. */
export const ROWS_VERSION = 9;

/** Settings that decide how rows look; they are part of the index's fingerprint. */
export interface RowSettings {
  readonly banks: readonly string[];
  readonly defaultBank: string;
  /** Language assumed where that of a text cannot be determined (ISO 639-1). */
  readonly language: string;
  /** Rows carry the key of the embedding cache, for a model that is asked once a text. */
  readonly hashed?: boolean;
}

/** Values by field: `ownTags` is for the column `own_tags`. schema.ts says what each column holds. */
export type Row = Readonly<Record<string, string | number | Buffer | null>>;

/** What the index keeps of a file, with its chunks in file order; `body`: what is found of one in full-text search. */
export interface FileRows {
  readonly names: Row;
  readonly fts: { readonly name: string; readonly body: string };
  readonly chunks: readonly ChunkRow[];
}

type ChunkRow = ReturnType<typeof entryToRow>;

/** Turns a parsed topic file into the rows the index keeps of it. Pure, where `quotes` is. */
export function topicToRows(
  topic: Topic,
  settings: RowSettings,
  quotes: FindQuotes = () => [],
): FileRows {
  const { frontmatter, path, title } = topic;
  const place = placeOf(path);
  const file = fileTerms(topic, settings.language);
  const reading: Reading = { topic, place, settings, quotes, language: file.language };
  const entries = topic.entries.filter((entry) => !isCopyIn(path, entry));
  const chunks = [
    ...entries.map((entry) => entryToRow(reading, entry)),
    ...topic.passages.map((passage) => passageToRow(reading, passage)),
  ].sort((a, b) => a.line - b.line || a.endLine - b.endLine);
  const kept = place.kind === "agent" ? [] : chunks;
  const live = kept.filter(({ superseded }) => superseded === 0);
  const shared = live.filter(({ owner }) => owner === "");
  const dates = topic.entries.flatMap((entry) => entry.date ?? []);
  const key = pathKey(path);
  return {
    names: {
      otherKey: key === path ? null : key,
      scope: place.scope,
      owner: topic.owner,
      kind: place.kind,
      archived: Number(place.archived),
      topic: place.topic,
      title,
      summary: frontmatter.summary ?? "",
      aliases: JSON.stringify(frontmatter.aliases),
      updated: [frontmatter.updated ?? "", ...dates].reduce((a, b) => (b > a ? b : a), ""),
      problems: JSON.stringify(topic.problems),
      language: file.language,
      lineLanguages: [...new Set(kept.map(({ language }) => language))].join(" "),
      tags: JSON.stringify(frontmatter.tags),
      secret: Number(topic.secrets.isWhole || isMarkedSecret([title])),
      chunks: kept.length,
      terms: live.reduce((sum, { length, saidLength }) => sum + length + saidLength, 0),
    },
    fts: {
      name: file.title,
      body: shared
        .map(({ terms, said, date }) => [terms, said, ...dayTokens(date)].join(" "))
        .join(" "),
    },
    chunks: kept,
  };
}

/** Names the text that is embedded for a chunk; a change here must change `prep` in the model's id. */
export function embeddedText(title: string, heading: string, text: string): string {
  return [title, heading, text].filter((part) => part !== "").join("\n");
}

/** By which vectors are kept: `chunk.hash`. */
export const embeddedHash = (title: string, heading: string, text: string): Buffer =>
  sha256(embeddedText(title, heading, text).normalize("NFC")).subarray(0, 16);

/** The file that is read, and what its lines need to know of it. */
interface Reading {
  readonly topic: Topic;
  readonly place: Place;
  readonly settings: RowSettings;
  readonly quotes: FindQuotes;
  readonly language: string;
}

function entryToRow(reading: Reading, entry: Entry) {
  const { topic, place, quotes } = reading;
  const { id, blockId, text, date = "", fields } = entry;
  // The id that an entry has or would have without block id and twins.
  const ownId = blockId === undefined && id.length === 12 ? id : textId(text);
  const ownTags = entry.tags.filter((tag) => !topic.frontmatter.tags.includes(tag));
  return {
    ...rowOf(reading, entry, date, quotes(ownId, place.scope, fields.person)),
    isNote: 0,
    uidKey: toUidKey(id),
    bank: knownBank(fields.bank, topic.frontmatter.bank, reading.settings),
    ownTags: ownTags.length === 0 ? "" : JSON.stringify(ownTags),
    fields: JSON.stringify(fields),
    textId: ownId === id ? "" : ownId,
    superseded: Number(isSuperseded(entry)),
    counted: Number(isCounted(entry, place)),
  };
}

/** Half as long, where an id is not somebody's block id. */
const toUidKey = (id: string): string | Buffer =>
  /^[0-9a-f]{12}$/.test(id) ? Buffer.from(id, "hex") : id;

function passageToRow(reading: Reading, passage: Passage): ChunkRow {
  const { topic, settings } = reading;
  const row = rowOf(reading, passage, "", []);
  return {
    ...row,
    isNote: 1,
    uidKey: embeddedHash(topic.title, row.heading, passage.text).subarray(0, 6),
    bank: knownBank(undefined, topic.frontmatter.bank, settings),
    ownTags: "",
    fields: "{}",
    textId: "",
    superseded: 0,
    counted: 0,
  };
}

/** What entries and passages have in common; the person's own words behind one are further keys, found and not shown. */
function rowOf(
  { topic, settings, language }: Reading,
  chunk: Entry | Passage,
  date: string,
  quotes: readonly string[],
) {
  const { text, headings, line, endLine, owner } = chunk;
  const words = chunkTerms({ text, headings, date }, language);
  const own = words.language;
  const said = quotes.map((quote) => chunkTerms({ text: quote, headings: [], date: "" }, own));
  const heading = headings.join(" > ");
  const saidTerms = said.flatMap(({ terms }) => terms);
  return {
    line,
    endLine,
    heading,
    text,
    date,
    owner,
    secret: Number(isSecret(chunk, topic)),
    language: own,
    terms: words.terms.join(" "),
    said: saidTerms.join(" "),
    length: words.terms.length,
    saidLength: saidTerms.length,
    body: [words.body, ...said.map(({ body }) => body)].join(" "),
    hash: settings.hashed === true ? embeddedHash(topic.title, heading, text) : null,
  };
}

/** The bank of an entry that names `own`, in a file that names `file`; a name that is not a bank's counts as the default one. */
export function knownBank(
  own: string | undefined,
  file: string | undefined,
  settings: Pick<RowSettings, "banks" | "defaultBank">,
): string {
  const wanted = (own ?? file ?? "").toLowerCase();
  return settings.banks.find((bank) => bank.toLowerCase() === wanted) ?? settings.defaultBank;
}
