import { type Frame, frameSamples, msToSamples } from "../audio-ports.ts";

/** A stretch of speech between two silences. */
export interface Utterance {
  /** Its sound, from a little before the first speech to a little after the last. */
  readonly pcm: Int16Array;
  /** Number of the first sample of `pcm`. */
  readonly startSample: number;
  /** Number of the first sample after the last speech. */
  readonly speechEndSample: number;
  /** Number of the sample at which the end was detected. */
  readonly endSample: number;
  /** Why it ended. `silence`: the person stopped; `max`: it was too long; `finished`: a button, or the end of a recording. */
  readonly reason: "silence" | "max" | "finished";
  /** Length of the speech without pauses (ms). */
  readonly speechMs: number;
  /** How loud the speech was (dBFS). */
  readonly level: number;
  /** How loud the room was otherwise (dBFS). */
  readonly floor: number;
}

/** What the endpointer reports. `misfire`: the turn that had started was too short to be one. */
export type TurnBoundary =
  | { readonly type: "start"; readonly sample: number }
  | { readonly type: "end"; readonly utterance: Utterance }
  | { readonly type: "misfire" };

interface TurnLimits {
  /** Silence that ends a turn (ms). */
  readonly silenceMs: number;
  /** Less speech than this is a misfire (ms). */
  readonly minSpeechMs?: number;
  /** What goes on longer is a television (ms). */
  readonly maxTurnMs?: number;
}

/** A frame, how loud it is, and whether it is speech. */
interface HeardFrame extends Frame {
  readonly power: number;
  readonly isHeard: boolean;
}

interface OpenTurn {
  readonly frames: HeardFrame[];
  /** Index of the first speech frame; the frames before it are pre-roll. */
  readonly first: number;
  /** Number of frames up to and including the last speech; and since then. */
  spoken: number;
  silent: number;
}

/** Endpointing: finds where an utterance (here a turn) begins and ends. Its only clock is the sample number. */
export class Endpointer {
  readonly #usual: TurnLimits;
  #limits: TurnLimits;
  #recent: readonly HeardFrame[] = [];
  #turn: OpenTurn | undefined;
  #clock = 0;
  /** Frames without speech that are still missing before another turn may begin. */
  #restFrames = 0;
  /** Of all sound lately. */
  readonly #powers: number[] = [];

  constructor(limits: TurnLimits) {
    this.#usual = limits;
    this.#limits = limits;
  }

  /** Takes the next frame and its voice activity; returns the boundary that it completes. */
  push({ pcm, sample }: Frame, isSpeech: boolean): TurnBoundary | undefined {
    if (sample !== this.#clock) this.#recent = []; // A gap: frames were lost or skipped.
    this.#clock = sample + pcm.length;
    const power = powerOf(pcm);
    this.#powers.push(power);
    if (this.#powers.length > framesOfFloor) this.#powers.shift();
    const silence = framesOf(this.#limits.silenceMs);
    if (this.#restFrames > 0) this.#restFrames = isSpeech ? silence : this.#restFrames - 1;
    const isHeard = isSpeech && this.#restFrames === 0;
    const heard = { pcm: pcm.slice(), sample, power, isHeard };
    const turn = this.#turn;
    if (turn === undefined) {
      this.#recent = [...this.#recent, heard].slice(-preRoll - startWithin);
      this.#turn = startTurn(this.#recent);
      const start = this.#turn?.frames[this.#turn.first];
      return start && { type: "start", sample: start.sample };
    }
    addFrame(turn, heard);
    if (turn.silent >= silence) return this.#close(turn, "silence");
    const longest = framesOf(this.#limits.maxTurnMs ?? 30_000);
    return turn.frames.length - turn.first >= longest ? this.#close(turn, "max") : undefined;
  }

  /** Ends an open turn, when the recording has ended or the button was released. */
  finish(sample = this.#clock): TurnBoundary | undefined {
    this.#clock = Math.max(this.#clock, sample);
    const boundary = this.#turn && this.#close(this.#turn, "finished");
    this.reset();
    return boundary;
  }

  /** Drops an open turn and the pre-roll. */
  reset(): void {
    this.#turn = undefined;
    this.#recent = [];
  }

  /** Drops an open turn, keeps the pre-roll as no speech, and goes on with other limits. */
  rearm(limits = this.#usual): void {
    this.#turn = undefined;
    this.#restFrames = 0;
    this.#limits = limits;
    // Earlier words to somebody else must not start a turn.
    this.#recent = this.#recent.map((frame) => ({ ...frame, isHeard: false })).slice(-preRoll);
  }

  #close(turn: OpenTurn, reason: Utterance["reason"]): TurnBoundary {
    this.#turn = undefined;
    // What goes on after the longest turn is a television.
    if (reason === "max") this.#restFrames = framesOf(this.#limits.silenceMs);
    this.#recent = reason === "silence" ? turn.frames.slice(-preRoll) : [];
    const powers = speechPowers(turn.frames.slice(turn.first));
    if (powers.length < framesOf(this.#limits.minSpeechMs ?? 250)) return { type: "misfire" };
    // Transcribers drop the last consonant of an abrupt ending.
    const frames = turn.frames.slice(0, turn.spoken + afterRoll);
    const pcm = new Int16Array(frames.length * frameSamples);
    for (const [i, frame] of frames.entries()) pcm.set(frame.pcm, i * frameSamples);
    // The louder half measures the voice; the rest is mostly the room.
    const voice = powers.toSorted((a, b) => b - a).slice(0, Math.ceil(powers.length / 2));
    const utterance = {
      pcm,
      startSample: frames[0]?.sample ?? 0,
      speechEndSample: (turn.frames[turn.spoken - 1]?.sample ?? 0) + frameSamples,
      endSample: this.#clock,
      reason,
      speechMs: powers.length * 20,
      level: toLevel(meanOf(voice)),
      floor: toLevel(quietest(this.#powers)),
    };
    return { type: "end", utterance };
  }
}

const framesOf = (ms: number): number => Math.ceil(msToSamples(ms) / frameSamples);

/** Frames that are kept before the first speech, and after the last (300 ms). */
const preRoll = 15;
const afterRoll = 15;
/** A turn begins with 120 ms of speech within 160 ms. */
const startFrames = 6;
const startWithin = 8;
/** Speech that delays the end of a turn is three of four frames, so a click doesn't. */
const solidFrames = 3;
const solidWithin = 4;

function startTurn(recent: readonly HeardFrame[]): OpenTurn | undefined {
  const last = recent.slice(-startWithin);
  if (last.at(-1)?.isHeard !== true || speechPowers(last).length < startFrames) return undefined;
  const start = recent.length - last.length + last.findIndex(({ isHeard }) => isHeard);
  const before = Math.min(start, preRoll);
  const frames = recent.slice(start - before);
  return { frames, first: before, spoken: frames.length, silent: 0 };
}

function addFrame(turn: OpenTurn, frame: HeardFrame): void {
  turn.frames.push(frame);
  if (!frame.isHeard || isMuchFainter(turn)) {
    turn.silent++;
    return;
  }
  if (speechPowers(turn.frames.slice(-solidWithin)).length < solidFrames) return;
  turn.spoken = turn.frames.length;
  turn.silent = 0;
}

/**
 * True if the last frames are at least 14 dB fainter than the speech of the last 3 s: music or a voice in another room
 * that goes on after the person has stopped.
 */
function isMuchFainter({ frames, first }: OpenTurn): boolean {
  const now = frames.slice(-3).map(({ power }) => power);
  const before = speechPowers(frames.slice(Math.max(first, frames.length - 150)));
  return meanOf(now) < meanOf(before) / 25;
}

/** The powers of the speech frames. */
const speechPowers = (frames: readonly HeardFrame[]): readonly number[] =>
  frames.flatMap(({ isHeard, power }) => (isHeard ? power : []));

/** The noise floor is the quietest 100 ms of eight seconds: speech has such a gap within that time. */
const framesOfFloor = 400;
const framesOfGap = 5;

function quietest(powers: readonly number[]): number {
  let least = meanOf(powers);
  for (let at = 0; at + framesOfGap <= powers.length; at++) {
    least = Math.min(least, meanOf(powers.slice(at, at + framesOfGap)));
  }
  return least;
}

/** The mean power of samples; 1 for a square wave of full scale. */
const powerOf = (pcm: Int16Array): number =>
  pcm.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, pcm.length) / 32_768 ** 2;

/** In dBFS, at least -96, which is digital silence. */
const toLevel = (power: number): number => Math.max(-96, 10 * Math.log10(power));

const meanOf = (powers: readonly number[]): number =>
  powers.reduce((sum, power) => sum + power, 0) / Math.max(1, powers.length);
