import type { IncomingMessage } from "node:http";
import type { ConversationItem, RealtimeClientEvent } from "openai/resources/realtime/realtime";
import type { WebSocket } from "ws";

/** What a client may send is what the package's types say. */
type ClientEvent = RealtimeClientEvent;
type ClientEventOf<T extends ClientEvent["type"]> = Extract<ClientEvent, { type: T }>;

/** An item of the server's conversation, as a test looks at it. */
interface ServerItem {
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
  /** Breaks every connection that is open. */
  drop(): void;
}

/** Of sound at 24 kHz. */
const bytesPerMs = 48;

/** One connection at the server. */
export class RealtimeSession {
  readonly #server: RealtimeServer;
  readonly #client: WebSocket;
  /** Ends the connection without a word, once what was sent is there. */
  readonly #hangUp: () => void;
  readonly #events: ClientEvent[] = [];
  #asking = { instructions: "", tools: [] as readonly string[] };
  readonly #sound: Buffer[] = [];
  /** The answer under way. */
  #answer: { isCancelled: boolean } | undefined;
  #isClosed = false;
  #ids = 0;

  constructor(server: RealtimeServer, client: WebSocket, hangUp: () => void) {
    this.#server = server;
    this.#client = client;
    this.#hangUp = hangUp;
    server.connections.push(this.#events);
    server.items.length = 0;
    client.on("error", ({ message }) => server.violations.push(message));
    client.on("close", () => {
      this.#isClosed = true;
    });
    client.on("message", (text) => this.#read(String(text)));
    this.#emit("session.created", { session: { type: "realtime", id: this.#newId() } });
  }

  #newId(): string {
    return `srv_${this.#server.connections.length}_${++this.#ids}`;
  }

  #emit(type: string, event: object): void {
    const sent = { event_id: this.#newId(), type, ...event };
    if (!this.#isClosed) this.#client.send(JSON.stringify(sent));
  }

  #error(
    code: string,
    message: string,
    { event_id = null }: { readonly event_id?: unknown },
  ): void {
    const error = { type: "invalid_request_error", param: null, event_id, code, message };
    this.#emit("error", { error });
  }

  #refuse(what: string, event: ClientEvent): void {
    this.#server.violations.push(what);
    this.#error("invalid_value", what, event);
  }

  #read(text: string): void {
    const { violations } = this.#server;
    const event: ClientEvent = JSON.parse(text);
    if (this.#events.length === 0 && !/"turn_detection":null.*"output"/.test(text)) {
      violations.push(`${event.type} before the session was configured`);
    }
    if (this.#events.some(({ event_id: id }) => id !== undefined && id === event.event_id)) {
      violations.push(`the id ${event.event_id} a second time`);
    }
    this.#events.push(event);
    this.#take(event);
  }

  #take(event: ClientEvent) {
    const { items, refuseSession } = this.#server;
    switch (event.type) {
      case "session.update": {
        if (refuseSession !== undefined) return this.#error("invalid_value", refuseSession, event);
        const { instructions = this.#asking.instructions, tools } = Object(event.session);
        const names = tools?.map(({ name }: { readonly name: string }) => name);
        this.#asking = { instructions, tools: names ?? this.#asking.tools };
        return this.#emit("session.updated", { session: event.session });
      }
      case "input_audio_buffer.append":
        this.#sound.push(Buffer.from(event.audio, "base64"));
        return;
      case "input_audio_buffer.commit":
        return this.#hear(event);
      case "conversation.item.create":
        return this.#add(event);
      case "conversation.item.delete": {
        const at = items.findIndex(({ id }) => id === event.item_id);
        if (at === -1) return this.#refuse(`delete of an unknown item ${event.item_id}`, event);
        items.splice(at, 1);
        return this.#emit("conversation.item.deleted", { item_id: event.item_id });
      }
      case "conversation.item.truncate":
        return this.#truncate(event);
      case "response.create":
        if (this.#answer === undefined) void this.#respond();
        else this.#refuse("response.create while an answer is under way", event);
        return;
      case "response.cancel":
        // It may have ended while this was on its way: no violation.
        if (this.#answer !== undefined) this.#answer.isCancelled = true;
        else this.#error("response_cancel_not_active", "no answer", event);
        return;
      default:
        return this.#refuse(`unknown event ${event.type}`, event);
    }
  }

  #hear(event: ClientEvent) {
    const { items, connections, onHeard } = this.#server;
    const bytes = Buffer.concat(this.#sound.splice(0));
    if (bytes.length < 100 * bytesPerMs || bytes.length % 2 !== 0) {
      return this.#refuse(`commit of ${bytes.length} bytes`, event);
    }
    const nth = connections.flat().filter(({ type }) => type === event.type).length;
    const heard = onHeard(new Int16Array(new Uint8Array(bytes).buffer), nth);
    if (heard === "drop") return this.#hangUp();
    const item_id = this.#newId();
    const text = typeof heard === "string" ? heard : "";
    items.push({ id: item_id, kind: "user", text, soundMs: bytes.length / bytesPerMs });
    this.#emit("input_audio_buffer.committed", { item_id });
    const kind = "conversation.item.input_audio_transcription";
    if (typeof heard === "string") {
      this.#emit(`${kind}.delta`, { item_id, delta: heard });
      return this.#emit(`${kind}.completed`, { item_id, transcript: heard });
    }
    const error = { code: "audio_unintelligible", message: heard.fail };
    this.#emit(`${kind}.failed`, { item_id, error });
  }

  #add(event: ClientEventOf<"conversation.item.create">) {
    const { items } = this.#server;
    const { item, previous_item_id: after } = event;
    const at = after === "root" ? 0 : items.findIndex(({ id }) => id === after) + 1;
    if (at === 0 && after !== "root") return this.#refuse(`item after unknown ${after}`, event);
    const isThere = items.some(({ id }) => id === item.id);
    if (isThere) return this.#refuse(`item ${item.id} is there already`, event);
    const made = toServerItem(item);
    if (made === undefined || made.id.length > 32) return this.#refuse("an odd item", event);
    const calls = items.slice(0, at).filter(({ kind }) => kind === "call");
    if (made.kind === "result" && !calls.some(({ callId }) => callId === made.callId)) {
      return this.#refuse(`a result of no call ${made.callId}`, event);
    }
    items.splice(at, 0, made);
    this.#emit("conversation.item.added", { item });
  }

  #truncate(event: ClientEventOf<"conversation.item.truncate">) {
    const { items } = this.#server;
    const { item_id, audio_end_ms: cutAt } = event;
    const at = items.findIndex(({ id }) => id === item_id);
    const item = items[at];
    if (item?.kind !== "assistant" || item.soundMs === undefined) {
      return this.#refuse(`truncate of ${item_id}, which is no spoken answer`, event);
    }
    if (cutAt > item.soundMs) {
      return this.#refuse(`truncate at ${cutAt} of ${item.soundMs} ms`, event);
    }
    items[at] = { ...item, text: "", cutAt };
    this.#emit("conversation.item.truncated", { item_id });
  }

  /** Answers as the test says, until it is cancelled or the connection breaks. */
  async #respond(): Promise<void> {
    const { items, asked, onRespond } = this.#server;
    const known = { items: [...items], ...this.#asking };
    asked.push(known);
    const answer = { isCancelled: false };
    this.#answer = answer;
    const spoken = this.#newId();
    this.#emit("response.created", { response: { status: "in_progress" } });
    const output: object[] = [];
    let ending: object = { status: "completed", status_details: null };
    for (const step of onRespond(known, asked.length)) {
      if ("wait" in step) await step.wait;
      if (answer.isCancelled || this.#isClosed) break;
      if ("words" in step) this.#say(spoken, step);
      if ("call" in step) output.push(this.#call(step));
      if ("drop" in step) this.#hangUp();
      if ("fail" in step) ending = { status: "failed", status_details: { error: step.fail } };
    }
    this.#answer = undefined;
    const how = answer.isCancelled ? { status: "cancelled", status_details: null } : ending;
    this.#emit("response.done", { response: { ...how, output } });
  }

  /** Words and their sound side by side, a few at a time, as one item of the answer. */
  #say(item_id: string, { words, ms }: Extract<Step, { readonly words: string }>): void {
    const { items } = this.#server;
    const at = items.findIndex(({ id }) => id === item_id);
    const { text = "", soundMs = 0 } = items[at] ?? {};
    const pieces = words.split(/(?<= )/);
    const each = Math.round(ms / pieces.length);
    const made = { text: text + words, soundMs: soundMs + each * pieces.length };
    const place = at === -1 ? items.length : at;
    items.splice(place, 1, { id: item_id, kind: "assistant", ...made });
    for (const piece of pieces) {
      this.#emit("response.output_audio_transcript.delta", { item_id, delta: piece });
      const delta = Buffer.alloc(each * bytesPerMs, 1).toString("base64");
      this.#emit("response.output_audio.delta", { item_id, delta });
    }
  }

  #call({ call: name, arguments: given }: Extract<Step, { readonly call: string }>): object {
    const id = this.#newId();
    const [call_id, text] = [`call_${this.#ids}`, JSON.stringify(given)];
    this.#server.items.push({ id, kind: "call", text, callId: call_id });
    return { id, type: "function_call", status: "completed", call_id, name, arguments: text };
  }
}

/** What a client may add: words of the person, and results. */
function toServerItem({ id = "", ...item }: ConversationItem): ServerItem | undefined {
  if (item.type === "function_call_output") {
    return { id, kind: "result", text: item.output, callId: item.call_id };
  }
  if (item.type !== "message" || item.role !== "user") return undefined;
  return { id, kind: "user", text: item.content[0]?.text ?? "" };
}
