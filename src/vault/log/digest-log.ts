import { logPath } from "../paths.ts";
import { splitLines, usualEol } from "../split-lines.ts";
import { cleanText } from "../topic/entry.ts";
import { decodeText } from "../vault-text.ts";
import type { ChangeFile } from "../write/change-file.ts";

/** A memory that was written into a file. */
interface Written {
  readonly text: string;
  readonly file: string;
  /** The person's own words behind it. */
  readonly said?: string;
}

/** What a digestion did with one memory (`was`: the text that it replaced), or what someone did to a file by hand. */
export type DigestLine =
  | ({ readonly type: "learned" } & Written)
  | ({ readonly type: "replaced"; readonly was: string } & Written)
  | { readonly type: "known"; readonly text: string }
  | { readonly type: "kept"; readonly text: string; readonly reason: string }
  | { readonly type: "changed"; readonly file: string; readonly what: string };

/** One block of `log/YYYY-MM.md`: a digested conversation, or a batch of edits by hand (`session` is ""). */
export interface DigestBlock {
  /** Local time with its offset, `2026-02-12T14:30:00+01:00`. */
  readonly time: string;
  /** Slug of the conversation's topic, or "". */
  readonly topic: string;
  readonly summary: string;
  readonly lines: readonly DigestLine[];
  readonly session: string;
  readonly agent: string;
  readonly person: string | null;
  /** `voice`, `text`. */
  readonly modes: readonly string[];
  /** In the order they were spoken, `es`, `en`. */
  readonly languages: readonly string[];
}

/** A block, and each line of the file that says something of it. */
export type LogBlock = { readonly digest: DigestBlock; readonly rows: readonly LogRow[] };

/** The summary, an item such as `- learned: …`, or a detail of one, `- was: …` and `- said: …`. */
export interface LogRow {
  /** From 0; the summary has several lines, up to `end`, with the blank one below it. */
  readonly line: number;
  readonly end: number;
  readonly type: "summary" | "item" | "was" | "said";
  readonly words: string;
  /** What it is, or belongs to. */
  readonly says?: DigestLine | undefined;
}

/** The heading of a block: its time and its topic. */
export const blockHeading: RegExp =
  /^##[ \t]+(\d{4}-\d\d-\d\dT\d\d:[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)(?:[ \t]+(.*))?$/s;

/** Longest quote that the log keeps. */
const maxQuoteCharacters = 240;

/** What a block says beside whose conversation it was. */
type Changes = Pick<DigestBlock, "time" | "topic" | "summary" | "lines">;

/** A block that says what was done to files, and is of no conversation. */
export const changeBlock = (block: Changes): DigestBlock => ({ ...block, ...readSession("") });

/** Appends a block to the log of its month. */
export async function logBlock(changeFile: ChangeFile, block: DigestBlock): Promise<void> {
  await changeFile(logPath(block.time.slice(0, "2026-02".length)), (bytes) => {
    return { bytes: appendDigestBlock(bytes, block), result: null, ops: ["derived"] };
  });
}

/** Reads the blocks of a digest log. Never throws: what is not of its form is someone's note, and passed over. */
export const parseDigestLog = (bytes: Uint8Array): DigestBlock[] =>
  readLogBlocks(bytes).map(({ digest }) => digest);

/** The same with the places of all parts. */
export function readLogBlocks(bytes: Uint8Array): LogBlock[] {
  const lines = splitLines(decodeText(bytes).text);
  const headings = lines.flatMap((text, line) => (/^##?[ \t]/.test(text) ? line : []));
  return headings.flatMap((at, i) => {
    const [, time, topic = ""] = blockHeading.exec(lines[at] ?? "") ?? [];
    if (time === undefined) return [];
    const below = lines.slice(at + 1, headings[i + 1]);
    const summary = readSummary(below, at + 1);
    const { session, rows } = readList(below, at + 1);
    const digest = {
      time,
      topic: oneLine(topic),
      summary: summary[0]?.words ?? "",
      lines: rows.flatMap(({ type, says }) => (type === "item" && says ? says : [])),
      ...readSession(session),
    };
    return [{ digest, rows: [...summary, ...rows] }];
  });
}

const itemPattern = /^([ \t]*)[-*+][ \t]+([a-z]+):(?:[ \t]+(.*))?$/s;

/** The first paragraph above the list. */
function readSummary(texts: readonly string[], from: number): LogRow[] {
  const list = texts.findIndex((text) => itemPattern.test(text));
  const above = texts.slice(0, list < 0 ? undefined : list).map(oneLine);
  const isWords = (words: string): boolean => words !== "" && !/^[-*+] /.test(words);
  const start = above.findIndex(isWords);
  if (start < 0) return [];
  const next = above.findIndex((words, at) => at > start && !isWords(words));
  const end = next < 0 ? above.length : next;
  const words = unescapeStart(above.slice(start, end).join(" "));
  const isApart = above[end] === "";
  return [{ line: from + start, end: from + end + Number(isApart), type: "summary", words }];
}

/** The list, from its end up: what stands below an item belongs to it. */
function readList(texts: readonly string[], from: number) {
  const rows: LogRow[] = [];
  let session = "";
  let details: LogRow[] = [];
  for (const [i, text] of [...texts.entries()].reverse()) {
    const [, indent = "", key = "", said = ""] = itemPattern.exec(text) ?? [];
    const row = { line: from + i, end: from + i + 1, words: oneLine(said) };
    if (/^(?: {2}|\t)/.test(indent)) {
      if (key === "was" || key === "said") details.push({ ...row, type: key });
    } else if (row.words !== "") {
      if (key === "session") session ||= row.words;
      rows.push(...itemRows({ ...row, type: "item" }, key, details));
      details = [];
    }
  }
  return { session, rows: rows.reverse() };
}

/** An item below its details, the last line first. */
function itemRows(item: LogRow, key: string, details: readonly LogRow[]): LogRow[] {
  const says = readItem(key, item.words, details);
  const words = says && "text" in says ? says.text : item.words;
  return [...details.map((one) => ({ ...one, says })), { ...item, words, says }];
}

function readItem(key: string, words: string, details: readonly LogRow[]): DigestLine | undefined {
  if (key === "known") return { type: key, text: words };
  if (key === "kept") {
    const [, text = words, reason = ""] = /^(.*) \(([^()]*)\)$/s.exec(words) ?? [];
    return { type: key, text, reason };
  }
  if (key === "changed") {
    const [, file = "", what = ""] = /^(.*?[^\\]): (.*)$/s.exec(words) ?? [];
    return file === "" ? undefined : { type: key, file: unescapeFile(file), what };
  }
  if (key !== "learned" && key !== "replaced") return undefined;
  const [, text = words, place = ""] = /^(.*) → (.*)$/s.exec(words) ?? [];
  const detail = (type: LogRow["type"]): string =>
    details.findLast((one) => one.type === type && one.words !== "")?.words ?? "";
  const said = detail("said")
    .replace(/^["“](.*)["”]$/s, "$1")
    .trim();
  const [file, quote] = [unescapeFile(place), said === "" ? {} : { said }];
  if (key === "learned") return { type: key, text, file, ...quote };
  return { type: key, text, file, was: detail("was"), ...quote };
}

const modePattern = /^[a-z]{4,20}$/;
/** Two or three letters: no mode looks like this. */
const languagePattern = /^[a-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;

function readSession(words: string): Omit<DigestBlock, keyof Changes> {
  const [session = "", ...parts] = words.split(" · ");
  const behind = (key: string): string | undefined =>
    parts.find((part) => part.startsWith(key))?.slice(key.length);
  const others = parts
    .filter((part) => !/^(?:agent|person) /.test(part))
    .flatMap((part) => part.split(/, |→/));
  return {
    session: oneLine(session),
    agent: behind("agent ") ?? "",
    person: behind("person ") ?? null,
    modes: others.filter((word) => modePattern.test(word)),
    languages: others.filter((word) => languagePattern.test(word)),
  };
}

/**
 * The block as Markdown, what says nothing left out. Its texts are data: none leaves its line, and `parseDigestLog`
 * reads them back, each on one line.
 */
export function formatDigestBlock(block: DigestBlock): string {
  const items = [...block.lines.flatMap(formatLine), ...formatSession(block)].join("\n");
  const head = `## ${block.time} ${oneLine(block.topic)}`.trimEnd();
  const parts = [head, escapeStart(oneLine(block.summary)), items];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/**
 * Appends a block to the bytes of a log (`null`: there is none yet); every other byte stays. A log that has a block of
 * the same session, or exactly this one, is left as it is: a digestion that was killed may come again.
 */
export function appendDigestBlock(bytes: Uint8Array | null, block: DigestBlock): Buffer {
  const before = Buffer.from(bytes ?? new Uint8Array());
  const { text } = decodeText(before);
  const added = formatDigestBlock(block);
  const session = toPart(block.session);
  const isSame = (other: DigestBlock): boolean =>
    session === "" ? formatDigestBlock(other) === added : other.session === session;
  if (parseDigestLog(before).some(isSame)) return before;
  const eol = usualEol(text);
  const [, ...ends] = /(\r\n|\n|\r)?(\r\n|\n|\r)?$/.exec(text) ?? [];
  const gap = text === "" ? "" : eol.repeat(ends.filter((end) => end === undefined).length);
  return Buffer.concat([before, Buffer.from(gap + added.replaceAll("\n", eol))]);
}

function formatLine(line: DigestLine): string[] {
  const file =
    "file" in line ? oneLine(line.file.replaceAll("\\", "/")).replace(/[→:]/g, "\\$&") : undefined;
  const text = oneLine("text" in line ? line.text : line.what);
  if (text === "" || file === "") return [];
  if (line.type === "changed") return [`- changed: ${file}: ${text}`];
  if (line.type === "known") return [`- known: ${text}`];
  if (line.type === "kept")
    return [`- kept: ${text} (${oneLine(line.reason.replace(/[()]/g, " ")) || "not saved"})`];
  const was = line.type === "replaced" ? oneLine(line.was) : "";
  const said = cutQuote(oneLine(line.said ?? ""));
  const details = [was === "" ? [] : `  - was: ${was}`, said === "" ? [] : `  - said: "${said}"`];
  return [`- ${line.type}: ${text} → ${file}`, ...details.flat()];
}

function formatSession(block: DigestBlock): string[] {
  const [session, agent, person] = [block.session, block.agent, block.person ?? ""].map(toPart);
  if (!session) return [];
  const parts = [
    session,
    agent && `agent ${agent}`,
    person && `person ${person}`,
    block.modes.filter((mode) => modePattern.test(mode)).join(", "),
    block.languages.filter((code) => languagePattern.test(code)).join("→"),
  ];
  return [`- session: ${parts.filter(Boolean).join(" · ")}`];
}

const oneLine = (text: string): string => cleanText(text).trim();

/** A part of the session line, where dots stand between the parts. */
const toPart = (text: string): string => oneLine(text.replaceAll("·", "-"));

/** Paths hold no backslash, so that one can tell their arrows and colons from ours. */
const unescapeFile = (file: string): string => file.replace(/\\([→:])/g, "$1");

/** A summary that would be a list, a heading or HTML gets a backslash, which Markdown takes away again. */
const escapeStart = (text: string): string => (/^[!-/:-@[-`{-~]/.test(text) ? `\\${text}` : text);

const unescapeStart = (text: string): string => text.replace(/^\\(?=[!-/:-@[-`{-~])/, "");

function cutQuote(quote: string): string {
  if (quote.length <= maxQuoteCharacters) return quote;
  const head = quote.slice(0, maxQuoteCharacters - 1).replace(/[\ud800-\udbff]$/, "");
  return `${head.trimEnd()}…`;
}
