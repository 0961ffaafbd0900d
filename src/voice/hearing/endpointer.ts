import { speechRate } from "../../models/transcribe.ts";
import { type Frame, frameSamples } from "../audio-ports.ts";
import { type BackgroundVoice, createBackgroundVoice } from "./background-voice.ts";
import { meanOf, powerOf, powerToLevel } from "./power.ts";
import {
  findLouderVoice,
  type HeardFrame,
  isMuchFainter,
  speechPowers,
  toUtterance,
} from "./turn-frames.ts";
import type { TurnBoundary, Utterance } from "./utterance.ts";

/** Endpointing: finds where an utterance (here a turn) begins and ends. Its only clock is the sample number. */
export interface Endpointer {
  /** Takes the next frame and its voice activity; returns the boundaries it completes. */
  push(frame: Frame, isSpeech: boolean): TurnBoundary[];
  /** Ends an open turn, when the recording has ended or the button was released. */
  finish(sample?: number): TurnBoundary[];
  /** Drops an open turn and the pre-roll; keeps the noise floor and the background voice. */
  reset(): void;
  /** Resets and forgets the background voice, so that a button or wake word makes every voice count again. */
  rearm(): void;
}

export interface EndpointerOptions {
  /** Silence that ends a turn. */
  readonly silenceMs: number;
  /** Less speech than this is a misfire. */
  readonly minSpeechMs: number;
  /** A longer turn ends with reason `max`, and its voice then counts as background. */
  readonly maxTurnMs: number;
  /** Sound kept before the first speech. */
  readonly preRollMs: number;
}

export function createEndpointer(options: EndpointerOptions): Endpointer {
  const background = createBackgroundVoice();
  const noiseFloor = createNoiseFloor();
  const levels = {
    background,
    floor: () => Math.max(noiseFloor.level(), background.level() ?? -Infinity),
  };
  const limits = toLimits(options);
  let recent: HeardFrame[] = [];
  let turn: OpenTurn | undefined;
  let clock = 0;
  const close = (reason: Utterance["reason"]): TurnBoundary[] => {
    const closed = turn;
    turn = undefined;
    recent = reason === "silence" ? (closed?.frames.slice(-limits.preRoll) ?? []) : [];
    return closed === undefined ? [] : [closeTurn(closed, reason, clock, limits, levels)];
  };
  const reset = (): void => {
    turn = undefined;
    recent = [];
  };
  return {
    push(frame, isSpeech) {
      if (frame.sample !== clock) recent = []; // A gap: frames were lost or skipped.
      clock = frame.sample + frame.pcm.length;
      const power = powerOf(frame.pcm);
      noiseFloor.push(power);
      const isHeard = background.hears(power, isSpeech);
      const heard = { pcm: frame.pcm.slice(), sample: frame.sample, power, isHeard };
      if (turn === undefined) {
        recent = [...recent, heard].slice(-limits.preRoll - startWithin);
        turn = startTurn(recent, limits);
        return turn === undefined ? [] : [startOf(turn)];
      }
      const talkedOver = addFrame(turn, heard, limits, background);
      if (talkedOver !== undefined) {
        turn = talkedOver;
        return [{ type: "misfire" }, startOf(turn)];
      }
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
    rearm() {
      reset();
      background.forget();
    },
  };
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

function startOf({ frames, first }: OpenTurn): TurnBoundary {
  return { type: "start", sample: frames[first]?.sample ?? 0 };
}

/** Adds a frame to the turn. Returns a new turn if a much louder voice starts talking over the old one. */
function addFrame(
  turn: OpenTurn,
  frame: HeardFrame,
  { preRoll }: Limits,
  background: BackgroundVoice,
): OpenTurn | undefined {
  turn.frames.push(frame);
  if (!frame.isHeard || isMuchFainter(turn.frames, turn.first)) {
    turn.silent++;
    return undefined;
  }
  const solid = turn.frames.slice(-solidWithin).filter(({ isHeard }) => isHeard);
  if (solid.length < solidFrames) return undefined;
  turn.spoken = turn.frames.length;
  turn.silent = 0;
  const louder = findLouderVoice(turn.frames, turn.first);
  if (louder === undefined) return undefined;
  background.learn(louder.before);
  const frames = turn.frames.slice(-louder.frames - preRoll);
  const first = Math.max(0, frames.length - louder.frames);
  return { frames, first, spoken: frames.length, silent: 0 };
}

function closeTurn(
  turn: OpenTurn,
  reason: Utterance["reason"],
  endSample: number,
  { fewest }: Limits,
  levels: { readonly background: BackgroundVoice; readonly floor: () => number },
): TurnBoundary {
  const powers = speechPowers(turn.frames.slice(turn.first));
  const floor = levels.floor();
  if (reason === "max") levels.background.learn(powers);
  if (powers.length < fewest) return { type: "misfire" };
  const utterance = toUtterance(turn, { reason, endSample, floor });
  return { type: "end", utterance };
}

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
export function createNoiseFloor(): NoiseFloor {
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
