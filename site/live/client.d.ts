/** How a conversation goes on: typed or talked. */
export type Mode = "text" | "voice";

/** A message as the API gives it (docs/http.md). */
export interface Message {
  readonly id: number;
  readonly role: "user" | "assistant" | "tool";
  readonly content: string;
  readonly agent: string;
  readonly language?: string;
  readonly mode?: Mode;
  readonly at?: string;
}

/** What happened: `{"type":"topic", …}`. */
export interface MemoryEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A conversation as it stands. */
export interface MemoryState {
  /** "" before it has begun. */
  readonly session: string;
  readonly messages: readonly Message[];
  readonly events: readonly MemoryEvent[];
  readonly mode: Mode;
}

export interface AskOptions {
  readonly method?: string;
  /** An object, sent as JSON; bytes where `type` is another. */
  readonly body?: unknown;
  readonly type?: string;
  readonly signal?: AbortSignal;
}

/** Asks the API. Rejects with an Error: a sentence, and the `code` of docs/http.md. */
export type Ask = (path: string, options?: AskOptions) => Promise<Response>;

export interface Who {
  readonly person?: string | null;
  readonly agent?: string;
  readonly language?: string;
}

export interface TurnOptions {
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: MemoryEvent) => void | Promise<void>;
}

/** A conversation with Loci. */
export interface UnifiedMemory {
  /** The same object until something changes. */
  snapshot(): MemoryState;
  /** Calls the function after each change; returns what ends that. */
  subscribe(listen: () => void): () => void;
  /** Says it and follows the answer; resolves with the number of events. */
  say(message: string, options?: TurnOptions): Promise<number>;
  /** Sends a WAV file, and follows the answer; spoken unless `speak` is false. */
  speak(wav: ArrayBuffer, options?: TurnOptions & { readonly speak?: boolean }): Promise<number>;
  /** Keeps a message that was said and answered elsewhere; no model is asked. */
  addMessage(message: {
    readonly role: "user" | "assistant";
    readonly content: string;
    readonly mode?: Mode;
    readonly language?: string;
  }): Promise<Message>;
  /** Removes what was said, here and on the device; what was learned stays. */
  clearMemory(): Promise<void>;
  switchMode(mode: Mode): Promise<void>;
  /** Reads a conversation; one that is over is not gone on with. */
  open(id: string): Promise<{
    readonly session: { readonly state: string };
    readonly messages: readonly Message[];
    readonly events: readonly MemoryEvent[];
  }>;
  /** The next message begins a conversation of its own. */
  begin(): void;
  /** Ends it: what it taught becomes memory now. */
  end(): Promise<MemoryEvent>;
}

/** Asks the Loci at `url` with its token (`~/.config/loci/token`, or one that `loci token` made). */
export function connect(options: {
  readonly url?: string;
  readonly token: string;
  readonly fetch?: typeof fetch;
}): Ask;

/** A conversation: `who` names person, agent and language for the next one that begins, `session` is one to go on with. */
export function createMemory(options: {
  readonly ask: Ask;
  readonly who?: () => Who;
  readonly session?: string;
}): UnifiedMemory;
