import { placeOf } from "../vault/paths.ts";
import { sha256 } from "../vault/sha256.ts";
import { isCounted } from "../vault/topic/counting.ts";
import { isCopyIn, isSuperseded, textId } from "../vault/topic/entry.ts";
import { isMarkedSecret } from "../vault/topic/secret-marks.ts";
import { isSecret } from "../vault/topic/secrets.ts";
import type { Entry, Passage, Topic } from "../vault/topic/topic.ts";
import type { FindQuotes } from "./find-quotes.ts";
import { chunkTerms, fileTerms, type TokensOf, tokensOnce } from "./terms.ts";

/** Raised when the same file yields other passages than before; part of the index's fingerprint. */
export const ROWS_VERSION = 6;

/** Settings that decide how rows look; they are part of the index's fingerprint. */
export interface RowSettings {
  readonly banks: readonly string[];
  readonly defaultBank: string;
  /** Language assumed where that of a text cannot be determined (ISO 639-1). */
  readonly language: string;
  /** Rows carry the key of the embedding cache, for a model that is asked once a text. */
  readonly hashed?: boolean;
}

/** One row of `chunk` with its full-text columns; `signature` is equal for rows that need no rewrite. */
export interface ChunkRow {
  readonly kind: "entry" | "note";
  readonly uid: string;
  readonly line: number;
  readonly endLine: number;
  readonly heading: string;
  readonly text: string;
  readonly date: string;
  readonly bank: string;
  /** JSON array of those that its file has not, '' if none. */
  readonly ownTags: string;
  readonly fields: string;
  /** For this device and its network alone. */
  readonly secret: boolean;
  /** Whose own it is; '' where it is shared. */
  readonly owner: string;
  readonly language: string;
  readonly terms: readonly string[];
  /** Content terms of the quotes behind an entry. */
  readonly said: readonly string[];
  /** An entry's id by its text, where its `uid` is another; else ''. */
  readonly textId: string;
  /** Another entry stands for it. */
  readonly superseded: boolean;
  /** A memory that every count shows. */
  readonly counted: boolean;
  readonly fts: { readonly heading: string; readonly body: string };
  /** 16 bytes: key of the embedding cache; null where no vector is kept. */
  readonly hash: Buffer | null;
}

/** One row of `file` (stats and hash apart), its full-text columns, and its chunks in file order. */
export interface FileRows {
  readonly scope: string;
  readonly owner: string;
  readonly kind: string;
  readonly archived: boolean;
  readonly topic: string;
  readonly title: string;
  readonly summary: string;
  readonly aliases: string;
  readonly updated: string;
  readonly problems: string;
  readonly language: string;
  /** JSON array. */
  readonly tags: string;
  /** All of it is, or its name. */
  readonly secret: boolean;
  readonly fts: { readonly title: string };
  readonly chunks: readonly ChunkRow[];
  /** Of the chunks, one behind the other. */
}

/** Turns a parsed topic file into the rows the index keeps of it. Pure, where `quotes` is. */
export function topicToRows(
  topic: Topic,
  settings: RowSettings,
  quotes: FindQuotes = () => [],
): FileRows {
  const place = placeOf(topic.path);
  const { frontmatter } = topic;
  const tokensOf = tokensOnce();
  const file = fileTerms(topic, settings.language, tokensOf);
  const words: WordsOf = (chunk, date) => termsOf(chunk, date, file.language, tokensOf);
  const bankOf = (name: string | undefined): string => knownBank(name, frontmatter.bank, settings);
  const all = [
    ...topic.entries
      .filter((entry) => !isCopyIn(topic.path, entry))
      .map((entry) => {
        const id = textIdOf(entry);
        const said = quotes(id, place.scope, entry.fields.person);
        return withQuotes(entryToRow(entry, topic, bankOf, words), id, said);
      }),
    ...topic.passages.map((passage) => passageToRow(passage, topic, bankOf, words)),
  ].sort((a, b) => a.line - b.line || a.endLine - b.endLine);
  const kept = place.kind === "agent" ? [] : all;
  const chunks = settings.hashed ? kept.map((chunk) => withHash(chunk, topic.title)) : kept;
  const dates = topic.entries.flatMap((entry) => entry.date ?? []);
  return {
    scope: place.scope,
    owner: topic.owner,
    kind: place.kind,
    archived: place.archived,
    topic: place.topic,
    title: topic.title,
    summary: frontmatter.summary ?? "",
    aliases: JSON.stringify(frontmatter.aliases),
    updated: [frontmatter.updated ?? "", ...dates].reduce((a, b) => (b > a ? b : a), ""),
    problems: JSON.stringify(topic.problems),
    language: file.language,
    tags: JSON.stringify(frontmatter.tags),
    secret: topic.secrets.isWhole || isMarkedSecret([topic.title]),
    fts: { title: file.title },
    chunks,
  };
}

const withHash = (chunk: ChunkRow, title: string): ChunkRow => ({
  ...chunk,
  hash: embeddedHash(title, chunk.heading, chunk.text),
});

/** Names the text that is embedded for a chunk; a change here must change `prep` in the model's id. */
export function embeddedText(title: string, heading: string, text: string): string {
  return [title, heading, text].filter((part) => part !== "").join("\n");
}

/** By which vectors are kept: `chunk.hash`. */
export const embeddedHash = (title: string, heading: string, text: string): Buffer =>
  hashOf(embeddedText(title, heading, text));

type BankOf = (name: string | undefined) => string;

type ChunkWords = Pick<ChunkRow, "language" | "terms" | "fts">;
type WordsOf = (chunk: Entry | Passage, date: string) => ChunkWords;

function entryToRow(entry: Entry, topic: Topic, bankOf: BankOf, wordsOf: WordsOf): ChunkRow {
  const heading = entry.headings.join(" > ");
  const date = entry.date ?? "";
  const { fts, ...terms } = wordsOf(entry, date);
  return {
    kind: "entry",
    uid: entry.id,
    line: entry.line,
    endLine: entry.endLine,
    heading,
    text: entry.text,
    date,
    bank: bankOf(entry.fields.bank),
    ownTags: ownTagsOf(entry, topic),
    fields: JSON.stringify(entry.fields),
    secret: isSecret(entry, topic),
    owner: entry.owner,
    ...terms,
    ...{ said: [], textId: "", superseded: isSuperseded(entry) },
    counted: isCounted(entry, placeOf(topic.path)),
    fts,
    hash: null,
  };
}

function ownTagsOf({ tags }: Entry, { frontmatter }: Topic): string {
  const own = tags.filter((tag) => !frontmatter.tags.includes(tag));
  return own.length === 0 ? "" : JSON.stringify(own);
}

/** The id that an entry has or would have without block id and twins. */
const textIdOf = ({ id, blockId, text }: Entry): string =>
  blockId === undefined && id.length === 12 ? id : textId(text);

/** The row with the person's own words behind it as further keys: they are found and ranked, and not shown. */
function withQuotes(row: ChunkRow, id: string, quotes: readonly string[]): ChunkRow {
  const own = id === row.uid ? row : { ...row, textId: id };
  if (quotes.length === 0) return own;
  const said = quotes.map((text) => chunkTerms({ text, headings: [], date: "" }, row.language));
  const body = [row.fts.body, ...said.map((words) => words.body)].join(" ");
  return { ...own, said: said.flatMap((words) => words.terms), fts: { ...row.fts, body } };
}

function passageToRow(passage: Passage, topic: Topic, bankOf: BankOf, wordsOf: WordsOf): ChunkRow {
  const heading = passage.headings.join(" > ");
  const { fts, ...terms } = wordsOf(passage, "");
  const hash = embeddedHash(topic.title, heading, passage.text);
  return {
    kind: "note",
    uid: hash.toString("hex").slice(0, 12),
    line: passage.line,
    endLine: passage.endLine,
    heading,
    text: passage.text,
    date: "",
    bank: bankOf(undefined),
    ownTags: "",
    fields: "{}",
    secret: isSecret(passage, topic),
    owner: passage.owner,
    ...terms,
    ...{ said: [], textId: "", superseded: false },
    counted: false,
    fts,
    hash: null,
  };
}

function termsOf(
  chunk: { readonly text: string; readonly headings: readonly string[] },
  date: string,
  fallback: string,
  tokensOf: TokensOf,
): ChunkWords {
  const { language, terms, heading, body } = chunkTerms(
    { text: chunk.text, headings: chunk.headings, date },
    fallback,
    tokensOf,
  );
  return { language, terms, fts: { heading, body } };
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

function hashOf(text: string): Buffer {
  return sha256(text.normalize("NFC")).subarray(0, 16);
}
