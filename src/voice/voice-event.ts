import type { TurnEvent } from "../agent/turn-event.ts";

/** `asleep`: waits for its name, its wake word or a button; `hearing`: there is speech. */
export type VoiceState = "asleep" | "listening" | "hearing" | "thinking" | "speaking";

/** Why what was heard was not taken for something said to the agent; none of it is kept anywhere. */
export type NotTaken =
  /** Too short or too quiet for speech. */
  | "noise"
  /** The transcriber made nothing of it. */
  | "empty"
  /** It could not be transcribed. */
  | "failed"
  /** The transcriber was not sure. */
  | "unclear"
  /** What transcribers make of silence, or more words than fit the time. */
  | "invented"
  /** The agent's own words. */
  | "own_voice"
  /** Said to another person, or by the television: without its name, or from far away. */
  | "not_addressed"
  /** It did not end within the longest turn. */
  | "endless";

/** One event of a conversation by voice; terminal and HTTP only render these. */
export type VoiceEvent =
  | TurnEvent
  | { readonly type: "state"; readonly state: VoiceState }
  | {
      readonly type: "heard";
      /** '' where it was not transcribed. */
      readonly text: string;
      readonly language: string | null;
      readonly confidence: number | null;
      /** Milliseconds of speech. */
      readonly ms: number;
      readonly taken: boolean;
      readonly why?: NotTaken;
    }
  /** What was said aloud, in the words that were spoken, as far as it was heard. */
  | {
      readonly type: "spoken";
      readonly text: string;
      readonly isInterrupted: boolean;
      /** No part of a reply, but of its own accord. Without a speaker, and for typed messages, this event is all there is. */
      readonly isOwn?: true;
    }
  | ({ readonly type: "latency" } & TurnTimes)
  /** A part does not work; reported once, then `mended` when it works again. */
  | {
      readonly type: "trouble";
      readonly part: VoicePart;
      readonly code: string;
      readonly message: string;
    }
  | { readonly type: "mended"; readonly part: VoicePart };

export type VoicePart =
  | "microphone"
  | "speaker"
  | "transcriber"
  | "synthesizer"
  | "wake"
  | "button";

/**
 * Where the time of a turn went, in whole milliseconds. The stages follow each other without a gap: they sum to `total`,
 * from the last sound that was speech to the first sound of the reply. A stage that was not reached is 0.
 */
export interface TurnTimes {
  /** By the wall clock, when the person fell silent (ms since the epoch). */
  readonly at: number;
  /** Of the person (ms). */
  readonly speechMs: number;
  readonly stages: Readonly<Record<Stage, number>>;
  readonly total: number;
  /** How long the reply sounded. */
  readonly replyMs: number;
  /** What cut it short: the figures are not those of a whole turn. */
  readonly aborted?: "interrupted" | "failed" | "stopped";
}

/** Waiting for silence; speech to text; language, memories and other context; the model's first word; its first sentence; text to speech; the device. */
export const stages = [
  "silence",
  "transcribe",
  "context",
  "model",
  "sentence",
  "synthesize",
  "play",
] as const;
export type Stage = (typeof stages)[number];
