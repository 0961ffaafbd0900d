import { frameSamples } from "../audio-ports.ts";
import { meanOf, powerToLevel } from "./level.ts";
import type { Utterance } from "./utterance.ts";

/** A frame with what was found out about it. */
export interface HeardFrame {
  readonly pcm: Int16Array;
  readonly sample: number;
  readonly power: number;
  /** Speech, and not of the background. */
  readonly isHeard: boolean;
}

/** The utterance that frames are, up to a little after their last speech. */
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

/** 300 ms: transcribers drop the last consonant of what ends too sharply. */
const afterRoll = 15;

/** A voice is as loud as its louder half: what is between the vowels says more of the room than of the voice. */
function louderHalf(powers: readonly number[]): number[] {
  return powers.toSorted((a, b) => b - a).slice(0, Math.ceil(powers.length / 2));
}

/** Powers of the frames that are speech. */
export function speechPowers(frames: readonly HeardFrame[]): number[] {
  return frames.flatMap(({ isHeard, power }) => (isHeard ? power : []));
}

/**
 * Speech that begins over a television: the last 0.4 s are at least 8 dB louder than the 3 s before. A person who
 * comes nearer does not become louder as suddenly.
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
/** 8 dB. */
const muchLouder = 6.3;

/**
 * The last frames are at least 14 dB fainter than the speech of the 3 s before them: music, or a voice in another room, that
 * goes on after the person has ended.
 */
export function isMuchFainter(frames: readonly HeardFrame[], first: number): boolean {
  const now = frames.slice(-framesSmoothed).map(({ power }) => power);
  const before = speechPowers(frames.slice(Math.max(first, frames.length - framesBefore)));
  return meanOf(now) < meanOf(before) / muchFainter;
}

const framesSmoothed = 3;
/** 14 dB. */
const muchFainter = 25;
