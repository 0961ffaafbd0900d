import type { PhraseName, PhraseValues } from "../../language/phrases.ts";
import { phrase, phraseLanguage } from "../../language/talk/phrase.ts";
import type { Speech } from "../../models/synthesize.ts";
import { untilAborted } from "../async/read-within.ts";
import { createEarcon, type EarconName } from "../audio/earcons.ts";
import type { Piece } from "../audio/sound.ts";
import { msToSamples, type PlayResult, type Speaker } from "../audio-ports.ts";
import type { Cascade } from "./cascade.ts";
import { firstWords, type HeardPiece, heardText, ReplyText } from "./reply-text.ts";
import { msPerCharacter, Voices } from "./voices.ts";

interface SayOptions {
  readonly language: () => string;
  readonly signal: AbortSignal;
  /** Playback starts after this resolves; synthesis starts at once. */
  readonly whenQuiet?: (() => Promise<unknown>) | undefined;
  /** The first sound is synthesized. */
  readonly onSynthesized?: () => void;
  /** The first sound goes to the device. */
  readonly onSound?: () => void;
}

/** How a call of `say` ended. */
export interface SayResult {
  readonly pieces: readonly HeardPiece[];
  readonly heardMs: number;
  readonly isInterrupted: boolean;
  /** Not everything could be synthesized or played. */
  readonly isBroken: boolean;
}

export interface PhraseOptions {
  readonly signal?: AbortSignal | undefined;
  readonly language?: string | undefined;
  readonly whenQuiet?: () => Promise<unknown>;
}

/** How long the buffers and the room delay the echo of what is said (ms). */
const lingerMs = 2_000;
const maxSaid = 30;

/** Synthesizes and plays speech and earcons, one at a time, and remembers what it said. */
export class Mouth {
  isSpeaking = false;
  readonly #run: Cascade;
  readonly #voices: Voices;
  /** What plays or waits for it; and phrases that are being made. */
  #turns = 0;
  #phrases = 0;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #phraseStop = new AbortController();
  #said: readonly { readonly spoken: () => string; readonly end: number }[] = [];

  constructor(run: Cascade) {
    this.#run = run;
    this.#voices = new Voices(run);
  }

  get isBusy(): boolean {
    return this.#turns > 0 || this.#phrases > 0;
  }

  /** Speaks texts as they come; resolves once the last was heard. Never rejects. */
  async say(texts: AsyncIterable<string | Piece>, options: SayOptions): Promise<SayResult> {
    const { signal } = options;
    const { speaker } = this.#run.ports;
    if (speaker === undefined) {
      for await (const _ of untilAborted(texts, signal)); // Replies are only written.
      return { pieces: [], heardMs: 0, isInterrupted: false, isBroken: false };
    }
    const over = new AbortController();
    const played: Piece[] = [];
    let isMute = false;
    const pieces = this.#voices.pieces(texts, {
      language: options.language,
      signal: AbortSignal.any([signal, over.signal]),
      onMute: () => (isMute = true),
    });
    const sounds = this.#soundsOf(pieces, { ...options, signal: over.signal }, played);
    const { onSound } = options;
    const result = await speaker.play(
      sounds,
      onSound === undefined ? { signal } : { signal, onSound },
    );
    over.abort(); // Stop synthesizing what will not be played.
    if (result.problem !== undefined) this.#run.parts.report("speaker", result.problem);
    else if (result.heardMs > 0) this.#run.parts.mend("speaker");
    const { heard, heardMs } = result;
    if (signal.aborted) cutUnheard(played, result);
    this.#fallSilent(played.length > 0);
    const isBroken = result.problem !== undefined || isMute;
    if (isBroken && played.length === 0) this.earcon("trouble");
    const isInterrupted = signal.aborted && result.isInterrupted;
    return { pieces: heardPieces(played, heard, heardMs), heardMs, isInterrupted, isBroken };
  }

  /** Its signal aborts once nothing of it plays any more. */
  async *#soundsOf(
    pieces: AsyncIterable<Piece>,
    { signal, whenQuiet, onSynthesized }: SayOptions,
    played: Piece[],
  ): AsyncGenerator<Speech> {
    for await (const piece of pieces) {
      if (played.length === 0) {
        onSynthesized?.();
        await whenQuiet?.();
        await this.#takeTurn(signal);
        if (signal.aborted) return;
        this.isSpeaking = true;
        this.#run.refresh();
      }
      played.push(piece);
      const { spoken } = piece;
      this.#said = [...this.#said, { spoken, end: Number.POSITIVE_INFINITY }].slice(-maxSaid);
      yield piece.sound;
    }
  }

  /** Resolves when nothing else plays; the next one plays once `over` aborts. */
  async #takeTurn(over: AbortSignal): Promise<void> {
    const before = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    const release = (): void => {
      this.#turns--;
      resolve();
    };
    this.#turns++;
    over.addEventListener("abort", release, { once: true });
    if (over.aborted) release();
    this.#lastTurn = Promise.all([before, promise]);
    await before;
  }

  #fallSilent(hasSpoken: boolean): void {
    if (hasSpoken) {
      this.isSpeaking = false;
      const { ear } = this.#run;
      ear.playbackEnded(true);
      this.#said = this.#said.map(({ spoken, end }) => ({
        spoken,
        end: Math.min(end, ear.sample),
      }));
    }
    this.#run.refresh();
  }

  /** Plays an earcon, unless something plays already. Failures are not reported. */
  earcon(name: EarconName): void {
    const { speaker, options } = this.#run.ports;
    if (speaker === undefined || !options.sounds || this.#turns > 0 || this.#run.signal.aborted)
      return;
    void this.#playEarcon(speaker, name);
  }

  async #playEarcon(speaker: Speaker, name: EarconName): Promise<void> {
    const over = new AbortController();
    await this.#takeTurn(over.signal);
    const sounds = (async function* () {
      yield createEarcon(name);
    })();
    await speaker.play(sounds, { signal: this.#run.signal });
    over.abort();
    this.#run.refresh();
  }

  /**
   * Speaks a fixed phrase that is not part of a reply, in the session's language. Without a signal, `cancelPhrases`
   * cuts it off. True where all of it was heard. Never rejects.
   */
  phrase(
    name: PhraseName,
    values: PhraseValues = {},
    options: PhraseOptions = {},
  ): Promise<boolean> {
    const { language = this.#run.language.now, signal = this.#phraseStop.signal } = options;
    const { whenQuiet } = options;
    const text = phrase(name, language, values);
    return this.text(text, { language: () => phraseLanguage(language), signal, whenQuiet });
  }

  /** Speaks a text that is not part of a reply; without a speaker it is only emitted. True where all of it was heard. */
  async text(text: string, options: SayOptions): Promise<boolean> {
    if (this.#run.ports.speaker === undefined) {
      this.#run.emit({ type: "spoken", text, isInterrupted: false, isOwn: true });
      return true;
    }
    const whole = new ReplyText();
    whole.write(text);
    whole.end();
    this.#phrases++;
    const { pieces, isInterrupted } = await this.say(whole.utterances(), options);
    const heard = heardText(pieces);
    if (heard !== "") this.#run.emit({ type: "spoken", text: heard, isInterrupted, isOwn: true });
    this.#phrases--;
    this.#run.refresh();
    return heard !== "" && !isInterrupted;
  }

  /** Cuts off the phrases that have no signal of their own. */
  cancelPhrases(): void {
    this.#phraseStop.abort();
    this.#phraseStop = new AbortController();
  }

  /** Whether it was speaking at this sample. */
  wasSpeakingAt(sample: number): boolean {
    return this.#said.some(({ end }) => end >= sample);
  }

  /** What sound that starts at this sample may still contain of its own words. */
  saidSince(sample: number): readonly string[] {
    return this.#said
      .filter(({ end }) => end + msToSamples(lingerMs) >= sample)
      .map(({ spoken }) => spoken());
  }
}

function heardPieces(
  played: readonly Piece[],
  heard: number,
  heardMs: number,
): readonly HeardPiece[] {
  let before = 0;
  return played.slice(0, heard + 1).map(({ text, spoken, sound }, i) => {
    // The full length of one that is still coming is not known.
    const ms = sound.isComplete ? sound.ms : Math.max(sound.ms, text().length * msPerCharacter);
    const share = ms === 0 ? 0 : Math.min(0.99, Math.max(0, (heardMs - before) / ms));
    before += sound.ms;
    const heardShare = i < heard ? 1 : share;
    return { text: firstWords(text(), heardShare), spoken: firstWords(spoken(), heardShare) };
  });
}

/** Tells the piece in which playback ended how much of it was heard. */
function cutUnheard(played: readonly Piece[], { heard, heardMs }: PlayResult): void {
  const before = played.slice(0, heard).reduce((ms, { sound }) => ms + sound.ms, 0);
  played[heard]?.cut?.(Math.max(0, heardMs - before));
}
