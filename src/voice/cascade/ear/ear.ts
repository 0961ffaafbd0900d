import { type Frame, samplesOf } from "../../audio-ports.ts";
import { createEndpointer, type Endpointer } from "../../hearing/endpointer.ts";
import type { TurnBoundary, Utterance } from "../../hearing/utterance.ts";
import type { Press } from "../../orchestrator.ts";
import type { VoiceOptions } from "../../voice-ports.ts";

/** Something that was said, before anybody knows what. */
export interface HeardSound {
  readonly utterance: Utterance;
  /** By a button: it was meant for the agent. */
  readonly isAsked: boolean;
}

/** Cuts what comes in into utterances, and knows when not to listen. All at once, without waiting, by the sample clock. */
export interface Ear {
  hear(frame: Frame): void;
  /** True where it begins to listen for what was meant. */
  press(press: Press): boolean;
  /** A recording is over: what was said in it is complete. */
  finish(): void;
  /** Its wake word: what was said before is not meant, and near speech is heard again. */
  rearm(): void;
  /** The mouth fell silent; `linger`: and the room has not. */
  fellSilent(linger: boolean): void;
  /** The end of the last frame. */
  readonly sample: number;
  /** Speech was detected. */
  readonly isHearing: boolean;
  readonly isAsked: boolean;
}

interface EarParts {
  readonly options: VoiceOptions;
  readonly isSpeech: (pcm: Int16Array) => boolean;
  readonly isSpeaking: () => boolean;
  /** What is said at this sample may be taken. */
  readonly mayListen: (sample: number) => boolean;
  readonly onUtterance: (heard: HeardSound) => void;
  /** The agent is interrupted: speech over it lasted long enough. */
  readonly onTalkedOver: () => void;
  /** What the ear knows has changed. */
  readonly onChange: () => void;
}

/** The room still sounds of what was said for so long. */
const lingerMs = 300;
/** The same after a button interrupted it: the person speaks at once. */
const lingerPressedMs = 100;
const talkedOverMs = 500;
/** Of what is cut out, so much may lie before its first speech. */
export const preRollMs = 300;
const briefestMs = 120;
const framesKept = preRollMs / 20;

/** Begins with nothing heard. */
export function createEar(parts: EarParts): Ear {
  const ear = openEar(parts);
  return {
    hear(frame) {
      ear.sample = frame.sample + frame.pcm.length;
      if (isOpen(ear)) {
        const isSpeech = parts.isSpeech(frame.pcm);
        noteAll(ear, ear.active.push(frame, isSpeech));
        if (isSpeech) noteTalkingOver(ear);
      } else if (ear.isHearing) drop(ear);
      keepPreRoll(ear, frame);
      endPress(ear);
    },
    press: (press) => takePress(ear, press),
    finish() {
      noteAll(ear, ear.active.finish(ear.sample));
      ear.deafUntil = 0;
    },
    rearm() {
      if (isAsked(ear)) return;
      ear.active.rearm();
      drop(ear);
    },
    fellSilent(linger) {
      if (isAsked(ear)) return;
      const isDeaf = linger && parts.options.bargeIn === "off";
      ear.deafUntil = isDeaf ? ear.sample + samplesOf(lingerMs) : 0;
    },
    get sample() {
      return ear.sample;
    },
    get isHearing() {
      return ear.isHearing;
    },
    get isAsked() {
      return isAsked(ear);
    },
  };
}

interface OpenEar {
  readonly parts: EarParts;
  readonly usual: Endpointer;
  /** While a button is held: silence ends nothing, and a short "yes" is meant. */
  readonly held: Endpointer;
  active: Endpointer;
  press: PressState;
  sample: number;
  deafUntil: number;
  isHearing: boolean;
  /** Milliseconds of speech over the agent's own. */
  talkedOver: number;
  /** The last frames, for who speaks a moment before the button is down; nothing of what was understood already. */
  preRoll: readonly Frame[];
}

function openEar(parts: EarParts): OpenEar {
  const { silenceMs, minSpeechMs, maxTurnMs } = parts.options;
  const usual = createEndpointer({ silenceMs, minSpeechMs, maxTurnMs, preRollMs });
  const held = createEndpointer({
    silenceMs: maxTurnMs * 2,
    minSpeechMs: Math.min(minSpeechMs, briefestMs),
    maxTurnMs,
    preRollMs,
  });
  const press = { type: "none" } as const;
  const nothing = { press, sample: 0, deafUntil: 0, isHearing: false, talkedOver: 0, preRoll: [] };
  return { parts, usual, held, active: usual, ...nothing };
}

const isAsked = ({ press }: OpenEar): boolean => press.type !== "none";

function isOpen(ear: OpenEar): boolean {
  const { parts, sample } = ear;
  if (sample < ear.deafUntil) return false;
  if (isAsked(ear)) return true;
  if (parts.isSpeaking() && parts.options.bargeIn === "off") return false;
  return ear.isHearing || parts.mayListen(sample);
}

function drop(ear: OpenEar): void {
  ear.active.reset();
  ear.isHearing = false;
  ear.parts.onChange();
}

function noteAll(ear: OpenEar, boundaries: readonly TurnBoundary[]): void {
  for (const boundary of boundaries) {
    ear.isHearing = boundary.type === "start";
    ear.talkedOver = 0;
    if (boundary.type === "end") {
      const heard = { utterance: boundary.utterance, isAsked: isAsked(ear) };
      if (ear.press.type === "tapped") ear.press = { type: "none" };
      ear.preRoll = [];
      ear.parts.onUtterance(heard);
    }
    ear.parts.onChange();
  }
}

function noteTalkingOver(ear: OpenEar): void {
  const { parts } = ear;
  if (!ear.isHearing || parts.options.bargeIn !== "speech" || !parts.isSpeaking()) return;
  ear.talkedOver += frameMs;
  if (ear.talkedOver === talkedOverMs) parts.onTalkedOver();
}

function takePress(ear: OpenEar, press: Press): boolean {
  const { parts, sample } = ear;
  const next = pressed(ear.press, press, sample);
  if (next === ear.press) return false;
  ear.press = next;
  const begins = next.type === "held" || next.type === "tapped";
  if (begins) {
    ear.deafUntil = parts.isSpeaking() ? sample + samplesOf(lingerPressedMs) : 0;
    ear.usual.rearm();
    ear.held.rearm();
    ear.active = next.type === "held" ? ear.held : ear.usual;
    ear.isHearing = false;
    // As what comes before speech: a word that was not addressed to it begins no turn.
    for (const frame of ear.preRoll) ear.active.push(frame, false);
    ear.preRoll = [];
  }
  parts.onChange();
  return begins;
}

function keepPreRoll(ear: OpenEar, { pcm, sample }: Frame): void {
  const { parts, deafUntil } = ear;
  const isOwn = parts.isSpeaking() && parts.options.bargeIn === "off";
  const kept = { pcm: pcm.slice(), sample };
  ear.preRoll = isOwn || sample < deafUntil ? [] : [...ear.preRoll, kept].slice(-framesKept);
}

/** Ends a press: after the tail of a released button, after a tap without speech, or when a button is stuck. */
function endPress(ear: OpenEar): void {
  const { press, sample, isHearing } = ear;
  const isLetGo = press.type === "closing" && sample >= press.at;
  const isInVain =
    (press.type === "tapped" && sample >= press.until && !isHearing) ||
    (press.type === "held" && sample >= press.until);
  if (!isLetGo && !isInVain) return;
  if (isLetGo) noteAll(ear, ear.active.finish(sample));
  ear.press = { type: "none" };
  drop(ear);
  ear.active = ear.usual;
}

const frameMs = 20;

/** What a button does at the moment, by the sample clock. */
type PressState =
  | { readonly type: "none" }
  /** Until it is let go; after `until` it is stuck. */
  | { readonly type: "held"; readonly until: number }
  /** Listens until silence, another tap, or `until` without speech. */
  | { readonly type: "tapped"; readonly until: number }
  /** Let go: what is under way in the sound device is heard out. */
  | { readonly type: "closing"; readonly at: number };

/** What a press comes to. Pure. */
export function pressed(state: PressState, press: Press, sample: number): PressState {
  const closing = { type: "closing", at: sample + samplesOf(tailMs) } as const;
  if (press === "down") {
    return state.type === "held"
      ? state
      : { type: "held", until: sample + samplesOf(longestHoldMs) };
  }
  if (press === "up") return state.type === "held" ? closing : state;
  if (state.type === "tapped" || state.type === "held") return closing;
  return { type: "tapped", until: sample + samplesOf(tapTimeoutMs) };
}

/** Between the mouth and the recorder's reader. */
const tailMs = 200;
/** The longest turn that can be set. */
const longestHoldMs = 120_000;
/** For a tap without speech after it. */
const tapTimeoutMs = 8_000;
