import type { LociError } from "../errors.ts";
import type { Speech } from "../models/synthesize.ts";
import { speechRate } from "../models/transcribe.ts";

/** Samples in a frame: 20 ms at `speechRate`. */
export const frameSamples = 320;

/** Converts milliseconds to samples at `speechRate`, rounded. */
export const msToSamples = (ms: number): number => Math.round((ms * speechRate) / 1_000);

/** Converts samples at `speechRate` to milliseconds. */
export const samplesToMs = (samples: number): number => (samples * 1_000) / speechRate;

/** 20 ms of microphone sound. */
export interface Frame {
  /** `frameSamples` 16-bit samples. */
  readonly pcm: Int16Array;
  /** Number of the first sample, counted since recording began. Everything that concerns hearing uses this as its clock. */
  readonly sample: number;
}

/** What a recorder emits. After a failure of the device it keeps trying to reopen it. */
export type RecorderEvent =
  | { readonly type: "frame"; readonly frame: Frame }
  /** A recording (a file) has ended, and with it whatever was said in it. */
  | { readonly type: "pause" }
  | { readonly type: "trouble"; readonly error: LociError }
  /** The device works again. */
  | { readonly type: "mended" };

/** A source of sound: a microphone, or recordings. */
export interface Recorder {
  readonly id: string;
  /** Records until aborted, or until the last recording ends. Never throws. A slow reader loses sound. */
  record(signal: AbortSignal): AsyncIterable<RecorderEvent>;
}

/** How playback ended. */
export interface PlayResult {
  /** Pieces that were heard to their end. */
  readonly heard: number;
  /** How much was heard (ms). */
  readonly heardMs: number;
  /** It was aborted before its end. */
  readonly isInterrupted: boolean;
  /** Why not everything could be played. */
  readonly problem?: LociError;
}

/** A loudspeaker, or something that stands in for one. */
export interface Speaker {
  readonly id: string;
  /**
   * Plays pieces one after another, each as soon as it comes; resolves once the last was heard. After an abort it is
   * silent within 100 ms. Never rejects: failures, also of `pieces`, are returned in `problem`.
   */
  play(pieces: AsyncIterable<Speech>, options: PlayOptions): Promise<PlayResult>;
}

export interface PlayOptions {
  readonly signal: AbortSignal;
  /** The first sound goes to the device. */
  readonly onSound?: () => void;
}

/** An action of the push-to-talk button. A `tap` starts listening, or ends it if it is on. */
export type Press = "down" | "up" | "tap";

export interface VoiceOptions {
  /** What makes it listen: `open`, anything said; `name`, the agent's name; `wake`, a wake word; `push`, a button. */
  readonly activation: "open" | "name" | "wake" | "push";
  /** Names of the agent. */
  readonly names: readonly string[];
  /** Silence that ends an utterance (ms). */
  readonly silenceMs: number;
  /** `off`: it doesn't listen while it speaks; `word`: a stop word interrupts it; `speech`: any speech does. */
  readonly bargeIn: "off" | "word" | "speech";
  /** Whether to play earcons for listening, thinking and trouble. */
  readonly sounds: boolean;
  /** Two-letter codes of the household's languages, the most used first. */
  readonly languages: readonly string[];
}
