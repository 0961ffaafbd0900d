import { logPath, placeOf } from "../paths.ts";
import { splitLines, usualEol } from "../split-lines.ts";
import { cleanText } from "../topic/entry.ts";
import { decodeText } from "../vault-text.ts";
import type { ChangeFile } from "../write/change-file.ts";

/** What a digestion did with one memory, or (`changed`) what someone did to a file by hand. */
export type DigestLine =
  | {
      readonly type: "learned";
      readonly text: string;
      readonly file: string;
      /** The person's own words behind it. */
      readonly said?: string;
    }
  | {
      readonly type: "replaced";
      readonly text: string;
      readonly file: string;
      /** The text that it replaced. */
      readonly was: string;
      readonly said?: string;
    }
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

/** A block and where its parts stand; lines count from 0. */
export interface LogBlock {
  readonly digest: DigestBlock;
  readonly summaryLines: readonly number[];
  readonly items: readonly LogItem[];
}

/** A line such as `- learned: …`, and its details. */
export interface LogItem {
  readonly line: number;
  readonly says: DigestLine;
  readonly nested: readonly Nested[];
}

interface Nested {
  readonly line: number;
  readonly key: string;
  readonly words: string;
}

/** What ISO times a log knows. */
export const timeSource =
  "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d\\d:?\\d\\d)?";

/** Longest quote that the log keeps. */
const maxQuoteCharacters = 240;

/** A block that says what was done to files, and is of no conversation. */
export const changeBlock = (
  block: Pick<DigestBlock, "time" | "topic" | "summary" | "lines">,
): DigestBlock => ({ ...block, ...readSession("") });

/** Appends a block to the log of its month. */
export async function logBlock(
  changeFile: ChangeFile,
  block: DigestBlock,
  by: { readonly agent?: string } = {},
): Promise<void> {
  const path = logPath(block.time.slice(0, "2026-02".length));
  await changeFile(
    path,
    (bytes) => ({ bytes: appendDigestBlock(bytes, block), result: undefined }),
    () => [{ path, topic: placeOf(path).topic, op: "derived", ...by }],
  );
}

/** Reads the blocks of a digest log. Never throws: what is not of its form is someone's note, and passed over. */
export function parseDigestLog(bytes: Uint8Array): DigestBlock[] {
  return readLogBlocks(bytes).map(({ digest }) => digest);
}

/** The same with the places of all parts. */
export function readLogBlocks(bytes: Uint8Array): LogBlock[] {
  const lines = splitLines(decodeText(bytes).text);
  const headings = lines.flatMap((text, line) => (/^##?[ \t]/.test(text) ? line : []));
  return headings.flatMap((line, i) => {
    const [, time, topic = ""] = heading.exec(lines[line] ?? "") ?? [];
    if (time === undefined) return [];
    const below = lines.slice(line + 1, headings[i + 1]);
    const { session, items } = readItems(below, line + 1);
    const { start, words } = readSummary(below);
    const summary = unescapeStart(words.join(" "));
    const says = items.map((item) => item.says);
    const digest = { time, topic: clean(topic), summary, lines: says, ...readSession(session) };
    return [{ digest, items, summaryLines: words.map((_, at) => line + 1 + start + at) }];
  });
}

const heading = new RegExp(`^##[ \\t]+(${timeSource})(?:[ \\t]+(.*))?$`, "s");
const topItem = /^ ?[-*+][ \t]+([a-z]+):(?:[ \t]+(.*))?$/s;
const nestedItem = /^(?: {2}|\t)[ \t]*[-*+][ \t]+(was|said):(?:[ \t]+(.*))?$/s;

/** The first paragraph above the list. */
function readSummary(texts: readonly string[]) {
  const list = texts.findIndex((text) => topItem.test(text) || nestedItem.test(text));
  const above = texts.slice(0, list < 0 ? undefined : list).map(cleanText);
  const isWords = (words: string): boolean => words !== "" && !/^[-*+] /.test(words);
  const start = Math.max(0, above.findIndex(isWords));
  const end = above.findIndex((words, at) => at >= start && !isWords(words));
  return { start, words: above.slice(start, end < 0 ? undefined : end) };
}

function readItems(texts: readonly string[], from: number) {
  const items: (Nested & { readonly nested: Nested[] })[] = [];
  for (const [i, text] of texts.entries()) {
    const line = from + i;
    const [, detail, more = ""] = nestedItem.exec(text) ?? [];
    const [, key, words = ""] = topItem.exec(text) ?? [];
    if (detail !== undefined)
      items.at(-1)?.nested.push({ line, key: detail, words: cleanText(more) });
    else if (key !== undefined && clean(words) !== "")
      items.push({ line, key, words: cleanText(words), nested: [] });
  }
  const read = items.flatMap(({ line, key, words, nested }): LogItem[] => {
    const says = readItem(key, words, nested);
    return says === undefined ? [] : [{ line, says, nested }];
  });
  return { session: items.findLast(({ key }) => key === "session")?.words ?? "", items: read };
}

function readItem(key: string, words: string, nested: readonly Nested[]): DigestLine | undefined {
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
  const file = unescapeFile(place);
  const quotes = nested.filter((one) => one.key === "said").map((one) => readQuote(one.words));
  const said = quotes.find((quote) => quote !== "");
  const quote = said === undefined ? {} : { said };
  if (key === "learned") return { type: key, text, file, ...quote };
  const was = nested.findLast((one) => one.key === "was" && one.words !== "")?.words ?? "";
  return { type: key, text, file, was, ...quote };
}

/** The words of a quote without their marks. */
const readQuote = (words: string): string => cutQuote(/^["“](.*)["”]$/s.exec(words)?.[1] ?? words);

type SessionLine = Pick<DigestBlock, "session" | "agent" | "person" | "modes" | "languages">;

const modePattern = /^[a-z]{4,20}$/;
/** Two or three letters: no mode looks like this. */
const languagePattern = /^[a-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;

function readSession(words: string): SessionLine {
  const [session = "", ...parts] = words.split(" · ");
  const wordsBehind = (key: string): string | undefined =>
    parts.findLast((part) => part.startsWith(`${key} `))?.slice(key.length + 1);
  const others = parts
    .filter((part) => !/^(?:agent|person) /.test(part))
    .flatMap((part) => part.split(/[,→]/).map((word) => word.trim()));
  return {
    session: cleanPart(session),
    agent: wordsBehind("agent") ?? "",
    person: wordsBehind("person") ?? null,
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
  const head = `## ${block.time} ${clean(block.topic)}`.trimEnd();
  const parts = [head, escapeStart(clean(block.summary)), items];
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
  const session = cleanPart(block.session);
  const isSame = (other: DigestBlock): boolean =>
    session === "" ? formatDigestBlock(other) === added : other.session === session;
  if (parseDigestLog(before).some(isSame)) return before;
  const eol = usualEol(text);
  const gap = text === "" || /(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r)$/.test(text) ? "" : eol;
  const end = text === "" || /[\r\n]$/.test(text) ? "" : eol;
  return Buffer.concat([before, Buffer.from(end + gap + added.replaceAll("\n", eol))]);
}

function formatLine(line: DigestLine): string[] {
  const file =
    "file" in line ? clean(line.file.replaceAll("\\", "/")).replace(/[→:]/g, "\\$&") : "";
  if (line.type === "changed") {
    const what = clean(line.what);
    return file === "" || what === "" ? [] : [`- changed: ${file}: ${what}`];
  }
  const text = clean(line.text);
  if (text === "") return [];
  if (line.type === "known") return [`- known: ${text}`];
  if (line.type === "kept")
    return [`- kept: ${text} (${clean(line.reason.replace(/[()]/g, " ")) || "not saved"})`];
  const was = line.type === "replaced" ? clean(line.was) : "";
  const said = cutQuote(cleanText(line.said ?? ""));
  const details = [was === "" ? [] : `  - was: ${was}`, said === "" ? [] : `  - said: "${said}"`];
  return file === "" ? [] : [`- ${line.type}: ${text} → ${file}`, ...details.flat()];
}

function formatSession(block: SessionLine): string[] {
  const [session, agent, person] = [block.session, block.agent, block.person ?? ""].map(cleanPart);
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

/** On one line; white space of other scripts alone says nothing either. */
function clean(text: string): string {
  const line = cleanText(text);
  return line.trim() === "" ? "" : line;
}

/** A part of the session line, where dots stand between the parts. */
const cleanPart = (text: string): string => clean(text.replaceAll("·", "-"));

/** Paths hold no backslash, so that one can tell their arrows and colons from ours. */
const unescapeFile = (file: string): string => file.replace(/\\([→:])/g, "$1");

/** A summary that would be a list, a heading or HTML gets a backslash, which Markdown takes away again. */
const escapeStart = (text: string): string => (/^[!-/:-@[-`{-~]/.test(text) ? `\\${text}` : text);

const unescapeStart = (text: string): string => text.replace(/^\\(?=[!-/:-@[-`{-~])/, "");

function cutQuote(text: string): string {
  const quote = text.trim() === "" ? "" : text;
  if (quote.length <= maxQuoteCharacters) return quote;
  const head = quote.slice(0, maxQuoteCharacters - 1).replace(/[\ud800-\udbff]$/, "");
  return `${head.trimEnd()}…`;
}
