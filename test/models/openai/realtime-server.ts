import type { IncomingMessage } from "node:http";
import { onTestFinished } from "vitest";
import { startWebSocketServer, type WebSocketPeer } from "../websocket-server.ts";
import { respond } from "./realtime-answer.ts";
import { type ClientEvent, type ClientItem, clientEvent } from "./realtime-events.ts";
import {
  bytesPerMs,
  emit,
  newId,
  type RealtimeServer,
  type ServerItem,
  type Session,
} from "./realtime-session.ts";

/** Speaks `/v1/realtime` strictly on loopback, as OpenAI's does since it left its beta. Closed after the test. */
export async function useRealtimeServer(
  options: { readonly key?: string } = {},
): Promise<RealtimeServer> {
  const violations: string[] = [];
  const isKnown = ({ headers }: IncomingMessage): boolean => {
    const { key } = options;
    const offered = String(headers["sec-websocket-protocol"] ?? "").split(", ");
    const given = offered.find((one) => one.startsWith(keyPrefix))?.slice(keyPrefix.length);
    const bearer = headers.authorization?.replace(/^Bearer /, "");
    return key === undefined || given === key || bearer === key;
  };
  const websocket = await startWebSocketServer({
    refuse(request) {
      server.requests.push({ headers: request.headers, url: request.url ?? "" });
      if (!isKnown(request)) return 401;
      return server.refuse;
    },
    answer: (request) =>
      isKnown(request)
        ? [200, { data: server.models.map((id) => ({ id, owned_by: "a test" })) }]
        : [401, { error: { message: "Incorrect API key provided", code: "invalid_api_key" } }],
    onPeer: (peer) => begin(server, peer),
    onViolation: (what) => violations.push(what),
  });
  const server: RealtimeServer = {
    url: `https://127.0.0.1:${websocket.port}/v1`,
    ...{ connections: [], requests: [], violations, asked: [], items: [] },
    ...{ refuse: undefined, refuseSession: undefined, models: ["gpt-realtime-2.1"] },
    onHeard: () => "hello there",
    onRespond: () => [{ words: "Hello to you.", ms: 900 }],
    drop: websocket.drop,
  };
  onTestFinished(() => websocket.close());
  return server;
}

const keyPrefix = "openai-insecure-api-key.";
function begin(server: RealtimeServer, peer: WebSocketPeer) {
  const session: Session = {
    ...{ server, peer, events: [], instructions: "", tools: [], sound: [] },
    ...{ response: undefined, isClosed: false, count: 0 },
  };
  server.connections.push(session.events);
  server.items.length = 0;
  emit(session, { type: "session.created", session: { type: "realtime", id: newId(session) } });
  return {
    onText(text: string) {
      const read = clientEvent.safeParse(JSON.parse(text));
      if (!read.success) {
        server.violations.push(`${text.slice(0, 300)}: ${read.error.message}`);
        return;
      }
      if (session.events.length === 0 && !isConfiguration(read.data)) {
        server.violations.push(`${read.data.type} before the session was configured`);
      }
      if (
        session.events.some(({ event_id: id }) => id !== undefined && id === read.data.event_id)
      ) {
        server.violations.push(`the id ${read.data.event_id} a second time`);
      }
      session.events.push(read.data);
      take(session, read.data);
    },
    onClose() {
      session.isClosed = true;
    },
  };
}

function isConfiguration(event: ClientEvent): boolean {
  if (event.type !== "session.update") return false;
  const { audio, output_modalities: [modality] = [] } = event.session;
  return audio?.input !== undefined && audio.output !== undefined && modality === "audio";
}

function refuse(session: Session, what: string, event: ClientEvent): void {
  session.server.violations.push(what);
  emitError(session, { code: "invalid_value", message: what }, event);
}

function emitError(
  session: Session,
  error: { readonly code: string; readonly message: string },
  { event_id }: ClientEvent,
): void {
  emit(session, {
    type: "error",
    error: { type: "invalid_request_error", param: null, event_id: event_id ?? null, ...error },
  });
}

function take(session: Session, event: ClientEvent) {
  const { server } = session;
  switch (event.type) {
    case "session.update":
      if (server.refuseSession !== undefined) {
        const error = { code: "invalid_value", message: server.refuseSession };
        return emitError(session, error, event);
      }
      session.instructions = event.session.instructions ?? session.instructions;
      session.tools = event.session.tools?.map(({ name }) => name) ?? session.tools;
      return emit(session, { type: "session.updated", session: event.session });
    case "input_audio_buffer.append":
      session.sound.push(Buffer.from(event.audio, "base64"));
      return;
    case "input_audio_buffer.commit":
      return commit(session, event);
    case "conversation.item.create":
      return create(session, event);
    case "conversation.item.delete": {
      const at = server.items.findIndex(({ id }) => id === event.item_id);
      if (at === -1) return refuse(session, `delete of an unknown item ${event.item_id}`, event);
      server.items.splice(at, 1);
      return emit(session, { type: "conversation.item.deleted", item_id: event.item_id });
    }
    case "conversation.item.truncate":
      return truncate(session, event);
    case "response.create":
      if (session.response !== undefined) {
        return refuse(session, "response.create while an answer is under way", event);
      }
      return void respond(session);
    case "response.cancel":
      // It may have ended while this was on its way: no violation.
      if (session.response !== undefined) session.response.isCancelled = true;
      else emitError(session, { code: "response_cancel_not_active", message: "no answer" }, event);
  }
}

function commit(session: Session, event: ClientEvent) {
  const { server } = session;
  const bytes = Buffer.concat(session.sound.splice(0));
  if (bytes.length < 100 * bytesPerMs || bytes.length % 2 !== 0) {
    return refuse(session, `commit of ${bytes.length} bytes`, event);
  }
  const pcm = new Int16Array(new Uint8Array(bytes).buffer);
  const heard = server.onHeard(pcm, count(server, "input_audio_buffer.commit"));
  if (heard === "drop") return session.peer.break();
  const item_id = newId(session);
  const previous_item_id = server.items.at(-1)?.id ?? null;
  const text = typeof heard === "string" ? heard : "";
  server.items.push({ id: item_id, kind: "user", text, soundMs: bytes.length / bytesPerMs });
  emit(session, { type: "input_audio_buffer.committed", item_id, previous_item_id });
  const item = { id: item_id, type: "message", role: "user", content: [{ type: "input_audio" }] };
  emit(session, { type: "conversation.item.added", item, previous_item_id });
  emit(session, { type: "conversation.item.done", item, previous_item_id });
  const about = { item_id, content_index: 0 };
  const kind = "conversation.item.input_audio_transcription";
  if (typeof heard !== "string") {
    const error = { type: "server_error", code: "audio_unintelligible", message: heard.fail };
    return emit(session, { type: `${kind}.failed`, ...about, error });
  }
  emit(session, { type: `${kind}.delta`, ...about, delta: heard });
  emit(session, {
    type: `${kind}.completed`,
    ...about,
    transcript: heard,
    usage: { type: "tokens" },
  });
}

/** How often something was sent so far, over all connections. */
function count({ connections }: RealtimeServer, type: ClientEvent["type"]): number {
  return connections.flat().filter((event) => event.type === type).length;
}

function create(
  session: Session,
  event: Extract<ClientEvent, { type: "conversation.item.create" }>,
) {
  const { items } = session.server;
  const { item, previous_item_id: after } = event;
  const at = after === "root" ? 0 : items.findIndex(({ id }) => id === after) + 1;
  if (at === 0 && after !== "root") return refuse(session, `item after unknown ${after}`, event);
  if (items.some(({ id }) => id === item.id)) {
    return refuse(session, `item ${item.id} is there already`, event);
  }
  const made = toServerItem(item);
  const hasCall = items
    .slice(0, at)
    .some(({ kind, callId }) => kind === "call" && callId === made.callId);
  if (made.kind === "result" && !hasCall) {
    return refuse(session, `a result of no call ${made.callId}`, event);
  }
  items.splice(at, 0, made);
  const previous_item_id = after === "root" ? null : after;
  emit(session, { type: "conversation.item.added", item, previous_item_id });
  emit(session, { type: "conversation.item.done", item, previous_item_id });
}

function toServerItem(item: ClientItem): ServerItem {
  const { id } = item;
  switch (item.type) {
    case "message":
      return { id, kind: item.role, text: item.content.map(({ text }) => text).join("") };
    case "function_call":
      return { id, kind: "call", text: item.arguments, callId: item.call_id };
    case "function_call_output":
      return { id, kind: "result", text: item.output, callId: item.call_id };
  }
}

function truncate(
  session: Session,
  event: Extract<ClientEvent, { type: "conversation.item.truncate" }>,
) {
  const { items } = session.server;
  const { item_id, audio_end_ms } = event;
  const at = items.findIndex(({ id }) => id === item_id);
  const item = items[at];
  if (item?.kind !== "assistant" || item.soundMs === undefined) {
    return refuse(session, `truncate of ${item_id}, which is no spoken answer`, event);
  }
  if (audio_end_ms > item.soundMs) {
    return refuse(session, `truncate at ${audio_end_ms} of ${item.soundMs} ms`, event);
  }
  items[at] = { ...item, text: "", cutAt: audio_end_ms };
  emit(session, { type: "conversation.item.truncated", item_id, content_index: 0, audio_end_ms });
}
