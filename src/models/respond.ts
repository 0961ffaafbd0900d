import type { LociError } from "../errors.ts";
import type { Provider } from "./provider.ts";
import type { QuotedMemory, ReplyInput } from "./requests.ts";

/** A message as a model gets it, in the provider's full structure: a thread can be replayed from these. */
export type ModelMessage =
  | { readonly role: "system"; readonly content: string }
  | { readonly role: "user"; readonly content: string }
  | {
      readonly role: "assistant";
      readonly content: string;
      readonly toolCalls?: readonly ToolCall[];
    }
  | { readonly role: "tool"; readonly callId: string; readonly content: string };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, as the model wrote it: not checked yet. */
  readonly arguments: string;
}

type JsonSchema = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly Tool[];
  /** The answer is JSON of this schema. Checked by the caller: a server may ignore it. */
  readonly format?: { readonly name: string; readonly schema: JsonSchema };
  readonly maxTokens?: number;
}

export type ModelEvent =
  | {
      readonly type: "text";
      readonly text: string;
      /** The memories that are in it, where that is known. */
      readonly memories?: readonly QuotedMemory[];
    }
  | { readonly type: "toolCall"; readonly call: ToolCall }
  | { readonly type: "end"; readonly reason: "stop" | "length" | "tools" | "filtered" }
  /** MODEL_FAILED, with `data.reason`. */
  | { readonly type: "failure"; readonly error: LociError };

/** What is wanted of the reply to a message: in words for a model on a server, in parts for the offline one. */
export interface ReplyRequest extends ModelRequest {
  readonly asked: ReplyInput;
}

/** Answers the person's last message, as a model does. */
export interface Replying extends Pick<Model, "id" | "isCloud"> {
  readonly respond: (request: ReplyRequest, signal?: AbortSignal) => AsyncIterable<ModelEvent>;
}

/** A model that answers. */
export interface Model extends Provider {
  /**
   * Asks it. Never throws: what goes wrong is the last event. The stream ends with exactly one `end` or `failure`, also
   * when `signal` is aborted (reason "aborted") and when a server falls silent in the middle. Text that came before a
   * failure stands. The reader may stop early: the request is then aborted.
   */
  readonly respond: (request: ModelRequest, signal?: AbortSignal) => AsyncIterable<ModelEvent>;
}
