import type { TurnEvent } from "../agent/turn-event.ts";
import type { TurnTimes } from "./turn-times.ts";

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
