import { type Place, placeOf } from "../vault/paths.ts";
import { sha256 } from "../vault/sha256.ts";
import { isCounted } from "../vault/topic/counting.ts";
import { isCopyIn, isSuperseded, textId } from "../vault/topic/entry.ts";
import { isMarkedSecret } from "../vault/topic/secret-marks.ts";
import { isSecret } from "../vault/topic/secrets.ts";
import type { Entry, Passage, Topic } from "../vault/topic/topic.ts";
import { dayTokens } from "./dates.ts";
import type { FindQuotes } from "./find-quotes.ts";
import { chunkTerms, fileTerms, type TokensOf, tokensOnce } from "./terms.ts";

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

/** What makes one row of `chunk`, beside its place: schema.ts says what each column holds. */
type ChunkRow = ReturnType<typeof entryToRow>;

/** The same of `file`, with its chunks in file order. */
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
  readonly lineLanguages: readonly string[];
  readonly tags: string;
  readonly secret: boolean;
  readonly fts: { readonly name: string; readonly body: string };
  readonly chunks: readonly ChunkRow[];
}

/** Turns a parsed topic file into the rows the index keeps of it. Pure, where `quotes` is. */
export function topicToRows(
  topic: Topic,
  settings: RowSettings,
  quotes: FindQuotes = () => [],
): FileRows {
  const { frontmatter } = topic;
  const place = placeOf(topic.path);
  const tokensOf = tokensOnce();
  const file = fileTerms(topic, settings.language, tokensOf);
  const reading: Reading = { topic, place, settings, quotes, language: file.language, tokensOf };
  const entries = topic.entries.filter((entry) => !isCopyIn(topic.path, entry));
  const chunks = [
    ...entries.map((entry) => entryToRow(reading, entry)),
    ...topic.passages.map((passage) => passageToRow(reading, passage)),
  ].sort((a, b) => a.line - b.line || a.endLine - b.endLine);
  const kept = place.kind === "agent" ? [] : chunks;
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
    lineLanguages: [...new Set(kept.map(({ language }) => language))],
    tags: JSON.stringify(frontmatter.tags),
    secret: topic.secrets.isWhole || isMarkedSecret([topic.title]),
    fts: { name: file.title, body: bodyOf(kept) },
    chunks: kept,
  };
}

/** Of a whole file: its lines in force that are nobody's own. */
const bodyOf = (chunks: readonly ChunkRow[]): string =>
  chunks
    .filter(({ superseded, owner }) => !superseded && owner === "")
    .map(({ terms, said, date }) => [...terms, ...said, ...dayTokens(date)].join(" "))
    .join(" ");

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
  readonly tokensOf: TokensOf;
}

function entryToRow(reading: Reading, entry: Entry) {
  const { topic, place, quotes } = reading;
  const id = textIdOf(entry);
  const said = quotes(id, place.scope, entry.fields.person);
  return {
    ...rowOf(reading, entry, entry.date ?? "", said),
    isNote: false,
    uidKey: toUidKey(entry.id),
    bank: knownBank(entry.fields.bank, topic.frontmatter.bank, reading.settings),
    ownTags: ownTagsOf(entry, topic),
    fields: JSON.stringify(entry.fields),
    textId: id === entry.id ? "" : id,
    superseded: isSuperseded(entry),
    counted: isCounted(entry, place),
  };
}

function passageToRow(reading: Reading, passage: Passage): ChunkRow {
  const { topic, settings } = reading;
  const row = rowOf(reading, passage, "", []);
  return {
    ...row,
    isNote: true,
    uidKey: embeddedHash(topic.title, row.heading, passage.text).subarray(0, 6),
    bank: knownBank(undefined, topic.frontmatter.bank, settings),
    ownTags: "",
    fields: "{}",
    textId: "",
    superseded: false,
    counted: false,
  };
}

/** What entries and passages have in common; the person's own words behind one are further keys, found and not shown. */
function rowOf(
  { topic, settings, language, tokensOf }: Reading,
  chunk: Entry | Passage,
  date: string,
  quotes: readonly string[],
) {
  const { text, headings, line, endLine, owner } = chunk;
  const words = chunkTerms({ text, headings, date }, language, tokensOf);
  const said = quotes.map((quote) =>
    chunkTerms({ text: quote, headings: [], date: "" }, words.language),
  );
  const heading = headings.join(" > ");
  return {
    line,
    endLine,
    heading,
    text,
    date,
    owner,
    secret: isSecret(chunk, topic),
    language: words.language,
    terms: words.terms,
    said: said.flatMap(({ terms }) => terms),
    length: words.terms.length,
    /** What is found of it in full-text search. */
    body: [words.body, ...said.map(({ body }) => body)].join(" "),
    hash: settings.hashed === true ? embeddedHash(topic.title, heading, text) : null,
  };
}

/** Half as long, where an id is not somebody's block id. */
const toUidKey = (id: string): string | Buffer =>
  /^[0-9a-f]{12}$/.test(id) ? Buffer.from(id, "hex") : id;

function ownTagsOf({ tags }: Entry, { frontmatter }: Topic): string {
  const own = tags.filter((tag) => !frontmatter.tags.includes(tag));
  return own.length === 0 ? "" : JSON.stringify(own);
}

/** The id that an entry has or would have without block id and twins. */
const textIdOf = ({ id, blockId, text }: Entry): string =>
  blockId === undefined && id.length === 12 ? id : textId(text);

/** The bank of an entry that names `own`, in a file that names `file`; a name that is not a bank's counts as the default one. */
export function knownBank(
  own: string | undefined,
  file: string | undefined,
  settings: Pick<RowSettings, "banks" | "defaultBank">,
): string {
  const wanted = (own ?? file ?? "").toLowerCase();
  return settings.banks.find((bank) => bank.toLowerCase() === wanted) ?? settings.defaultBank;
}
