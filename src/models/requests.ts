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
  /** The slot it fills (`[key:: …]`), where it names one. */
  readonly key?: string;
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
  /** The message asks to be answered in `language`, and nothing else. */
  readonly asksLanguage: boolean;
  /** The reply is read aloud. */
  readonly isSpoken?: boolean;
  /** Memories that are to be brought up now. */
  readonly reminders?: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** `HH:MM`. */
  readonly clock?: string;
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

/** Asks for what is worth keeping; the answer is an ExtractAnswer. */
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
export interface NamedTopic {
  readonly topic: string;
  readonly title: string;
  readonly summary: string;
}

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

export interface ExtractAnswer {
  /** What the conversation was about, in one line without names of tools or models. */
  readonly summary: string;
  readonly sentiment: "positive" | "neutral" | "negative";
  /** What the person wanted, a few words each. */
  readonly intents: readonly string[];
  readonly conclusions: readonly Conclusion[];
  /** What was stated and comes to nothing, in the person's words, where the offline form says so; never what is to be forgotten. */
  readonly leftOut?: readonly LeftOut[];
}

/** A statement that is not kept, and why: `it names nobody`. */
export interface LeftOut {
  readonly text: string;
  readonly reason: string;
}

/** Something worth keeping, as a model proposes it: code decides. */
export interface Conclusion {
  /** One self-contained sentence, in the language of the person. */
  readonly text: string;
  /** For what can have one value only: a slot such as `home_city`; else ''. */
  readonly key: string;
  /** 0 to 1; 1 for what must never be lost, such as an allergy. */
  readonly importance: number;
  readonly bank: string;
  readonly kind: "preference" | "decision" | "fact" | "plan" | "discovery";
  /** Words of the person that say it, or of a proposal that they agreed to, unchanged; '' of rules, which name `sources`. */
  readonly quote: string;
  /** The messages in which rules read it; none from a model on a server. */
  readonly sources: readonly number[];
  readonly sensitivity: "normal" | "personal" | "health" | "secret";
  readonly relation: "new" | "known" | "updates" | "contradicts";
  /** Label of the known line that the relation is to; null for `new`. */
  readonly of: string | null;
  /** Name of the topic it belongs to, or a short title for a new one; null for none. Rules name none. */
  readonly topic?: string | null | undefined;
}

/** Asks for subtopics; the answer is a SplitAnswer. */
export interface SplitRequest {
  readonly title: string;
  readonly entries: readonly { readonly label: string; readonly text: string }[];
}

export interface SplitAnswer {
  readonly subtopics: readonly {
    /** One or two words, without the topic's own name. */
    readonly name: string;
    readonly summary: string;
    /** Labels. What is in no subtopic stays in the general one. */
    readonly entries: readonly string[];
  }[];
}
