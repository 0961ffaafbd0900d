export type Mode = "text" | "voice";

/** A message as the API gives it (docs/http.md). */
export interface Message {
  readonly id: number;
  readonly role: "user" | "assistant" | "tool";
  readonly content: string;
  readonly agent: string;
  readonly language?: string;
  readonly mode?: Mode;
}

/** What happened: `{"type":"topic", …}`. */
export interface MemoryEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A conversation as it stands; `session` is "" before it has begun. */
export interface MemoryState {
  readonly session: string;
  readonly messages: readonly Message[];
  readonly events: readonly MemoryEvent[];
  readonly mode: Mode;
}

/** Asks the API; a body is sent as JSON, or as it is where `type` is another. Rejects with an Error: a sentence, and the `code` of docs/http.md. */
export type Ask = (
  path: string,
  options?: { method?: string; body?: unknown; type?: string; signal?: AbortSignal },
) => Promise<Response>;

export interface TurnOptions {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: MemoryEvent) => void | Promise<void>;
}

/** A conversation with Loci. */
export interface UnifiedMemory {
  /** The same object until something changes. */
  snapshot(): MemoryState;
  /** Calls the function after each change; returns a function that ends that. */
  subscribe(listen: () => void): () => void;
  /** Says it and follows the answer; resolves with the number of events. */
  say(message: string, options?: TurnOptions): Promise<number>;
  /** Sends a WAV file, and follows the answer; spoken unless `speak` is false. */
  speak(wav: ArrayBuffer, options?: TurnOptions & { readonly speak?: boolean }): Promise<number>;
  /** Keeps a message that was said and answered elsewhere; no model is asked. */
  addMessage(
    message: Pick<Message, "content" | "mode" | "language"> & { role: "user" | "assistant" },
  ): Promise<Message>;
  /** Removes what was said, here and on the device; what was learned stays. */
  clearMemory(): Promise<void>;
  /** Text or voice; an event `mode` of the conversation. */
  switchMode(mode: Mode): Promise<void>;
  /** Reads a conversation; one that has ended is not continued. */
  open(
    id: string,
  ): Promise<Pick<MemoryState, "messages" | "events"> & { session: { state: string } }>;
  /** The next message begins a conversation of its own. */
  begin(): void;
  /** Ends it: what it taught becomes memory now. Resolves with the event `digest`. */
  end(): Promise<MemoryEvent>;
}

/** Asks the Loci at `url` with its token (`~/.config/loci/token`, or one that `loci token` made). */
export function connect(options: {
  readonly url?: string;
  readonly token: string;
  readonly fetch?: typeof fetch;
}): Ask;

/** A conversation: `who` says with whom the next one begins, `session` is one to continue. */
export function createMemory(options: {
  readonly ask: Ask;
  readonly who?: () => { person?: string | null; agent?: string; language?: string };
  readonly session?: string;
}): UnifiedMemory;
