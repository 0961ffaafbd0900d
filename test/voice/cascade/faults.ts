import type { TurnEvent } from "../../../src/agent/turn-event.ts";
import type { Speech } from "../../../src/models/synthesize.ts";
import type { Transcript } from "../../../src/models/transcribe.ts";
import type { PlayResult } from "../../../src/voice/audio-ports.ts";
import type { SpokenExtra } from "../../../src/voice/cascade/ports.ts";

/** How far the clock goes at once. */
export const stepMs = 10;

export interface Turn {
  readonly content: string;
  readonly extra: SpokenExtra;
  stored: string | undefined;
  isAborted: boolean;
}

export interface Sounded {
  readonly text: string;
  share: number;
}

export interface Faults {
  transcribe: (() => Promise<Transcript> | undefined) | undefined;
  synthesize: ((synthesizer: number) => Promise<Speech> | undefined) | undefined;
  play: (() => Promise<PlayResult> | undefined) | undefined;
  turn:
    | ((content: string, signal: AbortSignal) => AsyncIterable<TurnEvent> | undefined)
    | undefined;
  takeBack:
    | {
        readonly said: string;
        readonly forgotten: readonly string[];
        readonly kept?: readonly string[];
      }
    | undefined;
  end: (() => Promise<unknown>) | undefined;
  /** By content. */
  reply: (content: string) => string;
  /** ms before the first word, and between words. */
  thinks: number;
  perWord: number;
  transcribes: number;
  synthesizes: number;
}

/** What the fakes share. */
export interface Tools {
  readonly faults: Faults;
  readonly log: string[];
  readonly turns: Turn[];
  readonly sounded: Sounded[];
  readonly tracked: <T>(name: string, source: AsyncIterable<T>) => AsyncGenerator<T>;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}
