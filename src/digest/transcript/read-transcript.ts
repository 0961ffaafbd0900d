import { LociError, messageOf } from "../../errors.ts";
import { readSpoken } from "./read-spoken.ts";

/** One message of a conversation that was held elsewhere. */
export interface TranscriptMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
  /** Milliseconds since the epoch, where the file states it, of it or of one before it. */
  readonly at?: number | undefined;
}

interface ReadOptions {
  /** The person's name in a text with speakers. */
  readonly me?: string | undefined;
  /** The present (ms since the epoch): nothing was said after it. */
  readonly now: number;
}

/**
 * Reads a ChatGPT or Claude export (`conversations.json`), a list of `{role, content}` as JSON or JSON lines, the
 * events of `loci chat --json`, or plain text with or without speakers (`me`: the person's name in it), as
 * conversations. Throws LociError BAD_INPUT, with the line, for what is none of these.
 */
export function readTranscript(text: string, { me, now }: ReadOptions): TranscriptMessage[][] {
  const plain = text.replace(/^\ufeff/, "");
  const read = /^\s*[[{]/.test(plain) ? readJson(plain) : [readSpoken(plain, me)];
  const found = read.filter((messages) => messages.some(({ role }) => role === "user"));
  if (found.length === 0) {
    throw new LociError("BAD_INPUT", "Cannot digest the transcript: nobody says anything in it");
  }
  return found.map((messages) => {
    // A message without a time was said when the one before it was; a time that cannot be is none.
    let last: number | undefined;
    return messages.map(({ role, content, at = Number.NaN }) => {
      if (at >= earliest && at <= now + dayMs) last = at;
      return { role, content, at: last };
    });
  });
}

const earliest = Date.UTC(1990, 0, 1);
const dayMs = 86_400_000;

function readJson(text: string): TranscriptMessage[][] {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return [toMessages(text.split("\n").map(readLine))]; // JSON lines, which say better where they are wrong.
  }
  const list = Array.isArray(whole) ? whole : [whole];
  const conversations = list.filter(isFields).flatMap((one) => {
    const said = saidIn(one);
    return said === undefined ? [] : [toMessages(said)];
  });
  return conversations.length > 0 ? conversations : [toMessages(list)];
}

function readLine(line: string, i: number): unknown {
  if (line.trim() === "") return undefined;
  try {
    return JSON.parse(line);
  } catch (cause) {
    const message = `Cannot digest the transcript: line ${i + 1} is not JSON (${messageOf(cause)})`;
    throw new LociError("BAD_INPUT", message, { cause, data: { line: i + 1 } });
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What was said in a conversation of ChatGPT, or of Claude; undefined for what is no conversation. */
function saidIn({ mapping, current_node, chat_messages, messages }: Fields): unknown[] | undefined {
  if (!isFields(mapping)) return [chat_messages, messages].find(Array.isArray);
  // A tree of versions: what stands is the way from the current node up to the root.
  const branch: unknown[] = [];
  const seen = new Set<unknown>();
  let id: unknown = current_node ?? Object.keys(mapping).at(-1);
  while (typeof id === "string" && !seen.has(id)) {
    seen.add(id);
    const node: unknown = Object.hasOwn(mapping, id) ? mapping[id] : undefined;
    if (!isFields(node)) break;
    branch.push(node.message);
    id = node.parent;
  }
  return branch.reverse();
}

const toMessages = (list: readonly unknown[]): TranscriptMessage[] =>
  list.filter(isFields).flatMap((value) => {
    const author = isFields(value.author) ? value.author.role : undefined;
    const said = value.role ?? value.sender ?? author;
    const role = said === "human" ? "user" : said;
    const content = wordsOf(value.content ?? value.text).trim();
    if ((role !== "user" && role !== "assistant") || content === "") return [];
    return [{ role, content, at: timeOf(value.at ?? value.create_time ?? value.created_at) }];
  });

function timeOf(at: unknown): number | undefined {
  if (typeof at === "number") return Math.round(at < 1e11 ? at * 1_000 : at);
  return typeof at === "string" ? Date.parse(at) : undefined;
}

/** Text, parts of text, or an object around them; pictures and files have no words, nor has what is nested deeper than any export. */
function wordsOf(content: unknown, depth = 0): string {
  if (typeof content === "string") return content;
  if (depth === 20) return "";
  if (isFields(content)) return wordsOf(content.text ?? content.parts, depth + 1);
  if (!Array.isArray(content)) return "";
  const parts = content.map((part) => wordsOf(part, depth + 1));
  return parts.filter(Boolean).join("\n");
}
