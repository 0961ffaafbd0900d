import type { OpenAIRealtimeWebSocket } from "openai/realtime/websocket";
import type {
  ConversationItem,
  RealtimeClientEvent,
  RealtimeServerEvent,
} from "openai/resources/realtime/realtime";
import { LociError } from "../../errors.ts";
import {
  type RealtimeContent,
  type RealtimeConversation,
  type RealtimeEvent,
  type RealtimeModel,
  realtimeRate,
} from "../realtime.ts";
import { checkServer } from "../servers/check-server.ts";
import { isCloudAddress } from "../servers/is-cloud.ts";
import { modelError, toModelError } from "../servers/model-error.ts";
import type { ModelServer } from "../servers/server-failure.ts";
import { short } from "../short.ts";
import { createOpenAiClient } from "./client.ts";
import { listOrNothing, missingModel } from "./list-models.ts";
import { type EventPurpose, readRealtimeEvent } from "./realtime-events.ts";
import { firstStyle } from "./transcription.ts";

export interface OpenAiRealtimeOptions {
  /** Up to and with `/v1`; `https:` only, since the package speaks to nothing else. */
  readonly baseUrl: string;
  readonly model: string;
  readonly key?: string | undefined;
  /** The server's own, where none is named. */
  readonly voice?: string | undefined;
  readonly hearing: {
    /** Model that writes down what is heard. */
    readonly model: string;
    /** Two-letter codes of languages that may be spoken, and names that may come up. */
    readonly languages: readonly string[];
    readonly keywords: readonly string[];
  };
}

/** Longest wait for a conversation to begin, and then for the reason why it did not (ms): somebody has just spoken. */
const connectMs = 5_000;

/** A server that speaks OpenAI's `/v1/realtime`. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createOpenAiRealtime(options: OpenAiRealtimeOptions): RealtimeModel {
  const checked = checkServer("live voice", { ...options, model: options.model.trim() });
  const server = { ...checked, what: "live voice" };
  if (!server.baseUrl.startsWith("https:")) {
    const state = "a realtime connection needs an address that starts with https://";
    throw new LociError(
      "BAD_CONFIG",
      `Cannot use live voice server "${server.baseUrl}": ${state}; set voice.live.url to one`,
    );
  }
  return {
    id: `${short(server.model)} at ${new URL(server.baseUrl).host}`,
    isCloud: isCloudAddress(server.baseUrl),
    connect: (on, signal) => connect({ server, options }, on, signal),
    probe: () => whyNot(server),
  };
}

interface Place {
  readonly server: ModelServer & { readonly model: string };
  readonly options: OpenAiRealtimeOptions;
}

/** Resolves once the server has begun a session, which it was told how to hear and to speak in. */
async function connect(
  { server, options }: Place,
  on: (event: RealtimeEvent) => void,
  signal: AbortSignal,
): Promise<RealtimeConversation> {
  signal.throwIfAborted();
  const { OpenAIRealtimeWebSocket } = await import("openai/realtime/websocket");
  const { baseUrl, key = "unused", model } = server;
  // No client of the package: one reads the environment, which may be meant for another server.
  const socket = new OpenAIRealtimeWebSocket({ model }, { apiKey: key, baseURL: baseUrl });
  const send = createSend(socket);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let isBegun = false;
  let refusal: LociError | undefined;
  socket.on("error", () => {}); // What the server says comes as an event; that the connection failed, as its end.
  socket.on("event", (event: RealtimeServerEvent) => {
    if (event.type === "session.created") {
      send("state", { type: "session.update", session: sessionOf(options) });
    } else if (event.type === "session.updated") begin();
    const read = readRealtimeEvent(server, event);
    if (isBegun && read !== undefined) on(read);
    else if (read?.type === "refused") {
      refusal = read.error;
      end();
    }
  });
  socket.socket.addEventListener("close", () => {
    end();
    const state = "the connection dropped; check the server and the network";
    if (isBegun) on({ type: "closed", error: modelError(server, { reason: "connection", state }) });
  });
  const isThere = await within(connectMs, signal, begun, ended);
  if (!isThere) {
    socket.close();
    signal.throwIfAborted();
    throw refusal ?? (await whyNot(server)) ?? noSession(server);
  }
  isBegun = true;
  return conversationOver(send, () => socket.close());
}

/** Whether the first promise resolves in time, before the other one and before an abort. */
async function within(
  ms: number,
  signal: AbortSignal,
  wanted: Promise<void>,
  other: Promise<void>,
): Promise<boolean> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const onAbort = (): void => resolve();
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  const isThere = await Promise.race([
    wanted.then(() => true),
    Promise.race([other, over]).then(() => false),
  ]);
  clearTimeout(timer);
  signal.removeEventListener("abort", onAbort);
  return isThere;
}

type Send = (purpose: EventPurpose, event: RealtimeClientEvent) => void;

/** What a closed socket is told goes nowhere: that it closed is known by then. */
function createSend(socket: OpenAIRealtimeWebSocket): Send {
  let sent = 0;
  return (purpose, event) => {
    sent++;
    if (socket.socket.readyState !== WebSocket.OPEN) return;
    socket.send({ ...event, event_id: `${purpose}_${sent}` });
  };
}

const format = { type: "audio/pcm", rate: realtimeRate } as const;

/** Who speaks when is decided here, not at the server: it gets whole turns, and answers when asked to. */
function sessionOf({ voice, hearing }: OpenAiRealtimeOptions) {
  const { model, languages, keywords } = hearing;
  const hints = { languages: [...languages], keywords: [...keywords] };
  return {
    type: "realtime",
    output_modalities: ["audio"],
    audio: {
      input: {
        format,
        turn_detection: null,
        // Another one refuses a session that gives it any.
        transcription: { model, ...(firstStyle(model) === "hints" ? hints : {}) },
      },
      output: { format, ...(voice === undefined ? {} : { voice }) },
    },
  } satisfies Extract<RealtimeClientEvent, { type: "session.update" }>["session"];
}

/** Bytes of sound in one event: a second. */
const chunkBytes = realtimeRate * 2;

function conversationOver(send: Send, close: () => void): RealtimeConversation {
  return {
    instruct(instructions, tools) {
      const named = tools.map((tool) => ({ type: "function" as const, ...tool }));
      const session = { type: "realtime" as const, instructions, tools: named };
      // An answer by other instructions is not the one that was asked for.
      send("respond", { type: "session.update", session });
    },
    hear(pcm) {
      const bytes = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        const audio = bytes.toString("base64", at, Math.min(bytes.length, at + chunkBytes));
        send("state", { type: "input_audio_buffer.append", audio });
      }
      send("hear", { type: "input_audio_buffer.commit" });
    },
    add(id, content, after) {
      const previous_item_id = after ?? "root";
      send("state", {
        type: "conversation.item.create",
        item: toItem(id, content),
        previous_item_id,
      });
    },
    remove: (id) => send("state", { type: "conversation.item.delete", item_id: id }),
    truncate(id, ms) {
      const cut = { item_id: id, content_index: 0, audio_end_ms: ms };
      send("state", { type: "conversation.item.truncate", ...cut });
    },
    respond: () => send("respond", { type: "response.create" }),
    cancel: () => send("cancel", { type: "response.cancel" }),
    close,
  };
}

function toItem(id: string, content: RealtimeContent): ConversationItem {
  switch (content.type) {
    case "user":
      return {
        ...{ id, type: "message", role: "user" },
        content: [{ type: "input_text", text: content.text }],
      };
    case "assistant":
      return {
        ...{ id, type: "message", role: "assistant" },
        content: [{ type: "output_text", text: content.text }],
      };
    case "call": {
      const { id: call_id, name, arguments: words } = content.call;
      return { id, type: "function_call", call_id, name, arguments: words };
    }
    case "result":
      return {
        ...{ id, type: "function_call_output" },
        call_id: content.callId,
        output: content.text,
      };
  }
}

/** Asks by plain HTTP: a socket that does not open gives no reason. */
async function whyNot(
  server: ModelServer & { readonly model: string },
): Promise<LociError | undefined> {
  const limits = { connect: connectMs, maxBytes: 4 * 2 ** 20 };
  const client = createOpenAiClient({ server, ...limits, accept: "application/json" });
  try {
    const listed = await listOrNothing(await client(), server, AbortSignal.timeout(connectMs));
    const state = listed && missingModel(server.model, listed);
    return state === undefined ? undefined : modelError(server, { reason: "model", state });
  } catch (error) {
    return toModelError(server, error);
  }
}

function noSession(server: ModelServer): LociError {
  const state =
    "it begins no realtime session; check that voice.live.model is one that hears and speaks";
  return modelError(server, { reason: "answer", state });
}
