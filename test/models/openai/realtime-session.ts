import type { IncomingMessage } from "node:http";
import type { WebSocketPeer } from "../websocket-server.ts";
import type { ClientEvent } from "./realtime-events.ts";

/** An item of the server's conversation, as a test looks at it. */
export interface ServerItem {
  readonly id: string;
  readonly kind: "user" | "assistant" | "call" | "result";
  /** Words, arguments or a result. */
  readonly text: string;
  readonly callId?: string;
  /** It has sound; of an answer, so much. */
  readonly soundMs?: number;
  /** It was truncated to so much. */
  readonly cutAt?: number;
}

/** A step of an answer. */
export type Step =
  | { readonly words: string; readonly ms: number }
  | { readonly call: string; readonly arguments: object }
  /** Goes on once it resolves. */
  | { readonly wait: Promise<unknown> }
  /** The connection breaks. */
  | { readonly drop: true }
  | { readonly fail: { readonly code: string; readonly message: string } };

/** What a model at the other end would know when it is to answer. */
interface Asked {
  readonly items: readonly ServerItem[];
  readonly instructions: string;
  readonly tools: readonly string[];
}

export interface RealtimeServer {
  readonly url: string;
  /** Each connection's events, in order. */
  readonly connections: ClientEvent[][];
  readonly requests: Pick<IncomingMessage, "headers" | "url">[];
  /** All that a strict server would have refused. */
  readonly violations: string[];
  /** What was asked of it, answer by answer. */
  readonly asked: Asked[];
  /** The conversation of the last connection. */
  readonly items: ServerItem[];
  /** Refuses connections with this status. */
  refuse: number | undefined;
  /** Refuses to configure a session with these words. */
  refuseSession: string | undefined;
  /** What `/v1/models` lists. */
  models: readonly string[];
  /** What is heard in a committed turn: words, an error, or "drop". `pcm` is at 24 kHz. */
  onHeard: (pcm: Int16Array, nth: number) => string | "drop" | { readonly fail: string };
  onRespond: (asked: Asked, nth: number) => readonly Step[];
  drop(): void;
}

/** Of sound at 24 kHz. */
export const bytesPerMs = 48;

/** One connection at the server. */
export interface Session {
  readonly server: RealtimeServer;
  readonly peer: WebSocketPeer;
  readonly events: ClientEvent[];
  instructions: string;
  tools: readonly string[];
  sound: Buffer[];
  /** The answer under way. */
  response: { readonly id: string; isCancelled: boolean } | undefined;
  isClosed: boolean;
  count: number;
}

export const newId = (session: Session): string => {
  session.count++;
  return `srv_${session.server.connections.length}_${session.count}`;
};

export function emit(
  session: Session,
  event: { readonly type: string } & Record<string, unknown>,
): void {
  if (!session.isClosed) session.peer.send(JSON.stringify({ event_id: newId(session), ...event }));
}
