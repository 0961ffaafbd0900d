import { LociError } from "../../errors.ts";
import type { Speech, Synthesizer } from "../../models/synthesize.ts";
import { within } from "../../within.ts";
import { abandon, noLimit, untilAborted } from "../async/read-within.ts";
import { type Piece, Sound } from "../audio/sound.ts";
import { toSpeakable } from "../speech/to-speakable.ts";
import type { Cascade } from "./cascade.ts";

/** How long one that failed is tried last (ms). */
const restMs = 60_000;
/** Estimated pace of speech (ms a character). */
export const msPerCharacter = 65;
/** A voice that has made so much of a sentence says all of it: less than a player needs to begin (ms). */
const begunMs = 100;
/** Longest sound (ms), in case a synthesizer never ends. */
const maxSoundMs = 120_000;

/** Several synthesizers used as one: the first that works speaks. */
export class Voices {
  /** None could speak the last text. */
  isMute = false;
  readonly #run: Cascade;
  readonly #restsUntil = new Map<Synthesizer, number>();

  constructor(run: Cascade) {
    this.#run = run;
  }

  /** Makes the sound of texts, always one ahead of playback. Never throws; ends early if no voice works. */
  async *pieces(
    texts: AsyncIterable<string | Piece>,
    language: () => string,
    signal: AbortSignal,
  ): AsyncGenerator<Piece> {
    const making = this.#make(texts, language, signal);
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
    language: () => string,
    signal: AbortSignal,
  ): AsyncGenerator<Piece, void> {
    for await (const text of untilAborted(texts, signal)) {
      if (typeof text !== "string") {
        yield text;
        continue;
      }
      const spoken = toSpeakable(text, language());
      if (spoken === "") continue;
      const sound = await this.#synthesize(spoken, language(), signal);
      if (sound === undefined) return;
      yield { text: () => text, spoken: () => spoken, sound };
    }
  }

  async #synthesize(
    text: string,
    language: string,
    signal: AbortSignal,
  ): Promise<Sound | undefined> {
    const { synthesizers, elapsed } = this.#run.ports;
    const rests = (one: Synthesizer): boolean => (this.#restsUntil.get(one) ?? 0) > elapsed();
    // Those that failed lately come last: better than silence.
    for (const one of synthesizers.toSorted((a, b) => Number(rests(a)) - Number(rests(b)))) {
      const begun = Promise.withResolvers<Sound | undefined>();
      const make = async (stop: AbortSignal): Promise<void> =>
        keep(await one.synthesize(text, language, stop), stop, begun.resolve);
      void within(noLimit, make, signal).then((ended) => {
        if (ended.type === "failed") this.#blame(one, ended.error);
        begun.resolve(undefined);
      });
      const sound = await begun.promise;
      if (signal.aborted) return undefined;
      this.isMute = sound === undefined;
      if (sound === undefined) continue;
      this.#restsUntil.delete(one);
      if (one === synthesizers[0]) this.#run.parts.tell("synthesizer", undefined);
      return sound;
    }
    return undefined;
  }

  #blame(one: Synthesizer, error: unknown): void {
    // It works but has no voice for the language.
    if (error instanceof LociError && error.data.reason === "language") return;
    const { synthesizers, elapsed } = this.#run.ports;
    this.#restsUntil.set(one, elapsed() + restMs);
    if (one === synthesizers[0]) this.#run.parts.tell("synthesizer", error);
  }
}

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
