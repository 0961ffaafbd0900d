import { LociError } from "../errors.ts";
import { redact } from "../session/private-data/redact.ts";
import type { Message, Mode, NewMessage, Recalled, Session } from "../session/session.ts";
import { within } from "../within.ts";
import type { TurnPorts } from "./turn-ports.ts";

/** A message of the person. */
export interface Said {
  readonly content: string;
  readonly mode: Mode;
  /** The transcriber's word for the language: a code or a name. */
  readonly language?: string;
  /** Of the transcriber, 0 to 1. */
  readonly confidence?: number;
  /** Milliseconds by stage before the message was there: how long it took to hear it. */
  readonly latency?: Readonly<Record<string, number>>;
}

/** One turn while it is taken. */
export interface Turn {
  readonly ports: TurnPorts;
  readonly sessionId: string;
  readonly signal: AbortSignal;
  /** The person's message, as it was stored. */
  readonly request: Message;
  /** By `ports.elapsed`. */
  readonly startedAt: number;
  /** What did not work as it should; grows, and is kept with the reply. */
  readonly degradations: Set<string>;
  /** Milliseconds by stage. */
  readonly latency: Record<string, number>;
  /** Memories that the reply is answered from, by id. */
  readonly recalled: Map<string, Recalled>;
}

/** The session as it is now. Throws LociError NOT_FOUND for one that was removed. */
export function sessionOf({ ports, sessionId }: Pick<Turn, "ports" | "sessionId">): Session {
  const session = ports.sessions.find(sessionId);
  if (session !== undefined) return session;
  const message = `Cannot go on with the conversation "${sessionId}": it is not there any more; start a new one`;
  throw new LociError("NOT_FOUND", message, { data: { session: sessionId } });
}

/** Longest waits of a turn in milliseconds. */
export const usualTimeouts = {
  /** For detecting the language: the message is not stored before. */
  language: 1_000,
  /** For memories and other context, before the model is asked. */
  context: 1_500,
  /** The same for who talks: the reply goes on without them. */
  contextByVoice: 150,
  /** For a model that ranks memories again. */
  rerank: 3_000,
  /** For saving a preference, before the model is asked; it is saved in any case. */
  saving: 1_000,
  /** For the topic, once the reply has ended; after that it is looked for in the background. */
  topic: 1_500,
  /** For work in the background. */
  background: 30_000,
};

/** The result of work, named by `what`; undefined if it fails or is late: the turn goes on without, and notes that. */
export async function attempt<T>(
  { ports, degradations }: Pick<Turn, "ports" | "degradations">,
  {
    what,
    ms,
    signal,
  }: { readonly what: string; readonly ms: number; readonly signal?: AbortSignal },
  work: (signal: AbortSignal) => T | PromiseLike<T>,
): Promise<T | undefined> {
  const ended = await within(ms, work, signal);
  if (ended.type === "done") return ended.value;
  if (ended.type === "failed") ports.report(ended.error);
  degradations.add(`${what} ${ended.type === "failed" ? "failed" : "timed out"}`);
  return undefined;
}

type Bare = Pick<NewMessage, "role" | "agent" | "content"> & Partial<NewMessage>;

/** A message with what all of them have. */
export function newMessage(
  { mode, language }: Pick<NewMessage, "mode" | "language">,
  message: Bare,
): NewMessage {
  return {
    mode,
    language,
    detected: null,
    switched: false,
    recalled: [],
    latency: {},
    degradations: [],
    hasPrivateData: redact(message.content) !== message.content,
    ...message,
  };
}

/** Keeps a message that the turn brings about. */
export const storeMessage = ({ ports, sessionId, request }: Turn, message: Bare): Message =>
  ports.sessions.addMessage(sessionId, newMessage(request, message));
