import type { LociError } from "../errors.ts";
import type { Provider } from "./provider.ts";
import type { Tool, ToolCall } from "./respond.ts";

/** Samples a second of what a realtime model hears and says: 16-bit little-endian, one channel. */
export const realtimeRate = 24_000;

/** A model that hears and speaks, over a connection that lasts. */
export interface RealtimeModel extends Provider {
  /**
   * Begins a conversation, which is empty. Rejects with LociError MODEL_FAILED, within its own time limit; with the
   * signal's reason when called off. `on` gets all that comes of it, `closed` last and once; it must not throw.
   */
  connect(on: (event: RealtimeEvent) => void, signal: AbortSignal): Promise<RealtimeConversation>;
}

/** One conversation at the server. What cannot be done comes as an event; nothing throws, also after `closed`. */
export interface RealtimeConversation {
  /** From the next answer on. */
  instruct(instructions: string, tools: readonly Tool[]): void;
  /** What somebody said, at `realtimeRate`; its item and then its transcript come as events, in the order of the calls. */
  hear(pcm: Int16Array): void;
  /** Puts an item behind another one; null: first. Its id is the caller's, at most 32 characters. */
  add(id: string, content: RealtimeContent, after: string | null): void;
  remove(id: string): void;
  /** Drops what was not heard of a spoken item: all after so many milliseconds, of which it has as many. */
  truncate(id: string, ms: number): void;
  /** Has the model answer to what is there; `done` or `refused` ends the answer. One at a time. */
  respond(): void;
  /** Breaks the answer off; `done` still comes. */
  cancel(): void;
  close(): void;
}

/** What an item of a conversation says, where it is written. */
export type RealtimeContent =
  | { readonly type: "user" | "assistant"; readonly text: string }
  | { readonly type: "call"; readonly call: ToolCall }
  | { readonly type: "result"; readonly callId: string; readonly text: string };

export type RealtimeEvent =
  /** What was heard last is an item now. */
  | { readonly type: "heard"; readonly item: string }
  | {
      readonly type: "transcript";
      readonly item: string;
      readonly text: string;
      readonly language: string | null;
    }
  | { readonly type: "untranscribed"; readonly item: string; readonly error: LociError }
  /** Words of the answer, and its sound; they come side by side. */
  | { readonly type: "words"; readonly item: string; readonly text: string }
  | { readonly type: "sound"; readonly item: string; readonly pcm: Uint8Array }
  | RealtimeDone
  /** Something that was asked for cannot be done; `state`: the server's conversation is not what it is taken for. */
  | {
      readonly type: "refused";
      readonly what: "hear" | "respond" | "state";
      readonly error: LociError;
    }
  | { readonly type: "closed"; readonly error: LociError };

/** The end of an answer. */
export interface RealtimeDone {
  readonly type: "done";
  readonly end: "stop" | "tools" | "length" | "filtered" | "cancelled" | LociError;
  readonly calls: readonly (ToolCall & { readonly item: string })[];
}
