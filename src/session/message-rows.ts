import type Database from "better-sqlite3";
import type { Moment } from "./clock.ts";
import type { Times } from "./moments.ts";
import type { Message, Mode, NewMessage, Recalled } from "./session.ts";

interface MessageRow extends Moment {
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

/** Writes one message, at a moment, under its number. */
export function insertMessage(
  db: Database.Database,
  place: { readonly session: string; readonly id: number; readonly at: Moment },
  message: NewMessage,
): void {
  const { toolCalls, recalled, latency, degradations, saidAt } = message;
  db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO message(session, id, role, agent, content, mode, language, detected, switched, private, call,
       confidence, extra, wall, up, boot)
     VALUES (@session, @id, @role, @agent, @content, @mode, @language, @detected, @switched, @private, @call,
       @confidence, @extra, @wall, @up, @boot)`,
  ).run({
    session: place.session,
    id: place.id,
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
    ...place.at,
  });
}

/** The last messages of a session, or of one thread of it, oldest first. */
export function readMessages(
  db: Database.Database,
  times: Times,
  which: { readonly session: string; readonly agent: string | undefined; readonly limit: number },
): Message[] {
  const limit = Number.isFinite(which.limit) ? Math.max(0, Math.trunc(which.limit)) : -1;
  const rows = db
    .prepare<[string, string | null, number], MessageRow>(
      "SELECT * FROM message WHERE session = ? AND agent = coalesce(?, agent) ORDER BY id DESC LIMIT ?",
    )
    .all(which.session, which.agent ?? null, limit);
  return rows.reverse().map((row) => toMessage(row, times));
}

function toMessage(row: MessageRow, times: Times): Message {
  const { id, role, agent, content, mode, language, detected, call, confidence } = row;
  const { toolCalls, recalled, latency, degradations, saidAt } = parseObject(row.extra);
  return {
    id,
    at: typeof saidAt === "number" ? saidAt : times.wallOf(row),
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
