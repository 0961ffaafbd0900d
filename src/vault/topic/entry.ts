import { LociError } from "../../errors.ts";
import { isCalendarDate } from "../calendar-date.ts";
import { capMarks } from "../cap-marks.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { placeOf, type TopicPath } from "../paths.ts";
import { sha256Hex } from "../sha256.ts";
import {
  isMark,
  lastToken,
  openingBracket,
  readField,
  type Token,
  trailingTokens,
} from "./entry-tokens.ts";
import { isTag, tagsOf } from "./inline-tags.ts";
import type { Entry } from "./topic.ts";

/** What the words of an entry say, without where they stand. */
export type EntryWords = Pick<Entry, "text" | "date" | "fields" | "tags" | "blockId" | "task">;

/** An entry to be written. */
export interface EntryDraft {
  readonly text: string;
  readonly date?: string | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** Without `#`; plain tags that the text already holds are not written twice. */
  readonly tags?: readonly string[] | undefined;
  readonly blockId?: string | undefined;
  readonly task?: "open" | "done" | undefined;
}

/** The words of an entry on one line, taken apart and not yet read. */
export interface EntryParts {
  /** `[ ] ` or `[x] `, or "". */
  readonly box: string;
  /** What stands behind the box: the text, as it is spelt, and its trailing tokens. */
  readonly words: string;
  readonly text: string;
  /** Their offsets are those of `words`. */
  readonly tokens: readonly Token[];
}

/** Takes the lines of an item's first paragraph apart, in time linear in their length. */
export function splitEntry(lines: readonly string[]): EntryParts {
  const line = collapse(lines.join(" "));
  const box = /^\[[ xX]\] (?=.)/.exec(line)?.[0] ?? "";
  const words = line.slice(box.length);
  const tokens = trailingTokens(words);
  const end = tokens[0] === undefined ? words.length : tokens[0].start - 1;
  return { box, words, text: words.slice(0, end), tokens };
}

/** Reads the lines of an item's first paragraph. */
export function parseEntry(lines: readonly string[]): EntryWords {
  const { box, words, text, tokens } = splitEntry(lines);
  return {
    text: unescapeText(text),
    date: tokens.find((token) => token.type === "date")?.value,
    fields: fieldsOf(tokens),
    tags: words.includes("#") ? entryTags(text, tokens) : noTags,
    blockId: tokens.find((token) => token.type === "blockId")?.value,
    task: box === "" ? undefined : box === "[ ] " ? "open" : "done",
  };
}

/** The tags of the text and those behind it; not those within a field, whose value may be anyone's words. */
function entryTags(text: string, tokens: readonly Token[]): readonly string[] {
  const behind = tokens.flatMap((token) => (token.type === "tag" ? [token.value] : []));
  return [...new Set([...tagsOf(text), ...behind])];
}

/** True for an entry that another one stands for. */
export function isSuperseded(entry: Pick<Entry, "fields">): boolean {
  return Object.hasOwn(entry.fields, "superseded");
}

/** True for an entry that counts on a day (`YYYY-MM-DD`): neither superseded nor over. */
export const isCurrent = (entry: Pick<Entry, "fields">, today: string): boolean =>
  !isSuperseded(entry) && (entry.fields.until ?? today) >= today;

/** True for a line that, in a profile, only says again what another one says, and is Loci's to write. */
export const isCopy = ({ fields }: Pick<Entry, "fields">): boolean =>
  Object.hasOwn(fields, "copy-of");

/** The same wherever it stands: in any other file it is a memory like all. */
export const isCopyIn = (path: TopicPath, entry: Pick<Entry, "fields">): boolean =>
  isCopy(entry) && placeOf(path).kind === "profile";

/** What a copy says of the line that it is of. */
export const copyName = (file: string, { id }: Pick<Entry, "id">): string =>
  fieldValue(`${file} ^${id}`);

/** Whether `#tag` stands among an entry's tags, in capitals or not. */
export const hasTag = (tags: readonly string[], tag: string): boolean =>
  tags.some((one) => one.toLowerCase() === tag);

/** What an entry says, or said before it was struck. */
export function plainText(entry: Pick<Entry, "text" | "fields">): string {
  if (!isSuperseded(entry)) return entry.text;
  return entry.text.replace(/^~~(.*)~~$/s, "$1").replaceAll("\\~", "~");
}

/** How much an entry says that it matters, 0 to 1; undefined where it says nothing, or nothing that is a number. */
export function readImportance(stated: string | null | undefined): number | undefined {
  const number = Number(stated?.trim() || Number.NaN);
  return Number.isFinite(number) ? Math.min(1, Math.max(0, number)) : undefined;
}

/** Importance as it is written: one decimal, and 1 only for what is exactly 1, because that never decays. */
export function formatImportance(importance: number): string {
  return String(importance === 1 ? 1 : Math.min(0.9, Math.round(importance * 10) / 10));
}

/** The id of an entry without a block id: from its text, so that no id needs to be written into files. */
export const textId = (text: string): string => sha256Hex(normalText(text)).slice(0, 12);

/** Equal for texts that are one memory. */
export function normalText(text: string): string {
  const composed = ascii.test(text) ? text : capMarks(text).normalize("NFC");
  return isPlain.test(composed) ? composed : composed.replace(/\s+/g, " ").trim();
}

const ascii = /^[\0-\x7f]*$/;
/** Single spaces within and none around, as most texts have them. */
const isPlain = /^[!-~]+(?: [!-~]+)*$/;

/**
 * The words of a list item, behind its marker, that `parseEntry` reads back as the draft. Without a date or
 * field before them, plain tags are words of the text: there the grammar gives no other place.
 */
export function formatEntry(draft: EntryDraft, marker = "-"): string {
  const hasAnchor = draft.date !== undefined || Object.keys(draft.fields ?? {}).length > 0;
  const own = cleanText(draft.text);
  const tags = newTags(draft, own);
  const text = hasAnchor ? own : own + formatTags(tags.filter((tag) => !isMark(tag)));
  if (own.trim() === "") {
    throw new LociError("BAD_INPUT", "Cannot write an empty memory: give it some text");
  }
  const box = draft.task === undefined ? "" : draft.task === "open" ? "[ ] " : "[x] ";
  const metadata = formatMetadata(draft, hasAnchor ? tags : tags.filter(isMark));
  const candidates = [text, escapeEnd(text), escapeStart(text), escapeStart(escapeEnd(text))];
  const lines = candidates.map((words) => box + words + metadata);
  return (
    lines.find((line) => readsAs(`${marker} ${line}`, text, draft)) ??
    refuse(`Cannot write the memory ${JSON.stringify(text)}: Markdown would not give it back`)
  );
}

/** How a text will stand in a file; as it is, where it cannot. */
export function writtenText(text: string): string {
  try {
    return formatEntry({ text, date: "2000-01-01" });
  } catch (error) {
    if (error instanceof LociError) return text;
    throw error;
  }
}

/** Text on one line: white space collapsed, control characters dropped. */
export function cleanText(text: string): string {
  return collapse(collapse(text.toWellFormed()).replace(/\p{Cc}+/gu, ""));
}

/** No-break and ideographic spaces are typography and stay. */
const spaces = "[ \\t\\n\\v\\f\\r\\u0085\\u2028\\u2029]+";
const runs = new RegExp(spaces, "g");

function collapse(text: string): string {
  return text.replace(runs, " ").replace(/^ | $/g, "");
}

/** Where each character of the one line that `splitEntry` makes of an entry's lines stands in them. */
export function rawOffsets(raw: string): number[] {
  const parts = [...raw.trimStart().matchAll(new RegExp(`${spaces}|.`, "gs"))];
  return parts.map(({ index }) => raw.length - raw.trimStart().length + index);
}

/** Shared by all entries without: a file can hold hundreds of thousands. */
const noFields: Readonly<Record<string, string>> = {};
const noTags: readonly string[] = [];

/** Of two equal keys the first counts. */
function fieldsOf(tokens: readonly Token[]): Readonly<Record<string, string>> {
  if (!tokens.some((token) => token.type === "field")) return noFields;
  const fields = new Map<string, string>();
  for (const token of tokens) {
    if (token.type === "field" && !fields.has(token.key)) fields.set(token.key, token.value);
  }
  return Object.fromEntries(fields);
}

function readsAs(line: string, text: string, draft: EntryDraft): boolean {
  const [list, ...others] = scanLines([line]);
  const paragraph = list?.type === "list" ? list.items[0]?.paragraph : undefined;
  if (paragraph === undefined || others.length > 0) return false;
  const back = parseEntry(paragraph);
  return (
    back.text === text &&
    back.date === draft.date &&
    back.blockId === draft.blockId &&
    back.task === draft.task
  );
}

function formatMetadata(draft: EntryDraft, tags: readonly string[]): string {
  const { date, blockId } = draft;
  if (date !== undefined && !isCalendarDate(date)) {
    throw new LociError("BAD_DATE", `Cannot use the date "${date}": write it as 2026-02-12`, {
      data: { date },
    });
  }
  if (blockId !== undefined && !/^[A-Za-z0-9-]+$/.test(blockId)) {
    refuse(`Cannot use the block id "${blockId}": letters, digits and dashes only`);
  }
  const day = date === undefined ? "" : ` (${date})`;
  const fields = Object.entries(draft.fields ?? {}).map(formatField);
  const id = blockId === undefined ? "" : ` ^${blockId}`;
  return day + fields.join("") + formatTags(tags) + id;
}

/** What could end the field or pass for a tag in other programs is left out. */
const fieldValue = (given: string): string => cleanText(given.replace(/[#[\]]/g, ""));

function formatField([key, given]: readonly [string, string]): string {
  const value = fieldValue(given);
  const field = `[${key}:: ${value}]`;
  const back = readField(field);
  if (back?.key !== key.toLowerCase() || back.value !== value) {
    refuse(`Cannot use the field name "${key}": letters, digits, "_" and "-" only`);
  }
  return ` ${field}`;
}

/**
 * The draft's tags that its text does not hold; marks always, for at the end of the text they are escaped. Marks stand
 * last, where a plain tag cannot pull them into the text.
 */
function newTags(draft: EntryDraft, text: string): string[] {
  const present = new Set(tagsOf(text));
  const tags = [...new Set(draft.tags)].filter((tag) => isMark(tag) || !present.has(tag));
  for (const tag of tags) {
    if (!isTag(`#${tag}`)) {
      refuse(`Cannot use the tag "${tag}": letters, digits, "_", "-", "/" only`);
    }
  }
  return [...tags.filter((tag) => !isMark(tag)), ...tags.filter(isMark)];
}

const formatTags = (tags: readonly string[]): string => tags.map((tag) => ` #${tag}`).join("");

/**
 * Escapes stand in two places only, so that a person's own backslashes stay as they are: before what would
 * be Markdown at the start, and before what would be metadata at the end.
 */
function unescapeText(text: string): string {
  const start = text
    .replace(/^\\(?=[!-/:-@[-`{-~])/, "")
    .replace(/^(\d{1,9}\\*)\\(?=[.)](?: |$))/, "$1");
  const at = endTokenAt(start);
  return at !== undefined && start[at - 1] === "\\"
    ? start.slice(0, at - 1) + start.slice(at)
    : start;
}

function escapeStart(text: string): string {
  const number = /^\d{1,9}\\*(?=[.)](?: |$))/.exec(text)?.[0];
  return number === undefined ? `\\${text}` : `${number}\\${text.slice(number.length)}`;
}

function escapeEnd(text: string): string {
  const at = endTokenAt(text);
  return at === undefined ? text : `${text.slice(0, at)}\\${text.slice(at)}`;
}

/** Where the last word starts, behind any backslashes, when it is a token; never at the start of the text. */
function endTokenAt(text: string): number | undefined {
  const at = text.endsWith("]") ? openingBracket(text, text.length) : lastWordAt(text);
  if (at === undefined) return undefined;
  let before = at;
  while (text[before - 1] === "\\") before--;
  if (before === 0 || text[before - 1] !== " ") return undefined;
  const word = text.slice(at);
  return lastToken(word, word.length)?.start === 0 ? at : undefined;
}

function lastWordAt(text: string): number {
  const start = text.lastIndexOf(" ") + 1;
  return start + (/^\\*/.exec(text.slice(start))?.[0].length ?? 0);
}

function refuse(message: string): never {
  throw new LociError("BAD_INPUT", message);
}
