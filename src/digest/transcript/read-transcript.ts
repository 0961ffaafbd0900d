import { LociError, messageOf } from "../../errors.ts";
import { isPlausible } from "../../session/clock.ts";
import { readSpoken, type TranscriptMessage } from "./read-spoken.ts";

/** A conversation that was held elsewhere. */
export interface Transcript {
  readonly title: string;
  readonly messages: readonly TranscriptMessage[];
}

interface ReadOptions {
  /** The person's name in a text with speakers. */
  readonly me?: string;
  /** The present (ms since the epoch): nothing was said after it. */
  readonly now: number;
}

/**
 * Reads a ChatGPT or Claude export (`conversations.json`), a list of `{role, content}` as JSON or JSON lines, the events
 * of `loci chat --json`, or plain text with or without speakers (`me`: the person's name in it).
 * Throws LociError BAD_INPUT, with the line, for what is none of these.
 */
export function readTranscript(text: string, { me, now }: ReadOptions): Transcript[] {
  const plain = text.replace(/^\ufeff/, "");
  const first = plain.trimStart().charAt(0);
  const isJson = first === "[" || first === "{";
  const read = isJson ? readJson(plain) : [{ title: "", messages: readSpoken(plain, me) }];
  const found = read.map((transcript) => inTime(transcript, now));
  const withPerson = found.filter(({ messages }) => messages.some(({ role }) => role === "user"));
  if (withPerson.length > 0) return withPerson;
  throw new LociError("BAD_INPUT", "Cannot digest the transcript: nobody says anything in it");
}

/** A message without a time was said when the one before it was; a time that cannot be is none. */
function inTime({ title, messages }: Transcript, now: number): Transcript {
  const latest = isPlausible(now) ? now + 86_400_000 : Date.UTC(2100, 0, 1);
  let last: number | undefined;
  const timed = messages.map(({ role, content, at }) => {
    if (at !== undefined && at >= earliest && at <= latest) last = at;
    return { role, content, at: last };
  });
  return { title, messages: timed };
}

const earliest = Date.UTC(1990, 0, 1);

function readJson(text: string): Transcript[] {
  const whole = parseOrNothing(text);
  if (whole === undefined) return [{ title: "", messages: readJsonLines(text) }];
  const list = Array.isArray(whole) ? whole : [whole];
  if (list.some(isConversation)) return list.filter(isConversation).map(toTranscript);
  return [{ title: "", messages: list.flatMap((one) => toMessage(one) ?? []) }];
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Then it is JSON lines, which say better where they are wrong.
  }
}

function readJsonLines(text: string): TranscriptMessage[] {
  return text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    try {
      return toMessage(JSON.parse(line)) ?? [];
    } catch (error) {
      throw new LociError(
        "BAD_INPUT",
        `Cannot digest the transcript: line ${i + 1} is not JSON (${messageOf(error)})`,
        { cause: error, data: { line: i + 1 } },
      );
    }
  });
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isConversation = (value: unknown): value is Fields =>
  isFields(value) &&
  (isFields(value.mapping) || Array.isArray(value.chat_messages) || Array.isArray(value.messages));

function toTranscript(conversation: Fields): Transcript {
  const { title, name, mapping, chat_messages: claude, messages } = conversation;
  const said = isFields(mapping)
    ? branchOf(mapping, conversation.current_node)
    : [claude, messages].flatMap((list) => (Array.isArray(list) ? list : []));
  const named = [title, name].find((word) => typeof word === "string");
  return { title: String(named ?? ""), messages: said.flatMap((one) => toMessage(one) ?? []) };
}

/** A ChatGPT conversation is a tree of versions; what stands is the way from the current node up to the root. */
function branchOf(mapping: Fields, current: unknown): unknown[] {
  const last = typeof current === "string" ? current : Object.keys(mapping).at(-1);
  const branch: unknown[] = []; // From its end.
  const seen = new Set<unknown>();
  for (let id: unknown = last; typeof id === "string" && !seen.has(id); ) {
    seen.add(id);
    const node: unknown = Object.hasOwn(mapping, id) ? mapping[id] : undefined;
    if (!isFields(node)) break;
    branch.push(node.message);
    id = node.parent;
  }
  return branch.reverse();
}

function toMessage(value: unknown): TranscriptMessage | undefined {
  if (!isFields(value)) return undefined;
  const author = isFields(value.author) ? value.author.role : undefined;
  const role = roleOf(value.role ?? value.sender ?? author);
  const content = wordsOf(value.content ?? value.text).trim();
  if (role === undefined || content === "") return undefined;
  return { role, content, at: timeOf(value.at ?? value.create_time ?? value.created_at) };
}

function roleOf(role: unknown): "user" | "assistant" | undefined {
  if (role === "user" || role === "human") return "user";
  return role === "assistant" ? "assistant" : undefined;
}

/** Text, parts of text, or an object around them; pictures and files have no words, nor has what is nested deeper than any export. */
function wordsOf(content: unknown, depth = 0): string {
  if (typeof content === "string") return content;
  if (depth === maxDepth) return "";
  if (Array.isArray(content)) {
    return content
      .map((part) => wordsOf(part, depth + 1))
      .filter(Boolean)
      .join("\n");
  }
  if (!isFields(content)) return "";
  return wordsOf(content.text ?? content.parts ?? "", depth + 1);
}

const maxDepth = 20;

function timeOf(at: unknown): number | undefined {
  if (typeof at === "number") return Math.round(at < 1e11 ? at * 1_000 : at);
  return typeof at === "string" ? Date.parse(at) : undefined;
}
