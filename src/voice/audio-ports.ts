import type { LociError } from "../errors.ts";
import type { Speech } from "../models/synthesize.ts";
import { speechRate } from "../models/transcribe.ts";

/** Samples of a frame: 20 ms at `speechRate`. */
export const frameSamples = 320;

/** Samples of so many milliseconds at `speechRate`. */
export const samplesOf = (ms: number): number => Math.round((ms * speechRate) / 1_000);

/** 20 ms of what the microphone heard. */
export interface Frame {
  /** `frameSamples` of them, 16-bit. */
  readonly pcm: Int16Array;
  /** Number of the first sample since listening began: the only clock of hearing. */
  readonly sample: number;
}

/** What a recorder emits. After a problem with the device it goes on trying. */
export type Recorded =
  | { readonly type: "frame"; readonly frame: Frame }
  /** A recording ended (a file): whatever was said in it is complete. */
  | { readonly type: "pause" }
  | { readonly type: "trouble"; readonly code: MicrophoneTrouble; readonly error: LociError }
  /** Sound comes again. */
  | { readonly type: "mended" };

/** `gone`: no such device, or unplugged; `busy`: another program has it; `stuck`: no sound comes; `silent`: nothing but zeros. */
export type MicrophoneTrouble = "gone" | "busy" | "stuck" | "silent";

/** Ears. */
export interface Recorder {
  readonly id: string;
  /** Never throws; ends on abort, or with the last recording. A slow reader loses the oldest sound: memory is bounded. */
  record(signal: AbortSignal): AsyncIterable<Recorded>;
}

/** What became of what was to be played. */
export interface Played {
  /** How many of the pieces were heard to their end. */
  readonly heard: number;
  /** Milliseconds that were heard. */
  readonly heardMs: number;
  /** It was called off before its end. */
  readonly isInterrupted: boolean;
  /** Why it could not be played to its end, or at all. */
  readonly problem?: LociError;
}

/** A mouth. */
export interface Speaker {
  readonly id: string;
  /**
   * Plays pieces one after another, each as soon as it comes; resolves once the last was heard. Called off, it is silent
   * within 100 ms. Never rejects: what fails is in `problem`, also when `pieces` throws.
   */
  play(pieces: AsyncIterable<Speech>, options: PlayOptions): Promise<Played>;
}

export interface PlayOptions {
  readonly signal: AbortSignal;
  /** The first sound goes to the device. */
  readonly onSound?: () => void;
}

/** Whether a frame is speech. Keeps a state of its own: one for each stream. */
export interface VoiceActivity {
  isSpeech(pcm: Int16Array): boolean;
  close(): void;
}

/** What hears the word that wakes the agent. */
export interface WakeWord {
  readonly id: string;
  /** Feeds it, without waiting. */
  push(pcm: Int16Array): void;
  /** Called with each detection; `trouble` with undefined where it works again. */
  start(on: {
    readonly wake: () => void;
    readonly trouble: (error: LociError | undefined) => void;
  }): void;
  close(): void;
}
