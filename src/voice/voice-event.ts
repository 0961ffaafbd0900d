import type { TurnEvent } from "../agent/turn-event.ts";

/** `asleep`: waiting for the agent's name, the wake word or the button; `hearing`: somebody is speaking. */
export type VoiceState = "asleep" | "listening" | "hearing" | "thinking" | "speaking";

/** Why an utterance was not accepted as a message to the agent. Rejected utterances are not stored. */
export type RejectReason =
  /** Too short or too quiet to be speech. */
  | "noise"
  /** The transcriber found no words in it. */
  | "empty"
  /** It could not be transcribed. */
  | "failed"
  /** The transcriber's confidence was too low. */
  | "unclear"
  /** A hallucination of the transcriber: a stock phrase, or more words than fit the time. */
  | "invented"
  /** The agent's own speech, heard back through the microphone. */
  | "own_voice"
  /** Not said to the agent: without its name, or from far away. */
  | "not_addressed"
  /** It was longer than the longest turn. */
  | "endless";

/** An event of a voice conversation. The terminal and HTTP only render these. */
export type VoiceEvent =
  | TurnEvent
  | { readonly type: "state"; readonly state: VoiceState }
  | {
      readonly type: "heard";
      /** '' if it was not transcribed. */
      readonly text: string;
      readonly language: string | null;
      readonly confidence: number | null;
      /** Length of the speech (ms). */
      readonly ms: number;
      readonly taken: boolean;
      readonly why?: RejectReason;
    }
  /** What the agent has said aloud: the words as spoken, as far as they were heard. */
  | {
      readonly type: "spoken";
      readonly text: string;
      readonly isInterrupted: boolean;
      /** A fixed phrase, not part of a reply. Without a speaker it appears only in this event. */
      readonly isOwn?: true;
    }
  | ({ readonly type: "latency" } & TurnTimes)
  /** A part has failed. Reported once, until `mended` says that it works again. */
  | {
      readonly type: "trouble";
      readonly part: VoicePart;
      readonly code: string;
      readonly message: string;
    }
  | { readonly type: "mended"; readonly part: VoicePart };

export type VoiceTrouble = Extract<VoiceEvent, { type: "trouble" }>;

export type VoicePart =
  | "microphone"
  | "speaker"
  | "transcriber"
  | "synthesizer"
  | "live voice"
  | "wake"
  | "button";

/**
 * How long the stages of a turn took, in whole milliseconds. They follow each other without a gap and sum to `total`:
 * the time from the end of the person's speech to the first sound of the reply. A stage that was not reached is 0.
 */
export interface TurnTimes {
  /** When the person stopped speaking (ms since the epoch). */
  readonly at: number;
  /** Length of the person's speech (ms). */
  readonly speechMs: number;
  readonly stages: Readonly<Record<Stage, number>>;
  readonly total: number;
  /** Length of the reply, as far as it was heard (ms). */
  readonly replyMs: number;
  /** Why the turn was cut off; its figures are then incomplete. */
  readonly aborted?: "interrupted" | "failed" | "stopped";
}

/**
 * Stages of a turn, each ending with: the silence after speech; the transcript; the gathered context; the model's first
 * word; its first sentence; the first synthesized sound; the first played sound.
 */
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
