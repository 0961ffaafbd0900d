import { LociError } from "../../errors.ts";
import { splitLines, usualEol } from "../split-lines.ts";
import { cleanText } from "../topic/entry.ts";
import { decodeText } from "../vault-text.ts";
import { type LogBlock, type LogItem, readLogBlocks, timeSource } from "./log-blocks.ts";

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

/** Longest quote that the log keeps. */
const maxQuoteCharacters = 240;

/** Reads the blocks of a digest log. Never throws: what is not of its form is someone's note, and passed over. */
export function parseDigestLog(bytes: Uint8Array): DigestBlock[] {
  return readLogBlocks(splitLines(decodeText(bytes).text)).map(toDigestBlock);
}

/** What a block of a log says. */
export function toDigestBlock({ time, topic, summary, items }: LogBlock): DigestBlock {
  const words = summary.map((part) => part.words).join(" ");
  const block: OpenBlock = { ...emptyBlock(time, topic), summary: unescapeStart(words) };
  for (const item of items) {
    if (item.key === "session") readSession(block, item.words);
    else block.lines.push(...readItem(item));
  }
  return block;
}

/** The block as Markdown. Its texts are data: none leaves its line, and `parseDigestLog` reads them back (cleaned). */
export function formatDigestBlock(block: DigestBlock): string {
  const { time, topic, summary, lines, ...rest } = cleanDigestBlock(block);
  const head = topic === "" ? `## ${time}` : `## ${time} ${topic}`;
  const items = [...lines.flatMap(formatLine), ...formatSession(rest)];
  const parts = [head, ...(summary === "" ? [] : [escapeStart(summary)]), items.join("\n")];
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
    session === "" ? formatIfTimed(other) === added : other.session === session;
  if (parseDigestLog(before).some(isSame)) return before;
  const eol = usualEol(text);
  const gap = text === "" || /(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r)$/.test(text) ? "" : eol;
  const end = text === "" || /[\r\n]$/.test(text) ? "" : eol;
  return Buffer.concat([before, Buffer.from(end + gap + added.replaceAll("\n", eol))]);
}

/** The block as its log gives it back: each text on one line, what says nothing left out. Throws BAD_DATE. */
export function cleanDigestBlock(block: DigestBlock): DigestBlock {
  if (!wholeTime.test(block.time)) {
    throw new LociError(
      "BAD_DATE",
      `Cannot log the time "${block.time}": write it as 2026-02-12T14:30:00+01:00`,
      { data: { time: block.time } },
    );
  }
  const session = cleanPart(block.session);
  const isDigest = session !== "";
  const person = cleanPart(block.person ?? "");
  return {
    time: block.time,
    topic: orEmpty(cleanText(block.topic)),
    summary: orEmpty(cleanText(block.summary)),
    lines: block.lines.flatMap((line) => cleanLine(line) ?? []),
    session,
    agent: isDigest ? cleanPart(block.agent) : "",
    person: isDigest && person !== "" ? person : null,
    modes: isDigest ? block.modes.filter((mode) => modePattern.test(mode)) : [],
    languages: isDigest ? block.languages.filter((code) => languagePattern.test(code)) : [],
  };
}

type OpenBlock = { -readonly [K in keyof DigestBlock]: DigestBlock[K] } & {
  readonly lines: DigestLine[];
};

const wholeTime = new RegExp(`^${timeSource}$`);
const modePattern = /^[a-z]{4,20}$/;
/** Two or three letters: no mode looks like this. */
const languagePattern = /^[a-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;

const emptyBlock = (time: string, topic: string) => ({
  time,
  topic,
  summary: "",
  session: "",
  agent: "",
  person: null,
  lines: [],
  modes: [],
  languages: [],
});

/** The line that an item is, none where it says nothing. */
export function readItem({ key, words, nested }: LogItem): DigestLine[] {
  switch (key) {
    case "learned":
    case "replaced": {
      const [, text = words, place = ""] = /^(.*) → (.*)$/s.exec(words) ?? [];
      const file = unescapeFile(place);
      const quotes = nested.flatMap((one) => (one.key === "said" ? readQuote(one.words) : []));
      const said = quotes[0] === undefined ? {} : { said: quotes[0] };
      if (key === "learned") return [{ type: key, text, file, ...said }];
      const was = nested.findLast((one) => one.key === "was" && one.words !== "")?.words ?? "";
      return [{ type: key, text, file, was, ...said }];
    }
    case "known":
      return [{ type: key, text: words }];
    case "kept": {
      const [, text = words, reason = ""] = /^(.*) \(([^()]*)\)$/s.exec(words) ?? [];
      return [{ type: key, text, reason }];
    }
    case "changed": {
      const [, file = "", what = ""] = /^(.*?[^\\]): (.*)$/s.exec(words) ?? [];
      return file === "" ? [] : [{ type: key, file: unescapeFile(file), what }];
    }
    case "session":
      return [];
  }
}

/** The words of a quote without their marks; none where nothing is left. */
function readQuote(words: string): string[] {
  const said = cutQuote(/^["“](.*)["”]$/s.exec(words)?.[1] ?? words);
  return said === "" ? [] : [said];
}

/** Reads the line `session` into a block. */
function readSession(block: OpenBlock, words: string): void {
  const [session = "", ...parts] = words.split(" · ");
  block.session = cleanPart(session);
  const modes: string[] = [];
  const languages: string[] = [];
  for (const part of parts) {
    const [, key, id = ""] = /^(agent|person) (.*)$/s.exec(part) ?? [];
    if (key === "agent") block.agent = id;
    else if (key === "person") block.person = id;
    else {
      const items = part.split(/[,→]/).map((word) => word.trim());
      modes.push(...items.filter((word) => modePattern.test(word)));
      languages.push(...items.filter((word) => languagePattern.test(word)));
    }
  }
  Object.assign(block, { modes, languages });
}

function formatLine(line: DigestLine): string[] {
  switch (line.type) {
    case "learned":
    case "replaced": {
      const { type, text, file, said } = line;
      const was = type === "replaced" && line.was !== "" ? [`  - was: ${line.was}`] : [];
      const quote = said === undefined ? [] : [`  - said: "${said}"`];
      return [`- ${type}: ${text} → ${escapeFile(file)}`, ...was, ...quote];
    }
    case "known":
      return [`- known: ${line.text}`];
    case "kept":
      return [`- kept: ${line.text} (${line.reason})`];
    case "changed":
      return [`- changed: ${escapeFile(line.file)}: ${line.what}`];
  }
}

function formatSession(
  block: Pick<DigestBlock, "session" | "agent" | "person" | "modes" | "languages">,
): string[] {
  const { session, agent, person, modes, languages } = block;
  if (session === "") return [];
  const parts = [
    session,
    agent === "" ? "" : `agent ${agent}`,
    person === null ? "" : `person ${person}`,
    modes.join(", "),
    languages.join("→"),
  ];
  return [`- session: ${parts.filter((part) => part !== "").join(" · ")}`];
}

/** The line as it is read back; undefined where nothing is left to say. */
function cleanLine(line: DigestLine): DigestLine | undefined {
  if (line.type === "changed") {
    const [file, what] = [cleanFile(line.file), orEmpty(cleanText(line.what))];
    return file === "" || what === "" ? undefined : { type: line.type, file, what };
  }
  const text = orEmpty(cleanText(line.text));
  if (text === "") return undefined;
  if (line.type === "known") return { type: line.type, text };
  if (line.type === "kept") {
    const reason = cleanText(line.reason.replace(/[()]/g, " "));
    return { type: line.type, text, reason: orEmpty(reason) || "not saved" };
  }
  const file = cleanFile(line.file);
  if (file === "") return undefined;
  const said = cutQuote(cleanText(line.said ?? ""));
  const quote = said === "" ? {} : { said };
  if (line.type === "learned") return { type: line.type, text, file, ...quote };
  return { type: line.type, text, file, was: orEmpty(cleanText(line.was)), ...quote };
}

/** White space of other scripts alone says nothing either. */
const orEmpty = (text: string): string => (text.trim() === "" ? "" : text);

/** A part of the session line, where dots stand between the parts. */
const cleanPart = (text: string): string => orEmpty(cleanText(text.replaceAll("·", "-")));

const cleanFile = (file: string): string => orEmpty(cleanText(file.replaceAll("\\", "/")));

/** Paths hold no backslash, so that one can tell their arrows and colons from ours. */
const escapeFile = (file: string): string => file.replace(/[→:]/g, "\\$&");

const unescapeFile = (file: string): string => file.replace(/\\([→:])/g, "$1");

/** A summary that would be a list, a heading or HTML gets a backslash, which Markdown takes away again. */
const escapeStart = (text: string): string => (/^[!-/:-@[-`{-~]/.test(text) ? `\\${text}` : text);

const unescapeStart = (text: string): string => text.replace(/^\\(?=[!-/:-@[-`{-~])/, "");

function cutQuote(text: string): string {
  const quote = orEmpty(text);
  if (quote.length <= maxQuoteCharacters) return quote;
  const head = quote.slice(0, maxQuoteCharacters - 1).replace(/[\ud800-\udbff]$/, "");
  return `${head.trimEnd()}…`;
}

const formatIfTimed = (block: DigestBlock): string =>
  wholeTime.test(block.time) ? formatDigestBlock(block) : "";
