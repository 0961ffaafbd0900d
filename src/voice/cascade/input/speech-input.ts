import { type Frame, msToSamples } from "../../audio-ports.ts";
import { createEndpointer, type Endpointer } from "../../hearing/endpointer.ts";
import type { TurnBoundary, Utterance } from "../../hearing/utterance.ts";
import type { Press } from "../../orchestrator.ts";
import type { VoiceOptions } from "../../voice-ports.ts";

/** An utterance that has not been transcribed yet. */
export interface DetectedUtterance {
  readonly utterance: Utterance;
  /** Spoken while the button was active, so it is addressed to the agent. */
  readonly isPushToTalk: boolean;
}

/**
 * Cuts the microphone's sound into utterances, and decides when to listen: activation, push-to-talk, barge-in. Synchronous;
 * all its times are sample numbers.
 */
export interface SpeechInput {
  hear(frame: Frame): void;
  /** Handles the button; true if it starts listening. */
  press(press: Press): boolean;
  /** Ends an open utterance, because the recording has ended. */
  finish(): void;
  /** After the wake word: drops the speech so far, and forgets the level of the background voice. */
  rearm(): void;
  /** Playback has ended; `hasEcho`: its sound may still be in the room. */
  playbackEnded(hasEcho: boolean): void;
  /** Number of the sample after the last frame. */
  readonly sample: number;
  /** Somebody is speaking. */
  readonly isHearing: boolean;
  readonly isPushToTalk: boolean;
}

interface SpeechInputParts {
  readonly options: VoiceOptions;
  readonly isSpeech: (pcm: Int16Array) => boolean;
  readonly isSpeaking: () => boolean;
  /** Whether the activation mode allows listening at this sample. */
  readonly canListen: (sample: number) => boolean;
  readonly onUtterance: (heard: DetectedUtterance) => void;
  /** Somebody has spoken over the agent for `bargeInAfterMs`. */
  readonly onBargeIn: () => void;
  /** `isHearing` or `isPushToTalk` may have changed. */
  readonly onChange: () => void;
}

/** How long the room echoes after playback (ms). */
const echoMs = 300;
/** The same after the button interrupted playback; short, because the person speaks at once. */
const echoAfterPressMs = 100;
const bargeInAfterMs = 500;
/** Sound kept before the first speech of an utterance (ms). */
export const preRollMs = 300;
/** Shorter sounds are not speech (ms). */
const minSpeechMs = 250;
/** Shortest utterance while the button is held: a "yes". */
const minPressSpeechMs = 120;
/** What goes on longer is a television (ms). */
const maxTurnMs = 30_000;
const preRollFrames = preRollMs / 20;

export function createSpeechInput(parts: SpeechInputParts): SpeechInput {
  const state = createState(parts);
  return {
    hear(frame) {
      state.sample = frame.sample + frame.pcm.length;
      if (isOpen(state)) {
        const isSpeech = parts.isSpeech(frame.pcm);
        handleBoundaries(state, state.active.push(frame, isSpeech));
        if (isSpeech) trackBargeIn(state);
      } else if (state.isHearing) dropSpeech(state);
      keepPreRoll(state, frame);
      endPress(state);
    },
    press: (press) => takePress(state, press),
    finish() {
      handleBoundaries(state, state.active.finish(state.sample));
      state.ignoreUntil = 0;
    },
    rearm() {
      if (isPushToTalk(state)) return;
      state.active.rearm();
      dropSpeech(state);
    },
    playbackEnded(hasEcho) {
      if (isPushToTalk(state)) return;
      const isDeaf = hasEcho && parts.options.bargeIn === "off";
      state.ignoreUntil = isDeaf ? state.sample + msToSamples(echoMs) : 0;
    },
    get sample() {
      return state.sample;
    },
    get isHearing() {
      return state.isHearing;
    },
    get isPushToTalk() {
      return isPushToTalk(state);
    },
  };
}

interface InputState {
  readonly parts: SpeechInputParts;
  readonly usual: Endpointer;
  /** Used while the button is held: pauses don't end the utterance, and short ones count. */
  readonly held: Endpointer;
  active: Endpointer;
  press: PressState;
  sample: number;
  /** Sound before this sample is ignored: it is the echo of playback. */
  ignoreUntil: number;
  isHearing: boolean;
  /** Speech over the agent's own so far (ms). */
  bargeInMs: number;
  /** The last frames, in case somebody starts speaking just before pressing. Cleared after each utterance. */
  preRoll: readonly Frame[];
}

function createState(parts: SpeechInputParts): InputState {
  const { silenceMs } = parts.options;
  const usual = createEndpointer({ silenceMs, minSpeechMs, maxTurnMs, preRollMs });
  const held = createEndpointer({
    silenceMs: maxTurnMs * 2,
    minSpeechMs: minPressSpeechMs,
    maxTurnMs,
    preRollMs,
  });
  const press = { type: "none" } as const;
  const nothing = { press, sample: 0, ignoreUntil: 0, isHearing: false, bargeInMs: 0, preRoll: [] };
  return { parts, usual, held, active: usual, ...nothing };
}

const isPushToTalk = ({ press }: InputState): boolean => press.type !== "none";

function isOpen(state: InputState): boolean {
  const { parts, sample } = state;
  if (sample < state.ignoreUntil) return false;
  if (isPushToTalk(state)) return true;
  if (parts.isSpeaking() && parts.options.bargeIn === "off") return false;
  return state.isHearing || parts.canListen(sample);
}

function dropSpeech(state: InputState): void {
  state.active.reset();
  state.isHearing = false;
  state.parts.onChange();
}

function handleBoundaries(state: InputState, boundaries: readonly TurnBoundary[]): void {
  for (const boundary of boundaries) {
    state.isHearing = boundary.type === "start";
    state.bargeInMs = 0;
    if (boundary.type === "end") {
      const heard = { utterance: boundary.utterance, isPushToTalk: isPushToTalk(state) };
      if (state.press.type === "tapped") state.press = { type: "none" };
      state.preRoll = [];
      state.parts.onUtterance(heard);
    }
    state.parts.onChange();
  }
}

function trackBargeIn(state: InputState): void {
  const { parts } = state;
  if (!state.isHearing || parts.options.bargeIn !== "speech" || !parts.isSpeaking()) return;
  state.bargeInMs += frameMs;
  if (state.bargeInMs === bargeInAfterMs) parts.onBargeIn();
}

function takePress(state: InputState, press: Press): boolean {
  const { parts, sample } = state;
  const next = nextPressState(state.press, press, sample);
  if (next === state.press) return false;
  state.press = next;
  const begins = next.type === "held" || next.type === "tapped";
  if (begins) {
    state.ignoreUntil = parts.isSpeaking() ? sample + msToSamples(echoAfterPressMs) : 0;
    state.usual.rearm();
    state.held.rearm();
    state.active = next.type === "held" ? state.held : state.usual;
    state.isHearing = false;
    // Marked as no speech, so that earlier words to someone else cannot start a turn.
    for (const frame of state.preRoll) state.active.push(frame, false);
    state.preRoll = [];
  }
  parts.onChange();
  return begins;
}

function keepPreRoll(state: InputState, { pcm, sample }: Frame): void {
  const { parts, ignoreUntil } = state;
  const isOwn = parts.isSpeaking() && parts.options.bargeIn === "off";
  const kept = { pcm: pcm.slice(), sample };
  state.preRoll =
    isOwn || sample < ignoreUntil ? [] : [...state.preRoll, kept].slice(-preRollFrames);
}

/** Ends a press: `tailMs` after the release, after a tap without speech, or when the button is stuck. */
function endPress(state: InputState): void {
  const { press, sample, isHearing } = state;
  const isReleased = press.type === "closing" && sample >= press.at;
  const isExpired =
    (press.type === "tapped" && sample >= press.until && !isHearing) ||
    (press.type === "held" && sample >= press.until);
  if (!isReleased && !isExpired) return;
  if (isReleased) handleBoundaries(state, state.active.finish(sample));
  state.press = { type: "none" };
  dropSpeech(state);
  state.active = state.usual;
}

const frameMs = 20;

/** State of the button; times are sample numbers. */
type PressState =
  | { readonly type: "none" }
  /** Held down; after `until` it counts as stuck. */
  | { readonly type: "held"; readonly until: number }
  /** Listens until silence, another tap, or `until` without speech. */
  | { readonly type: "tapped"; readonly until: number }
  /** Released: sound still in the device's buffers is heard until `at`. */
  | { readonly type: "closing"; readonly at: number };

/** Returns the state after a press. Pure. */
export function nextPressState(state: PressState, press: Press, sample: number): PressState {
  const closing = { type: "closing", at: sample + msToSamples(tailMs) } as const;
  if (press === "down") {
    return state.type === "held" ? state : { type: "held", until: sample + msToSamples(maxHoldMs) };
  }
  if (press === "up") return state.type === "held" ? closing : state;
  if (state.type === "tapped" || state.type === "held") return closing;
  return { type: "tapped", until: sample + msToSamples(tapTimeoutMs) };
}

/** Delay between the speaker's lips and this code (ms). */
const tailMs = 200;
/** A button that is held longer is stuck (ms). */
const maxHoldMs = 120_000;
/** How long a tap waits for speech (ms). */
const tapTimeoutMs = 8_000;
