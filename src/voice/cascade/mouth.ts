import { phrase, phraseLanguage } from "../../language/talk/phrase.ts";
import type { PhraseName, PhraseValues } from "../../language/types/phrases.ts";
import { abandon, untilAborted } from "../async/read-within.ts";
import { createEarcon, type EarconName } from "../audio/earcons.ts";
import { msToSamples, type PlayResult, type Speaker } from "../audio-ports.ts";
import type { VoicedText } from "../voice-ports.ts";
import type { CascadeRun } from "./cascade.ts";
import { playWatched } from "./play-watched.ts";
import { type HeardPiece, heardText, ReplyText } from "./reply-text.ts";
import { keepSound, msPerCharacter, type Piece, type Sound, Voices } from "./voices.ts";

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

const nothing: SayResult = { pieces: [], heardMs: 0, isInterrupted: false, isBroken: false };

/** How long the buffers and the room delay the echo of what is said (ms). */
const lingerMs = 2_000;
const maxSaid = 30;

/** Synthesizes and plays speech and earcons, one at a time, and remembers what it said. */
export class Mouth {
  isSpeaking = false;
  readonly #run: CascadeRun;
  readonly #voices: Voices;
  /** Speech and earcons that play or wait for it; and phrases that are being made. */
  #turns = 0;
  #phrases = 0;
  #lastTurn: Promise<void> = Promise.resolve();
  #phraseStop = new AbortController();
  #said: readonly { readonly piece: Pick<Piece, "spoken">; readonly end: number }[] = [];

  constructor(run: CascadeRun) {
    this.#run = run;
    this.#voices = new Voices(run);
  }

  get isBusy(): boolean {
    return this.#turns > 0 || this.#phrases > 0;
  }

  /** Speaks texts as they come; resolves once the last was heard. Never rejects. */
  async say(texts: AsyncIterable<string | VoicedText>, options: SayOptions): Promise<SayResult> {
    const { speaker } = this.#run.ports;
    if (speaker === undefined) {
      for await (const _ of untilAborted(texts, options.signal)); // Replies are only written.
      return nothing;
    }
    const over = new AbortController();
    const signal = AbortSignal.any([options.signal, over.signal]);
    let isMute = false;
    const onMute = (): void => {
      isMute = true;
    };
    const pieces = this.#voices.pieces(texts, { language: options.language, signal, onMute });
    const said = await this.#play(speaker, pieces, options);
    over.abort(); // Stop synthesizing what will not be played.
    abandon(pieces);
    const isBroken = said.isBroken || isMute;
    if (isBroken && said.pieces.length === 0) this.earcon("trouble");
    return { ...said, isBroken };
  }

  async #play(
    speaker: Speaker,
    making: AsyncGenerator<Piece, void>,
    options: SayOptions,
  ): Promise<SayResult> {
    const { signal, onSound = () => {} } = options;
    const first = await making.next();
    if (first.done === true) return { ...nothing, isInterrupted: signal.aborted };
    options.onSynthesized?.();
    await options.whenQuiet?.();
    const release = await this.#takeTurn();
    try {
      if (signal.aborted) return { ...nothing, isInterrupted: true };
      this.#setSpeaking(true);
      const played: Piece[] = [];
      const sounds = this.#soundsOf(first.value, making, played);
      const { elapsed } = this.#run.ports;
      const result = await playWatched(speaker, sounds, { signal, onSound, elapsed });
      if (result.problem !== undefined) this.#run.troubles.report("speaker", result.problem);
      else if (result.heardMs > 0) this.#run.troubles.mend("speaker");
      if (signal.aborted) cutUnheard(played, result);
      return {
        pieces: heardPieces(played, result),
        heardMs: result.heardMs,
        isInterrupted: signal.aborted && result.isInterrupted,
        isBroken: result.problem !== undefined,
      };
    } finally {
      release();
      this.#setSpeaking(false);
    }
  }

  /** A piece that breaks off near its beginning is repeated once by another voice. */
  async *#soundsOf(
    first: Piece,
    making: AsyncIterator<Piece, void>,
    played: Piece[],
  ): AsyncGenerator<Sound> {
    const hand = (piece: Piece): Sound => {
      played.push(piece);
      this.#said = [...this.#said, { piece, end: Number.POSITIVE_INFINITY }].slice(-maxSaid);
      return piece.sound;
    };
    for (let piece: Piece | undefined = first; piece !== undefined; ) {
      yield hand(piece);
      if (brokeOffEarly(piece)) {
        const again = await piece.again();
        if (again === undefined) return;
        played.splice(-1, 1, { ...piece, text: "" });
        yield hand(again);
      }
      const next: IteratorResult<Piece, void> = await making.next();
      piece = next.done === true ? undefined : next.value;
    }
  }

  /** Plays an earcon, unless something plays already. Failures are not reported. */
  earcon(name: EarconName): void {
    const { speaker, options } = this.#run.ports;
    if (speaker === undefined || !options.sounds || this.#turns > 0 || this.#run.signal.aborted)
      return;
    void this.#playEarcon(speaker, name);
  }

  async #playEarcon(speaker: Speaker, name: EarconName): Promise<void> {
    const release = await this.#takeTurn();
    const { signal, ports } = this.#run;
    const sound = keepSound(createEarcon(name), { signal, maxMs: 1_000, onBroken: () => {} });
    const sounds = (async function* () {
      yield sound;
    })();
    await playWatched(speaker, sounds, { signal, onSound: () => {}, elapsed: ports.elapsed });
    release();
    this.#run.refresh();
  }

  /**
   * Speaks a fixed phrase that is not part of a reply, in the session's language. Without a signal, `cancelPhrases`
   * cuts it off. True where all of it was heard. Never rejects.
   */
  async phrase(
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
      .map(({ piece }) => piece.spoken);
  }

  /** Resolves when nothing else plays; call the returned function to let the next one play. */
  async #takeTurn(): Promise<() => void> {
    const before = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = promise;
    this.#turns++;
    await before;
    return () => {
      this.#turns--;
      resolve();
    };
  }

  #setSpeaking(isSpeaking: boolean): void {
    this.isSpeaking = isSpeaking;
    if (!isSpeaking) {
      const { ear } = this.#run;
      ear.playbackEnded(true);
      this.#said = this.#said.map(({ piece, end }) => ({ piece, end: Math.min(end, ear.sample) }));
    }
    this.#run.refresh();
  }
}

/** A piece that breaks off after this share (0 to 1) is not repeated. */
const minSpokenShare = 0.25;

const brokeOffEarly = ({ sound, spoken }: Piece): boolean =>
  sound.isBroken && sound.ms() < spoken.length * msPerCharacter * minSpokenShare;

function heardPieces(played: readonly Piece[], { heard, heardMs }: PlayResult): HeardPiece[] {
  let before = 0;
  const pieces = played.slice(0, heard + 1).map(({ text, spoken, sound }, i) => {
    // The full length of one that is still coming is not known.
    const ms = sound.isComplete ? sound.ms() : Math.max(sound.ms(), text.length * msPerCharacter);
    const share = ms === 0 ? 0 : (heardMs - before) / ms;
    before += sound.ms();
    return { text, spoken, share: i < heard ? 1 : Math.min(0.99, Math.max(0, share)) };
  });
  return pieces.filter(({ text }) => text !== "");
}

/** Tells the piece in which playback ended how much of it was heard. */
function cutUnheard(played: readonly Piece[], { heard, heardMs }: PlayResult): void {
  const before = played.slice(0, heard).reduce((ms, { sound }) => ms + sound.ms(), 0);
  played[heard]?.cut?.(Math.max(0, heardMs - before));
}
