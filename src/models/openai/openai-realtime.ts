import type { OpenAIRealtimeWebSocket } from "openai/realtime/websocket";
import type {
  ConversationItem,
  RealtimeClientEvent,
  RealtimeServerEvent,
} from "openai/resources/realtime/realtime";
import type { ModelMessage, Tool } from "../respond.ts";
import { modelError } from "../servers/failure.ts";
import { askWithin } from "../servers/limit.ts";
import { type OpenAiServer, openServer, type ServerOptions } from "./open-server.ts";
import { type EventPurpose, type RealtimeEvent, readRealtimeEvent } from "./realtime-events.ts";
import { openAiHearing } from "./transcriber.ts";

/** Samples a second of what a realtime model hears and says: 16-bit little-endian, one channel. */
export const realtimeRate = 24_000;

/** A model that hears and speaks, over a connection that lasts. */
export type RealtimeModel = ReturnType<typeof createOpenAiRealtime>;

/** One conversation at the server. What cannot be done comes as an event; nothing throws, also after `closed`. */
export type RealtimeConversation = ReturnType<typeof conversationOver>;

export interface OpenAiRealtimeOptions extends ServerOptions {
  /** The server's own, where none is named. */
  readonly voice?: string | undefined;
  /** Two-letter codes of languages that may be spoken, and names that may come up. */
  readonly languages: readonly string[];
  readonly names: readonly string[];
}

/** Longest wait for a conversation to begin (ms): somebody has just spoken. */
const connectMs = 5_000;

/** A server that speaks OpenAI's `/v1/realtime`, over TLS only. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createOpenAiRealtime(options: OpenAiRealtimeOptions) {
  const server = openServer("live voice", options);
  const { provider, baseUrl: baseURL, key: apiKey = "unused", model } = server;
  return {
    ...provider,
    /**
     * Begins a conversation, which is empty. Rejects with LociError MODEL_FAILED, within its own time limit; with the
     * signal's reason when called off. `on` gets all that comes of it, `closed` last and once; it must not throw.
     */
    async connect(
      on: (event: RealtimeEvent) => void,
      signal: AbortSignal,
    ): Promise<RealtimeConversation> {
      signal.throwIfAborted();
      const { OpenAIRealtimeWebSocket } = await import("openai/realtime/websocket");
      // No client of the package: one reads the environment, which may be meant for another server.
      const socket = new OpenAIRealtimeWebSocket({ model }, { apiKey, baseURL });
      const send = createSend(socket);
      const configure = () =>
        send("state", { type: "session.update", session: sessionOf(options) });
      const begun = begin(server, socket, configure, on);
      try {
        await askWithin(server, connectMs, () => begun, signal);
      } catch (error) {
        socket.close();
        // By plain HTTP: a socket that does not open gives no reason.
        throw signal.aborted ? error : ((await provider.probe()) ?? error);
      }
      return conversationOver(send, () => socket.close());
    },
  };
}

/** Resolves once the server has begun a session that is configured; from then on all comes to `on`. */
function begin(
  server: OpenAiServer,
  socket: OpenAIRealtimeWebSocket,
  configure: () => void,
  on: (event: RealtimeEvent) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => undefined); // Nobody waits for it once it was called off.
  let isBegun = false;
  socket.on("error", () => {}); // What the server says comes as an event; that the connection failed, as its end.
  socket.on("event", (event: RealtimeServerEvent) => {
    try {
      if (event.type === "session.created") configure();
      isBegun ||= event.type === "session.updated";
      const read = readRealtimeEvent(server, event);
      if (isBegun) resolve();
      if (isBegun && read !== undefined) on(read);
      else if (read?.type === "refused") reject(read.error);
    } catch {
      socket.close(); // It lacks what its type promises; thrown from here, that would end the process.
    }
  });
  socket.socket.addEventListener("close", () => {
    if (isBegun) on({ type: "closed", error: modelError(server, "connection", "it dropped") });
    else reject(modelError(server, "answer", noSession));
  });
  return promise;
}

const noSession =
  "it begins no realtime session: voice.live.model must hear and speak, and its address start with https://";

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
function sessionOf({ voice, languages, names }: OpenAiRealtimeOptions) {
  const hints = { languages: [...languages], keywords: [...names] };
  const transcription = { model: openAiHearing, ...hints };
  const input = { format, turn_detection: null, transcription };
  const output = { format, ...(voice === undefined ? {} : { voice }) };
  const type = "realtime" as const;
  return { type, output_modalities: ["audio" as const], audio: { input, output } };
}

/** What a conversation is told in words: a message of the person, or the result of a call that was made in it. */
type Told = Extract<ModelMessage, { role: "user" | "tool" }>;

function conversationOver(send: Send, close: () => void) {
  return {
    /** From the next answer on. */
    instruct(instructions: string, tools: readonly Tool[]): void {
      const named = tools.map((tool) => ({ type: "function" as const, ...tool }));
      const session = { type: "realtime" as const, instructions, tools: named };
      // An answer by other instructions is not the one that was asked for.
      send("respond", { type: "session.update", session });
    },
    /** What somebody said, at `realtimeRate`; its item and then its transcript come as events, in the order of the calls. */
    hear(pcm: Int16Array): void {
      const audio = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength).toString("base64");
      send("state", { type: "input_audio_buffer.append", audio });
      send("hear", { type: "input_audio_buffer.commit" });
    },
    /** Puts a message behind an item, or first. Its id is the caller's, at most 32 characters. */
    add(id: string, message: Told, previous_item_id = "root"): void {
      const { content } = message;
      const item: ConversationItem =
        message.role === "tool"
          ? { id, type: "function_call_output", call_id: message.callId, output: content }
          : { id, type: "message", role: "user", content: [{ type: "input_text", text: content }] };
      send("state", { type: "conversation.item.create", item, previous_item_id });
    },
    remove: (item_id: string): void => send("state", { type: "conversation.item.delete", item_id }),
    /** Drops what was not heard of a spoken item: all after so many milliseconds, of which it has as many. */
    truncate(item_id: string, audio_end_ms: number): void {
      const type = "conversation.item.truncate";
      send("state", { type, item_id, content_index: 0, audio_end_ms });
    },
    /** Has the model answer to what is there; `done` or `refused` ends the answer. One at a time. */
    respond: (): void => send("respond", { type: "response.create" }),
    /** Breaks the answer off; `done` still comes. */
    cancel: (): void => send("cancel", { type: "response.cancel" }),
    close,
  };
}
