import type { LociError } from "../errors.ts";

/** A memory as it is quoted to a model. */
export interface QuotedMemory {
  readonly text: string;
  /** `YYYY-MM-DD` or ''. */
  readonly date: string;
  readonly topic: string;
  readonly file: string;
  readonly line: number;
  readonly bank: string;
  /** It is a passage of a note and no entry. */
  readonly isNote?: boolean;
  /** Why it is here whatever its words: it means the same. */
  readonly found?: "meaning";
  /** Words of the question that it says in other words. */
  readonly meant?: readonly string[];
  /** How well it fits the question, as recall has it: 0 to 1. */
  readonly score?: number;
  /** It stands in no file yet: the person said it in a conversation that goes on. */
  readonly isSaid?: boolean;
}

/** What a reply to the person's last message is made of, where no server makes it. */
export interface ReplyInput {
  readonly message: string;
  /** Two letters, such as `ca`. */
  readonly language: string;
  readonly person: string | null;
  /** What recall found for this message, best first; for a server the topic's own lines where one is loaded. */
  readonly memories: readonly QuotedMemory[];
  /** Why the memory could not be looked into, where it could not. */
  readonly blind?: LociError;
  /** What is known, where the message asks about the memory itself. */
  readonly known?: KnownOfMemory;
  /** What the tools gave that were called since the message, in order. */
  readonly toolResults: readonly { readonly name: string; readonly content: string }[];
  /** What the person said before in this conversation, oldest first. */
  readonly said: readonly string[];
  /** The reply is read aloud. */
  readonly isSpoken?: boolean;
  /** Memories that are to be brought up now. */
  readonly reminders?: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** How many memories there are, or those that were asked for. */
export type KnownOfMemory =
  | { readonly type: "count"; readonly count: number }
  | { readonly type: "memories"; readonly memories: readonly QuotedMemory[] };

/** One message of a conversation, for extraction. */
export interface SaidMessage {
  /** Number of the message within its session. */
  readonly id: number;
  readonly role: "user" | "assistant";
  readonly content: string;
  readonly language: string;
  /** `YYYY-MM-DD`: the day it was said. */
  readonly date: string;
}

/** Asks for what is worth keeping. */
export interface ExtractRequest {
  readonly messages: readonly SaidMessage[];
  readonly banks: readonly string[];
  /** What belongs into a bank, by its name. */
  readonly bankDescriptions?: Readonly<Record<string, string>>;
  readonly defaultBank: string;
  /** What is known already and near to what was said. */
  readonly known: readonly KnownLine[];
  /** Name of the speaker; undefined where none is named. */
  readonly speaker?: string;
  /** Topics that a conclusion may belong to, the nearest first. */
  readonly topics?: readonly NamedTopic[];
}

/** A topic as a model gets to see it, and names it. */
export type NamedTopic = Readonly<Record<"topic" | "title" | "summary", string>>;

export interface KnownLine {
  /** `m1`, `m2`, …: how the answer refers to it. */
  readonly label: string;
  readonly text: string;
  readonly date: string;
  /** The slot it fills (`[key:: …]`), or ''. */
  readonly key: string;
  /** Words of what was said that it says in other words, or in another language. */
  readonly meant?: readonly string[];
}
