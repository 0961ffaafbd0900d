import { speechRate } from "../../models/transcribe.ts";
import { type Frame, frameSamples } from "../audio-ports.ts";
import { meanOf, powerOf, powerToLevel } from "./power.ts";
import type { TurnBoundary, Utterance } from "./utterance.ts";

/** Endpointing: finds where an utterance (here a turn) begins and ends. Its only clock is the sample number. */
export interface Endpointer {
  /** Takes the next frame and its voice activity; returns the boundaries it completes. */
  push(frame: Frame, isSpeech: boolean): TurnBoundary[];
  /** Ends an open turn, when the recording has ended or the button was released. */
  finish(sample?: number): TurnBoundary[];
  /** Drops an open turn and the pre-roll; keeps the noise floor. */
  reset(): void;
  /** Drops an open turn, keeps the pre-roll as no speech, and goes on with other limits. */
  rearm(limits?: TurnLimits): void;
}

/** In milliseconds. */
interface TurnLimits {
  /** Silence that ends a turn. */
  readonly silenceMs: number;
  /** Less speech than this is a misfire. */
  readonly minSpeechMs: number;
}

export interface EndpointerOptions extends TurnLimits {
  /** A longer turn ends with reason `max`. */
  readonly maxTurnMs: number;
  /** Sound kept before the first speech. */
  readonly preRollMs: number;
}

export function createEndpointer(options: EndpointerOptions): Endpointer {
  const noiseFloor = createNoiseFloor();
  let limits = toLimits(options);
  let recent: HeardFrame[] = [];
  let turn: OpenTurn | undefined;
  let clock = 0;
  /** Frames without speech that are still missing before another turn may begin. */
  let restFrames = 0;
  const close = (reason: Utterance["reason"]): TurnBoundary[] => {
    const closed = turn;
    turn = undefined;
    // What goes on after the longest turn is a television.
    if (reason === "max") restFrames = limits.silence;
    recent = reason === "silence" ? (closed?.frames.slice(-limits.preRoll) ?? []) : [];
    if (closed === undefined) return [];
    const { frames, first } = closed;
    if (speechPowers(frames.slice(first)).length < limits.fewest) return [{ type: "misfire" }];
    const known = { reason, endSample: clock, floor: noiseFloor.level() };
    return [{ type: "end", utterance: toUtterance(closed, known) }];
  };
  const reset = (): void => {
    turn = undefined;
    recent = [];
  };
  return {
    push({ pcm, sample }, isSpeech) {
      if (sample !== clock) recent = []; // A gap: frames were lost or skipped.
      clock = sample + pcm.length;
      const power = powerOf(pcm);
      noiseFloor.push(power);
      restFrames = restAfter(restFrames, isSpeech, limits);
      const isHeard = isSpeech && restFrames === 0;
      const heard = { pcm: pcm.slice(), sample, power, isHeard };
      if (turn === undefined) {
        recent = [...recent, heard].slice(-limits.preRoll - startWithin);
        turn = startTurn(recent, limits);
        if (turn === undefined) return [];
        return [{ type: "start", sample: turn.frames[turn.first]?.sample ?? 0 }];
      }
      addFrame(turn, heard);
      if (turn.silent >= limits.silence) return close("silence");
      return turn.frames.length - turn.first >= limits.longest ? close("max") : [];
    },
    finish(sample = clock) {
      clock = Math.max(clock, sample);
      const boundaries = close("finished");
      reset();
      return boundaries;
    },
    reset,
    rearm(other = options) {
      turn = undefined;
      restFrames = 0;
      limits = toLimits({ ...options, ...other });
      // Earlier words to somebody else must not start a turn.
      recent = recent.map((frame) => ({ ...frame, isHeard: false })).slice(-limits.preRoll);
    },
  };
}

/** Frames of silence that are still missing after one more frame. */
function restAfter(frames: number, isSpeech: boolean, { silence }: Limits): number {
  if (frames === 0) return 0;
  return isSpeech ? silence : frames - 1;
}

/** A frame with its analysis. */
interface HeardFrame {
  readonly pcm: Int16Array;
  readonly sample: number;
  readonly power: number;
  /** It is speech. */
  readonly isHeard: boolean;
}

/** In frames. */
interface Limits {
  readonly silence: number;
  readonly fewest: number;
  readonly longest: number;
  readonly preRoll: number;
}

const framesOf = (ms: number): number => Math.ceil((ms * speechRate) / 1000 / frameSamples);

function toLimits({ silenceMs, minSpeechMs, maxTurnMs, preRollMs }: EndpointerOptions): Limits {
  return {
    silence: framesOf(silenceMs),
    fewest: framesOf(minSpeechMs),
    longest: framesOf(maxTurnMs),
    preRoll: framesOf(preRollMs),
  };
}

interface OpenTurn {
  readonly frames: HeardFrame[];
  /** Index of the first speech frame; the frames before it are pre-roll. */
  readonly first: number;
  /** Number of frames up to and including the last speech. */
  spoken: number;
  /** Number of frames since the last speech. */
  silent: number;
}

/** A turn begins with 120 ms of speech within 160 ms. */
const startFrames = 6;
const startWithin = 8;
/** Speech that delays the end of a turn is three of four frames, so a click doesn't. */
const solidFrames = 3;
const solidWithin = 4;

function startTurn(recent: readonly HeardFrame[], { preRoll }: Limits): OpenTurn | undefined {
  const last = recent.slice(-startWithin);
  if (last.at(-1)?.isHeard !== true) return undefined;
  if (last.filter(({ isHeard }) => isHeard).length < startFrames) return undefined;
  const start = recent.length - last.length + last.findIndex(({ isHeard }) => isHeard);
  const frames = recent.slice(Math.max(0, start - preRoll));
  const first = start - Math.max(0, start - preRoll);
  return { frames, first, spoken: frames.length, silent: 0 };
}

/** Adds a frame to the turn. */
function addFrame(turn: OpenTurn, frame: HeardFrame): void {
  turn.frames.push(frame);
  if (!frame.isHeard || isMuchFainter(turn.frames, turn.first)) {
    turn.silent++;
    return;
  }
  const solid = turn.frames.slice(-solidWithin).filter(({ isHeard }) => isHeard);
  if (solid.length < solidFrames) return;
  turn.spoken = turn.frames.length;
  turn.silent = 0;
}

/**
 * True if the last frames are at least 14 dB fainter than the speech of the last 3 s: music or a voice in another room
 * that goes on after the person has stopped.
 */
function isMuchFainter(frames: readonly HeardFrame[], first: number): boolean {
  const now = frames.slice(-framesSmoothed).map(({ power }) => power);
  const before = speechPowers(frames.slice(Math.max(first, frames.length - framesBefore)));
  return meanOf(now) < meanOf(before) / muchFainter;
}

const framesBefore = 150;
const framesSmoothed = 3;
/** Ratio of powers: 14 dB. */
const muchFainter = 25;

/** The powers of the speech frames. */
const speechPowers = (frames: readonly HeardFrame[]): number[] =>
  frames.flatMap(({ isHeard, power }) => (isHeard ? power : []));

/** Converts the frames of a turn, up to 300 ms after the last speech, to an utterance. */
function toUtterance(
  turn: OpenTurn,
  known: Pick<Utterance, "reason" | "endSample" | "floor">,
): Utterance {
  const frames = turn.frames.slice(0, turn.spoken + afterRoll);
  const pcm = new Int16Array(frames.length * frameSamples);
  for (const [i, frame] of frames.entries()) pcm.set(frame.pcm, i * frameSamples);
  const powers = speechPowers(turn.frames.slice(turn.first));
  const last = turn.frames[turn.spoken - 1]?.sample ?? 0;
  // The louder half measures the voice; the rest is mostly the room.
  const voice = powers.toSorted((a, b) => b - a).slice(0, Math.ceil(powers.length / 2));
  return {
    ...known,
    pcm,
    startSample: frames[0]?.sample ?? 0,
    speechEndSample: last + frameSamples,
    speechMs: powers.length * 20,
    level: powerToLevel(meanOf(voice)),
  };
}

/** Frames kept after the last speech (300 ms): transcribers drop the last consonant of an abrupt ending. */
const afterRoll = 15;

/** Tracks how loud the room is without speech. */
interface NoiseFloor {
  /** Takes the power of the next frame. */
  push(power: number): void;
  /** In dBFS. */
  level(): number;
}

/**
 * Takes the quietest 100 ms of the last eight seconds as the floor. Speech has such a gap within that time, and a fan
 * that was switched on is part of the floor eight seconds later.
 */
function createNoiseFloor(): NoiseFloor {
  const recent: number[] = [];
  const lowestBySecond: number[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  let frames = 0;
  return {
    push(power) {
      recent.push(power);
      if (recent.length > framesOfGap) recent.shift();
      if (recent.length === framesOfGap) lowest = Math.min(lowest, meanOf(recent));
      frames++;
      if (frames % framesOfSecond !== 0) return;
      lowestBySecond.push(lowest);
      lowest = Number.POSITIVE_INFINITY;
      if (lowestBySecond.length > seconds) lowestBySecond.shift();
    },
    level() {
      const known = Math.min(lowest, ...lowestBySecond);
      return powerToLevel(Number.isFinite(known) ? known : meanOf(recent));
    },
  };
}

const framesOfGap = 5;
const framesOfSecond = 50;
const seconds = 8;
