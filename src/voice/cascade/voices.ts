import { LociError } from "../../errors.ts";
import type { Speech, Synthesizer } from "../../models/synthesize.ts";
import { within } from "../../within.ts";
import { createQueue } from "../async/queue.ts";
import { noLimit, readWithin, untilAborted } from "../async/read-within.ts";
import { toSpeakable } from "../speech/to-speakable.ts";
import type { VoicedText } from "../voice-ports.ts";
import type { CascadeRun } from "./cascade.ts";

/** A piece of a reply, about a sentence: its text and its sound. */
export interface Piece {
  readonly text: string;
  /** The text as it is read out. */
  readonly spoken: string;
  readonly sound: Sound;
  /** Synthesizes it again with the next voice; undefined if none works. */
  readonly again: () => Promise<Piece | undefined>;
  /** No more than this was heard of it (ms). */
  readonly cut?: (ms: number) => void;
}

export interface VoiceRequest {
  readonly language: () => string;
  readonly signal: AbortSignal;
  /** No voice works, so the rest is not spoken. */
  readonly onMute: () => void;
}

/** Longest wait for the first sound, beyond the synthesizer's own limit; and how long one that failed is tried last (ms). */
const maxWaitMs = 30_000;
const restMs = 60_000;
/** Estimated pace of speech (ms a character). */
export const msPerCharacter = 65;
/** A sentence may take this long to make, and twice as long as it sounds (ms). */
const fairMs = 10_000;

/** Several synthesizers used as one: the first that works speaks. */
export class Voices {
  readonly #run: CascadeRun;
  readonly #restsUntil = new Map<Synthesizer, number>();

  constructor(run: CascadeRun) {
    this.#run = run;
  }

  /** Makes the sound of texts, always one ahead of playback. Never throws; ends early if no voice works. */
  async *pieces(
    texts: AsyncIterable<string | VoicedText>,
    request: VoiceRequest,
  ): AsyncGenerator<Piece, void> {
    const source = readWithin(noLimit, () => texts, request.signal);
    const make = async (): Promise<Piece | undefined> => {
      for (;;) {
        const next = await source.next();
        if (next.done === true) return undefined;
        if (typeof next.value !== "string") return voicedPiece(next.value, request.signal);
        const spoken = toSpeakable(next.value, request.language());
        if (spoken !== "") return this.#synthesize(next.value, spoken, request);
      }
    };
    try {
      for (let coming = make(); ; ) {
        const piece = await coming;
        if (piece === undefined) return;
        coming = make();
        yield piece;
      }
    } finally {
      void source.return({ type: "ended" });
    }
  }

  async #synthesize(
    text: string,
    spoken: string,
    request: VoiceRequest,
  ): Promise<Piece | undefined> {
    const { signal, language } = request;
    for (const one of this.#inOrder()) {
      // The signal also covers reading the sound, later.
      const ended = await within(
        maxWaitMs,
        (stop) => one.synthesize(spoken, language(), AbortSignal.any([signal, stop])),
        signal,
      );
      if (signal.aborted) return undefined;
      if (ended.type === "done") {
        this.#restsUntil.delete(one);
        if (one === this.#run.ports.synthesizers[0]) this.#run.troubles.mend("synthesizer");
        const maxMs = fairMs + 2 * msPerCharacter * spoken.length;
        const onBroken = (error: unknown): void => this.#blame(one, error);
        const sound = keepSound(ended.value, { signal, maxMs, onBroken });
        return { text, spoken, sound, again: () => this.#synthesize(text, spoken, request) };
      }
      this.#blame(one, ended.type === "failed" ? ended.error : silent(one));
    }
    request.onMute();
    return undefined;
  }

  /** Those that failed lately come last: better than silence. */
  #inOrder(): readonly Synthesizer[] {
    const { synthesizers, elapsed } = this.#run.ports;
    const rests = (one: Synthesizer): number =>
      (this.#restsUntil.get(one) ?? 0) > elapsed() ? 1 : 0;
    return synthesizers.toSorted((a, b) => rests(a) - rests(b));
  }

  #blame(one: Synthesizer, error: unknown): void {
    // It works but has no voice for the language.
    if (error instanceof LociError && error.data.reason === "language") return;
    this.#restsUntil.set(one, this.#run.ports.elapsed() + restMs);
    if (one === this.#run.ports.synthesizers[0]) this.#run.troubles.report("synthesizer", error);
  }
}

const silent = ({ id }: Synthesizer): LociError =>
  new LociError("MODEL_FAILED", `Cannot speak with ${id}: it does not answer`, {
    data: { reason: "timeout" },
  });

/** Its text may still grow while it plays. */
function voicedPiece(voiced: VoicedText, signal: AbortSignal): Piece {
  return {
    get text() {
      return voiced.text();
    },
    get spoken() {
      return voiced.text();
    },
    sound: keepSound(voiced.speech, { signal, maxMs: noLimit, onBroken: () => {} }),
    again: async () => undefined,
    cut: (ms) => voiced.cut(ms),
  };
}

/** Speech in memory, so that a sentence is ready while the one before it still plays. */
export interface Sound extends Speech {
  /** Length so far (ms). */
  ms(): number;
  readonly isComplete: boolean;
  /** It broke off, or was too slow. */
  readonly isBroken: boolean;
}

interface SoundOptions {
  readonly signal: AbortSignal;
  /** Longest time to make it. */
  readonly maxMs: number;
  readonly onBroken: (why: unknown) => void;
}

/** Longest sound (ms), in case a synthesizer never ends. */
const maxSoundMs = 120_000;

/** Reads speech as fast as it comes. If it breaks off or is too slow, calls `onBroken` and ends the sound early. */
export function keepSound({ rate, pcm }: Speech, options: SoundOptions): Sound {
  const chunks = createQueue<Uint8Array>();
  let bytes = 0;
  let state: "open" | "complete" | "broken" = "open";
  const ms = (): number => (bytes / 2 / rate) * 1_000;
  const read = async (stop: AbortSignal): Promise<void> => {
    for await (const chunk of untilAborted(pcm, AbortSignal.any([options.signal, stop]))) {
      bytes += chunk.length;
      chunks.push(chunk);
      if (ms() > maxSoundMs) throw new Error("the speech has no end");
    }
  };
  void within(options.maxMs, read, options.signal).then((ended) => {
    if (ended.type === "done") state = "complete";
    if (ended.type === "failed" || ended.type === "late") {
      state = "broken";
      options.onBroken(
        ended.type === "failed" ? ended.error : new Error("the speech comes too slowly"),
      );
    }
    chunks.close();
  });
  return {
    rate,
    pcm: chunks,
    ms,
    get isComplete() {
      return state === "complete";
    },
    get isBroken() {
      return state === "broken";
    },
  };
}
