import { frameSamples } from "../audio-ports.ts";
import { meanOf, powerToLevel } from "./power.ts";
import type { Utterance } from "./utterance.ts";

/** A frame with its analysis. */
export interface HeardFrame {
  readonly pcm: Int16Array;
  readonly sample: number;
  readonly power: number;
  /** It is speech, and not the background voice. */
  readonly isHeard: boolean;
}

/** Converts the frames of a turn, up to 300 ms after the last speech, to an utterance. */
export function toUtterance(
  turn: {
    readonly frames: readonly HeardFrame[];
    readonly first: number;
    readonly spoken: number;
  },
  known: Pick<Utterance, "reason" | "endSample" | "floor">,
): Utterance {
  const frames = turn.frames.slice(0, turn.spoken + afterRoll);
  const pcm = new Int16Array(frames.length * frameSamples);
  frames.forEach((frame, i) => {
    pcm.set(frame.pcm, i * frameSamples);
  });
  const powers = speechPowers(turn.frames.slice(turn.first));
  const last = turn.frames[turn.spoken - 1]?.sample ?? 0;
  return {
    ...known,
    pcm,
    startSample: frames[0]?.sample ?? 0,
    speechEndSample: last + frameSamples,
    speechMs: powers.length * 20,
    level: powerToLevel(meanOf(louderHalf(powers))),
  };
}

/** Frames kept after the last speech (300 ms): transcribers drop the last consonant of an abrupt ending. */
const afterRoll = 15;

/** Returns the louder half of the powers, which measures the voice; the rest is mostly the room. */
function louderHalf(powers: readonly number[]): number[] {
  return powers.toSorted((a, b) => b - a).slice(0, Math.ceil(powers.length / 2));
}

/** Returns the powers of the speech frames. */
export function speechPowers(frames: readonly HeardFrame[]): number[] {
  return frames.flatMap(({ isHeard, power }) => (isHeard ? power : []));
}

/**
 * Detects someone talking over a television: the last 0.4 s are at least 8 dB louder than the 3 s before. Someone who
 * comes nearer does not get louder that suddenly.
 */
export function findLouderVoice(
  frames: readonly HeardFrame[],
  first: number,
): { readonly before: readonly number[]; readonly frames: number } | undefined {
  if (frames.length - first < framesBefore + framesNow) return undefined;
  const now = speechPowers(frames.slice(-framesNow));
  if (now.length < minNow) return undefined;
  const before = speechPowers(frames.slice(-framesBefore - framesNow, -framesNow));
  if (before.length < minBefore || meanOf(now) < meanOf(before) * muchLouder) return undefined;
  return { before, frames: framesNow };
}

const framesBefore = 150;
const minBefore = 75;
const framesNow = 20;
const minNow = 15;
/** Ratio of powers: 8 dB. */
const muchLouder = 6.3;

/**
 * True if the last frames are at least 14 dB fainter than the speech of the last 3 s: music or a voice in another room
 * that goes on after the person has stopped.
 */
export function isMuchFainter(frames: readonly HeardFrame[], first: number): boolean {
  const now = frames.slice(-framesSmoothed).map(({ power }) => power);
  const before = speechPowers(frames.slice(Math.max(first, frames.length - framesBefore)));
  return meanOf(now) < meanOf(before) / muchFainter;
}

const framesSmoothed = 3;
/** Ratio of powers: 14 dB. */
const muchFainter = 25;
