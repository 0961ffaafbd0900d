import { LociError } from "../../errors.ts";
import type { Speech, Synthesizer } from "../../models/synthesize.ts";
import { within } from "../../within.ts";
import { abandon, untilAborted } from "../async/read-within.ts";
import type { Piece } from "../audio/sound.ts";
import { Sound } from "../audio/sound.ts";
import { toSpeakable } from "../speech/to-speakable.ts";
import type { Cascade } from "./cascade.ts";

export interface VoiceRequest {
  readonly language: () => string;
  readonly signal: AbortSignal;
  /** No voice works, so the rest is not spoken. */
  readonly onMute: () => void;
}

/** How long one that failed is tried last (ms). */
const restMs = 60_000;
/** Estimated pace of speech (ms a character). */
export const msPerCharacter = 65;
/** A sentence may take this long to make, and twice as long as it sounds (ms). */
const fairMs = 10_000;
/** A voice that has made so much of a sentence says all of it: less than a player needs to begin (ms). */
const begunMs = 100;
/** Longest sound (ms), in case a synthesizer never ends. */
const maxSoundMs = 120_000;

/** Several synthesizers used as one: the first that works speaks. */
export class Voices {
  readonly #run: Cascade;
  readonly #restsUntil = new Map<Synthesizer, number>();

  constructor(run: Cascade) {
    this.#run = run;
  }

  /** Makes the sound of texts, always one ahead of playback. Never throws; ends early if no voice works. */
  async *pieces(
    texts: AsyncIterable<string | Piece>,
    request: VoiceRequest,
  ): AsyncGenerator<Piece> {
    const making = this.#make(texts, request);
    try {
      for (let coming = making.next(); ; ) {
        const piece = await coming;
        if (piece.done === true) return;
        coming = making.next();
        yield piece.value;
      }
    } finally {
      abandon(making);
    }
  }

  async *#make(
    texts: AsyncIterable<string | Piece>,
    request: VoiceRequest,
  ): AsyncGenerator<Piece, void> {
    const { language, signal } = request;
    for await (const text of untilAborted(texts, signal)) {
      if (typeof text !== "string") {
        yield text;
        continue;
      }
      const spoken = toSpeakable(text, language());
      if (spoken === "") continue;
      const sound = await this.#synthesize(spoken, request);
      if (sound === undefined) return;
      yield { text: () => text, spoken: () => spoken, sound };
    }
  }

  async #synthesize(spoken: string, request: VoiceRequest): Promise<Sound | undefined> {
    const { signal, language, onMute } = request;
    for (const one of this.#inOrder()) {
      const begun = Promise.withResolvers<Sound | undefined>();
      const make = async (stop: AbortSignal): Promise<void> => {
        const both = AbortSignal.any([signal, stop]);
        const speech = await one.synthesize(spoken, language(), both);
        await keep(speech, both, begun.resolve);
      };
      void within(fairMs + 2 * msPerCharacter * spoken.length, make, signal).then((ended) => {
        if (ended.type === "failed") this.#blame(one, ended.error);
        else if (ended.type === "late") this.#blame(one, tooSlow(one));
        begun.resolve(undefined);
      });
      const sound = await begun.promise;
      if (signal.aborted) return undefined;
      if (sound === undefined) continue;
      this.#restsUntil.delete(one);
      if (one === this.#run.ports.synthesizers[0]) this.#run.parts.mend("synthesizer");
      return sound;
    }
    onMute();
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
    if (one === this.#run.ports.synthesizers[0]) this.#run.parts.report("synthesizer", error);
  }
}

const tooSlow = ({ id }: Synthesizer): LociError =>
  new LociError("MODEL_FAILED", `Cannot speak with ${id}: its sound does not come in time`, {
    data: { reason: "timeout" },
  });

/** Reads speech as fast as it comes; `onBegun` is called once there is enough of it, or all. */
async function keep(
  { rate, pcm }: Speech,
  signal: AbortSignal,
  onBegun: (sound: Sound) => void,
): Promise<void> {
  const sound = new Sound(rate);
  try {
    for await (const chunk of untilAborted(pcm, signal)) {
      sound.push(chunk);
      if (sound.ms >= begunMs) onBegun(sound);
      if (sound.ms > maxSoundMs) throw new Error("the speech has no end");
    }
    sound.end(!signal.aborted);
    if (sound.ms > 0) onBegun(sound);
  } finally {
    sound.end(false);
  }
}
