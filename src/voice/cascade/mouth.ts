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

interface PhraseOptions {
  readonly signal?: AbortSignal;
  readonly language?: string;
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
    const { signal, language, onSynthesized, onSound = () => {} } = options;
    const { parts, ports } = this.#run;
    if (ports.speaker === undefined) {
      for await (const _ of untilAborted(texts, signal)); // Replies are only written.
      return { pieces: [], heardMs: 0, isInterrupted: false, isBroken: false };
    }
    const over = new AbortController();
    const pieces = this.#voices.pieces(texts, language, AbortSignal.any([signal, over.signal]));
    const first = await pieces.next();
    if (first.done === true) {
      const isBroken = this.#voices.isMute && !signal.aborted;
      if (isBroken) this.earcon("trouble");
      return { pieces: [], heardMs: 0, isInterrupted: signal.aborted, isBroken };
    }
    onSynthesized?.();
    const release = await this.#takeTurn();
    const played: Piece[] = [];
    const result = await ports.speaker.play(this.#soundsOf(first.value, pieces, played), {
      signal,
      onSound,
    });
    over.abort(); // Stop synthesizing what will not be played.
    const { problem, heardMs } = result;
    if (problem !== undefined || heardMs > 0) parts.tell("speaker", problem);
    release();
    const isInterrupted = signal.aborted && result.isInterrupted;
    const isBroken = problem !== undefined || this.#voices.isMute;
    return {
      pieces: heardPieces(played, result, signal.aborted),
      heardMs,
      isInterrupted,
      isBroken,
    };
  }

  async *#soundsOf(
    first: Piece,
    rest: AsyncIterable<Piece>,
    played: Piece[],
  ): AsyncGenerator<Speech> {
    const say = (piece: Piece): Speech => {
      played.push(piece);
      const { spoken } = piece;
      this.#said = [...this.#said, { spoken, end: Number.POSITIVE_INFINITY }].slice(-maxSaid);
      return piece.sound;
    };
    this.isSpeaking = true;
    this.#run.refresh();
    yield say(first);
    for await (const piece of rest) yield say(piece);
  }

  /** Resolves when nothing else plays, with what lets the next one play. */
  async #takeTurn(): Promise<() => void> {
    const before = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = promise;
    this.#turns++;
    await before;
    return () => {
      this.#turns--;
      if (this.isSpeaking) this.#fallSilent();
      this.#run.refresh();
      resolve();
    };
  }

  #fallSilent(): void {
    const { ear } = this.#run;
    this.isSpeaking = false;
    ear.playbackEnded();
    this.#said = this.#said.map(({ spoken, end }) => ({ spoken, end: Math.min(end, ear.sample) }));
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
    const sounds = (async function* () {
      yield createEarcon(name);
    })();
    await speaker.play(sounds, { signal: this.#run.signal });
    release();
  }

  /**
   * Speaks a fixed phrase that is not part of a reply, in the session's language. Without a signal, `cancelPhrases`
   * cuts it off. Never rejects.
   */
  phrase(
    name: PhraseName,
    values: PhraseValues = {},
    { language = this.#run.language, signal = this.#phraseStop.signal }: PhraseOptions = {},
  ): Promise<void> {
    const text = phrase(name, language, values);
    return this.text(text, { language: () => phraseLanguage(language), signal });
  }

  /** Speaks a text that is not part of a reply; without a speaker it is only emitted. */
  async text(text: string, options: SayOptions): Promise<void> {
    if (this.#run.ports.speaker === undefined)
      return this.#run.emit({ type: "spoken", text, isInterrupted: false, isOwn: true });
    const whole = new ReplyText();
    whole.write(text);
    whole.end();
    this.#phrases++;
    const { pieces, isInterrupted } = await this.say(whole.utterances(), options);
    const heard = heardText(pieces);
    if (heard !== "") this.#run.emit({ type: "spoken", text: heard, isInterrupted, isOwn: true });
    this.#phrases--;
    this.#run.refresh();
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

/** What was heard of each piece; a live model is told how much was heard of one that was cut off. */
function heardPieces(
  played: readonly Piece[],
  { heard, heardMs }: PlayResult,
  isCut: boolean,
): readonly HeardPiece[] {
  let left = heardMs;
  return played.slice(0, heard + 1).map(({ text, spoken, sound, cut }, i) => {
    if (i < heard) {
      left -= sound.ms;
      return { text: text(), spoken: spoken() };
    }
    left = Math.max(0, left);
    if (isCut) cut?.(left);
    // The full length of one that is still coming is not known.
    const ms = sound.isComplete ? sound.ms : Math.max(sound.ms, text().length * msPerCharacter);
    const share = ms === 0 ? 0 : Math.min(0.99, left / ms);
    return { text: firstWords(text(), share), spoken: firstWords(spoken(), share) };
  });
}
