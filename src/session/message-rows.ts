import type Database from "better-sqlite3";
import type { Timestamp } from "./clock.ts";
import { redact } from "./private-data/redact.ts";
import type { Message, Mode, NewMessage, Recalled } from "./session.ts";
import type { Times } from "./timestamps.ts";

interface MessageRow extends Timestamp {
  readonly id: number;
  readonly role: Message["role"];
  readonly agent: string;
  readonly content: string;
  readonly mode: Mode;
  readonly language: string;
  readonly detected: string | null;
  readonly switched: number;
  readonly private: number;
  readonly call: string | null;
  readonly confidence: number | null;
  readonly extra: string;
}

/** Writes messages at a moment, numbered from the first on; all by one statement, because each takes memory until later. */
export function insertMessages(
  db: Database.Database,
  place: { readonly session: string; readonly first: number; readonly at: Timestamp },
  messages: readonly NewMessage[],
): void {
  const { session, first, at } = place;
  const insert = db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO message(session, id, role, agent, content, mode, language, detected, switched, private, call,
       confidence, extra, wall, up, boot)
     VALUES (@session, @id, @role, @agent, @content, @mode, @language, @detected, @switched, @private, @call,
       @confidence, @extra, @wall, @up, @boot)`,
  );
  messages.forEach((message, i) => {
    insert.run({ session, id: first + i, ...toRow(message), ...at });
  });
}

function toRow(message: NewMessage): Record<string, string | number | null> {
  const { toolCalls, recalled, latency, degradations, saidAt } = message;
  return {
    role: message.role,
    agent: message.agent,
    content: message.content,
    mode: message.mode,
    language: message.language,
    detected: message.detected,
    switched: message.switched ? 1 : 0,
    private: message.hasPrivateData ? 1 : 0,
    call: message.callId ?? null,
    confidence: message.confidence ?? null,
    extra: JSON.stringify({ toolCalls, recalled, latency, degradations, saidAt }),
  };
}

/** Takes private data out of messages up to a number, out of the context of hand-offs and out of slots' history. */
export function redactHistory(db: Database.Database, session: string, upTo: number): void {
  const rows = db
    .prepare<[string, number], { n: number; content: string; extra: string }>(
      "SELECT n, content, extra FROM message WHERE session = ? AND id <= ? AND digested = 0",
    )
    .all(session, upTo);
  const put = db.prepare<[string, string, number]>(
    "UPDATE message SET content = ?, extra = ? WHERE n = ?",
  );
  for (const { n, content, extra } of rows) {
    const { toolCalls, ...rest } = parseObject(extra);
    const calls = Array.isArray(toolCalls) ? toolCalls.filter(isToolCall) : [];
    const redacted = calls.map((call) => ({ ...call, arguments: redact(call.arguments) }));
    put.run(redact(content), JSON.stringify({ ...rest, toolCalls: redacted }), n);
  }
  rewriteEvents(db, session, (event) => {
    const said = event.type === "slot" ? ["from", "to"] : ["context"];
    const redacted = said.flatMap((name): [string, string][] => {
      const text = event[name];
      return isText(text) ? [[name, redact(text)]] : [];
    });
    return redacted.length === 0 ? event : { ...event, ...Object.fromEntries(redacted) };
  });
}

type Fields = Readonly<Record<string, unknown>>;

/** Keeps each event of a session, in their order, as `change` returns it; null: it goes. */
export function rewriteEvents(
  db: Database.Database,
  session: string,
  change: (event: Fields) => Fields | null,
): void {
  const rows = db
    .prepare<[string], { n: number; value: string }>(
      "SELECT n, value FROM event WHERE session = ? ORDER BY n",
    )
    .all(session);
  const remove = db.prepare<[number]>("DELETE FROM event WHERE n = ?");
  const put = db.prepare<[string, number]>("UPDATE event SET value = ? WHERE n = ?");
  for (const { n, value } of rows) {
    const event = parseObject(value);
    const changed = change(event);
    if (changed === null) remove.run(n);
    else if (changed !== event) put.run(JSON.stringify(changed), n);
  }
}

/** The last messages of a session, or of one thread of it, oldest first. */
export function readMessages(
  db: Database.Database,
  times: Times,
  which: {
    readonly session: string;
    readonly agent: string | undefined;
    readonly limit: number;
    readonly upTo: number;
    readonly withDigested: boolean;
  },
): Message[] {
  const limit = Number.isFinite(which.limit) ? Math.max(0, Math.trunc(which.limit)) : -1;
  const rows = db
    .prepare<[string, number, string | null, number, number], MessageRow>(
      `SELECT * FROM message WHERE session = ? AND id <= ? AND agent = coalesce(?, agent) AND digested <= ?
       ORDER BY id DESC LIMIT ?`,
    )
    .all(which.session, which.upTo, which.agent ?? null, which.withDigested ? 1 : 0, limit);
  return rows.reverse().map((row) => toMessage(row, times));
}

function toMessage(row: MessageRow, times: Times): Message {
  const { id, role, agent, content, mode, language, detected, call, confidence } = row;
  const { toolCalls, recalled, latency, degradations, saidAt } = parseObject(row.extra);
  return {
    id,
    at: typeof saidAt === "number" && isDay(saidAt) ? saidAt : times.wallOf(row),
    role,
    agent,
    content,
    ...(Array.isArray(toolCalls) ? { toolCalls: toolCalls.filter(isToolCall) } : {}),
    ...(call === null ? {} : { callId: call }),
    mode,
    language,
    detected,
    switched: row.switched === 1,
    recalled: Array.isArray(recalled) ? recalled.filter(isRecalled) : [],
    latency: isRecord(latency) ? numbersOf(latency) : {},
    degradations: Array.isArray(degradations) ? degradations.filter(isText) : [],
    hasPrivateData: row.private === 1,
    ...(confidence === null ? {} : { confidence }),
  };
}

/** False for what no calendar holds, such as the year 275760: a transcript may have said anything. */
const isDay = (ms: number): boolean => ms >= 0 && ms < Date.UTC(2200, 0, 1);

/** JSON that we wrote ourselves; what a damaged disk made of it is nothing. */
export function parseObject(json: string): Record<string, unknown> {
  const value = parse(json);
  return isRecord(value) ? value : {};
}

export function parseArray(json: string): unknown[] {
  const value = parse(json);
  return Array.isArray(value) ? value : [];
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

export function isRecalled(value: unknown): value is Recalled {
  if (!isRecord(value)) return false;
  const { id, text, date, topic, bank, file, line, score } = value;
  return (
    [id, text, date, topic, bank, file].every(isText) &&
    typeof line === "number" &&
    typeof score === "number"
  );
}

export const isText = (value: unknown): value is string => typeof value === "string";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isToolCall = (value: unknown): value is NonNullable<Message["toolCalls"]>[number] =>
  isRecord(value) && [value.id, value.name, value.arguments].every(isText);

function numbersOf(record: Record<string, unknown>): Record<string, number> {
  const numbers: Record<string, number> = {};
  for (const [name, value] of Object.entries(record)) {
    if (typeof value === "number") numbers[name] = value;
  }
  return numbers;
}
