import type { Chat } from "../../agent/conversation/chat.ts";
import type { ConversationOptions } from "../../agent/conversation/conversation.ts";
import type { Recorder, Speaker } from "../../voice/audio-ports.ts";
import type { VoiceEvent } from "../../voice/voice-event.ts";
import type { Orchestrator, VoiceOptions } from "../../voice/voice-ports.ts";

/** How to talk; all of it optional. */
export interface VoiceRequest {
  /** With whom, as in a conversation by text. */
  readonly conversation?: ConversationOptions;
  /** Other ears than the microphone. */
  readonly recorder?: Recorder;
  /** Another mouth than the speaker; `none`: replies are written. */
  readonly speaker?: Speaker | "none";
  /** What makes it listen, by default on. */
  readonly activation?: VoiceOptions["activation"];
  /** Short sounds for listening, thinking and trouble, by default on. */
  readonly sounds?: boolean;
  /** A cascade talks, whatever is set. */
  readonly isCascade?: boolean;
}

/** Ears and mouth for one conversation. */
export interface Voice extends Orchestrator {
  readonly conversation: Chat;
  readonly inUse: VoiceInUse;
  /** What does not work now: the last trouble event of each part. */
  troubles(): readonly VoiceTrouble[];
}

export type VoiceTrouble = Extract<VoiceEvent, { type: "trouble" }>;

/** The parts that were chosen, named for people. */
export interface VoiceInUse {
  readonly activation: VoiceOptions["activation"];
  readonly names: readonly string[];
  readonly microphone: string;
  /** Null: replies are written only. */
  readonly speaker: string | null;
  /** With the languages it knows, by code; null where unknown. */
  readonly transcriber: PartInUse & { readonly languages: readonly string[] | null };
  /** The first that works speaks; empty where nothing is spoken. */
  readonly synthesizers: readonly PartInUse[];
  readonly wake: string | null;
  readonly button: string | null;
}

interface PartInUse {
  readonly id: string;
  /** What is said leaves this network. */
  readonly isCloud: boolean;
}
