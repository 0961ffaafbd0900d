import { isDeepStrictEqual } from "node:util";
import { LociError } from "../../errors.ts";
import { capMarks } from "../cap-marks.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { orNone } from "../or-none.ts";
import { type Place, placeOf, type TopicPath } from "../paths.ts";
import { sha256Hex } from "../sha256.ts";
import { isMark, lastToken, tagsOf, trailingTokens } from "./entry-tokens.ts";
import type { Entry } from "./topic.ts";

/** What the words of an entry say, without where they stand. */
export type EntryWords = Pick<Entry, "text" | "date" | "fields" | "tags" | "blockId" | "task">;

/** An entry to be written; plain tags that the text already holds are not written twice. */
export type EntryDraft = Pick<EntryWords, "text"> & {
  readonly [Key in keyof EntryWords]?: EntryWords[Key] | undefined;
};

/** The words of an entry on one line, taken apart and not yet read. */
export type EntryParts = ReturnType<typeof splitEntry>;

/**
 * Takes the lines of an item's first paragraph apart, in time linear in their length: `box` is `[ ] `, `[x] ` or "";
 * `words` stand behind it: the `text`, as it is spelt, and its trailing `tokens`, whose offsets are those of `words`.
 */
export function splitEntry(lines: readonly string[]) {
  const line = collapse(lines.join(" "));
  const box = /^\[[ xX]\] (?=.)/.exec(line)?.[0] ?? "";
  const words = line.slice(box.length);
  const tokens = trailingTokens(words);
  const end = tokens[0] === undefined ? words.length : tokens[0].start - 1;
  return { box, words, text: words.slice(0, end), tokens };
}

/** Reads the lines of an item's first paragraph. */
export function parseEntry(lines: readonly string[]): EntryWords {
  const { box, text, tokens } = splitEntry(lines);
  const fields = new Map<string, string>();
  for (const token of tokens) {
    // Of two equal keys the first counts.
    if (token.type === "field" && !fields.has(token.key)) fields.set(token.key, token.value);
  }
  // Not the tags within a field, whose value may be anyone's words.
  const behind = tokens.flatMap(({ type, value }) => (type === "tag" ? [value] : []));
  return {
    text: unescapeText(text),
    date: tokens.find(({ type }) => type === "date")?.value,
    fields: Object.fromEntries(fields),
    tags: [...new Set([...tagsOf(text), ...behind])],
    blockId: tokens.find(({ type }) => type === "blockId")?.value,
    task: box === "" ? undefined : box === "[ ] " ? "open" : "done",
  };
}

/** True for an entry that another one stands for. */
export const isSuperseded = (entry: Pick<Entry, "fields">): boolean =>
  Object.hasOwn(entry.fields, "superseded");

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
export const formatImportance = (importance: number): string =>
  String(importance === 1 ? 1 : Math.min(0.9, Math.round(importance * 10) / 10));

/** The id of an entry without a block id: from its text, so that no id needs to be written into files. */
export const textId = (text: string): string => sha256Hex(normalText(text)).slice(0, 12);

/** Equal for texts that are one memory. */
export const normalText = (text: string): string =>
  isPlain.test(text) ? text : capMarks(text).normalize("NFC").replace(/\s+/g, " ").trim();

/** Words with single spaces between them, as most texts are: looking is faster than replacing. */
const isPlain = /^[!-~]+(?: [!-~]+)*$/;

/**
 * The words of a list item, behind its marker, that `parseEntry` reads back as the draft. Without a date or
 * field before them, plain tags are words of the text: there the grammar gives no other place. Throws BAD_INPUT.
 */
export function formatEntry(draft: EntryDraft, marker = "-"): string {
  const { date, blockId, task } = draft;
  const given = cleanText(draft.text);
  if (given.trim() === "") refuse("Cannot write an empty memory: give it some text");
  const fields = Object.entries(draft.fields ?? {}).map(([key, value]) => {
    return [key.toLowerCase(), fieldValue(value)] as const;
  });
  const tags = [...new Set(draft.tags)];
  const present = tagsOf(given);
  const isNew = (tag: string): boolean => !isMark(tag) && !present.includes(tag);
  const plain = tags.filter(isNew).map((tag) => `#${tag}`);
  // Always, for at the end of the text they are escaped; and last, where no plain tag pulls them into it.
  const marks = tags.filter(isMark).map((tag) => `#${tag}`);
  const hasAnchor = date !== undefined || fields.length > 0;
  const text = [given, ...(hasAnchor ? [] : plain)].join(" ");
  const metadata = [
    ...(date === undefined ? [] : [`(${date})`]),
    ...fields.map(([key, value]) => `[${key}:: ${value}]`),
    ...(hasAnchor ? plain : []),
    ...marks,
    ...(blockId === undefined ? [] : [`^${blockId}`]),
  ];
  const box = task === undefined ? "" : task === "open" ? "[ ] " : "[x] ";
  const candidates = [text, escapeEnd(text), escapeStart(text), escapeStart(escapeEnd(text))];
  const lines = candidates.map((words) => box + [words, ...metadata].join(" "));
  const wanted = { text, date, blockId, task, fields: Object.fromEntries(fields) };
  const isRead = (line: string): boolean => {
    const { tags: found, ...back } = readBack(`${marker} ${line}`) ?? {};
    return isDeepStrictEqual(back, wanted) && tags.every((tag) => found?.includes(tag));
  };
  return (
    lines.find(isRead) ??
    refuse(`Cannot write the memory ${JSON.stringify(text)}: Markdown would not give it back`)
  );
}

/** How a text will stand in a file; as it is, where it cannot. */
export const writtenText = (text: string): string =>
  orNone(() => formatEntry({ text, date: "2000-01-01" })) ?? text;

/** Text on one line: white space collapsed, control characters dropped. */
export const cleanText = (text: string): string =>
  collapse(collapse(text.toWellFormed()).replace(/\p{Cc}+/gu, ""));

/** No-break and ideographic spaces are typography and stay. */
const collapse = (text: string): string =>
  text.replace(/[ \t\n\v\f\r\u0085\u2028\u2029]+/g, " ").replace(/^ | $/g, "");

/** What could end the field or pass for a tag in other programs is left out. */
const fieldValue = (given: string): string => cleanText(given.replace(/[#[\]]/g, ""));

/** A line as the only item of a list, read; undefined where it is something else. */
function readBack(line: string): EntryWords | undefined {
  const [list, ...others] = scanLines([line]);
  const paragraph = list?.type === "list" ? list.items[0]?.paragraph : undefined;
  return paragraph === undefined || others.length > 0 ? undefined : parseEntry(paragraph);
}

/**
 * Escapes stand in two places only, so that a person's own backslashes stay as they are: before what would
 * be Markdown at the start, and before what would be metadata at the end.
 */
function unescapeText(text: string): string {
  const start = text
    .replace(/^\\(?=[!-/:-@[-`{-~])/, "")
    .replace(/^(\d{1,9}\\*)\\(?=[.)](?: |$))/, "$1");
  const at = endTokenAt(start);
  return start[at - 1] === "\\" ? start.slice(0, at - 1) + start.slice(at) : start;
}

function escapeStart(text: string): string {
  const number = /^\d{1,9}\\*(?=[.)](?: |$))/.exec(text)?.[0] ?? "";
  return `${number}\\${text.slice(number.length)}`;
}

function escapeEnd(text: string): string {
  const at = endTokenAt(text);
  return at === 0 ? text : `${text.slice(0, at)}\\${text.slice(at)}`;
}

/** Where the last word starts, behind any backslashes, when it is a token; 0 where there is none but the first word. */
function endTokenAt(text: string): number {
  const at = lastToken(text, text.length)?.start ?? 0;
  let before = at;
  while (text[before - 1] === "\\") before--;
  return text[before - 1] === " " ? at : 0;
}

function refuse(message: string): never {
  throw new LociError("BAD_INPUT", message);
}

/**
 * Whether a top-level list item is a memory: each in a topic, a month of general memories or a profile; in a note,
 * where lists are text as well, one with a date, a field, or a tag behind either. Who an agent is, is none.
 */
export function isMemory(entry: Entry, { kind }: Pick<Place, "kind">): boolean {
  if (kind === "agent") return false;
  if (kind === "profile") return !isCopy(entry);
  if (kind !== "note") return true;
  const { date, fields, tags } = entry;
  return date !== undefined || Object.keys(fields).length > 0 || tags.some(isBehind(entry));
}

/** The memories that every count shows: those that no other one stands for. What is in the archive is counted apart. */
export const isCounted = (entry: Entry, place: Pick<Place, "kind">): boolean =>
  isMemory(entry, place) && !isSuperseded(entry);

/** True for a tag that follows the words of an entry instead of standing among them. */
export const isBehind =
  ({ text }: Entry): ((tag: string) => boolean) =>
  (tag) =>
    !text.includes(`#${tag}`);
