import { type Frame, msToSamples } from "../audio-ports.ts";
import { createEndpointer, type Endpointer } from "../hearing/endpointer.ts";
import type { TurnBoundary, Utterance } from "../hearing/utterance.ts";
import type { Press } from "../voice-ports.ts";
import type { CascadeRun } from "./cascade.ts";

/** An utterance that has not been transcribed yet. */
export interface DetectedUtterance {
  readonly utterance: Utterance;
  /** Spoken while the button was active, so it is addressed to the agent. */
  readonly isPushToTalk: boolean;
}

/** How long the room echoes after playback (ms). */
const echoMs = 300;
/** The same after the button interrupted playback; short, because the person speaks at once. */
const echoAfterPressMs = 100;
/** Speech over the agent's own that interrupts it (ms). */
const bargeInAfterMs = 500;
const frameMs = 20;
/** Sound kept before the first speech of an utterance (ms). */
const preRollMs = 300;
/** Shorter sounds are not speech (ms). */
const minSpeechMs = 250;
/** What goes on longer is a television (ms). */
const maxTurnMs = 30_000;
/** While the button is held pauses don't end the utterance, and a "yes" counts. */
const heldLimits = { silenceMs: maxTurnMs * 2, minSpeechMs: 120 };

/**
 * Cuts the microphone's sound into utterances, and decides when to listen: activation, push-to-talk, barge-in.
 * Synchronous; all its times are sample numbers.
 */
export class Ear {
  /** Number of the sample after the last frame. */
  sample = 0;
  /** Somebody is speaking. */
  isHearing = false;
  readonly #run: CascadeRun;
  readonly #endpointer: Endpointer;
  #press: PressState = { type: "none" };
  /** Sound before this sample is ignored: it is the echo of playback. */
  #ignoreUntil = 0;
  /** Speech over the agent's own so far (ms). */
  #bargeInMs = 0;

  constructor(run: CascadeRun) {
    this.#run = run;
    const { silenceMs } = run.ports.options;
    this.#endpointer = createEndpointer({ silenceMs, minSpeechMs, maxTurnMs, preRollMs });
  }

  get isPushToTalk(): boolean {
    return this.#press.type !== "none";
  }

  hear(frame: Frame): void {
    this.sample = frame.sample + frame.pcm.length;
    if (this.#isOpen()) {
      const isSpeech = this.#run.isSpeech(frame.pcm);
      this.#take(this.#endpointer.push(frame, isSpeech));
      if (isSpeech) this.#trackBargeIn();
    } else {
      if (this.isHearing || this.#isDeaf()) this.#dropSpeech();
      // Kept, in case somebody begins to speak just before pressing the button.
      if (!this.#isDeaf()) this.#endpointer.push(frame, false);
    }
    this.#endPress();
  }

  /** Handles the button; true if it starts listening. */
  press(press: Press): boolean {
    const { sample } = this;
    const next = nextPressState(this.#press, press, sample);
    if (next === this.#press) return false;
    this.#press = next;
    const begins = next.type === "held" || next.type === "tapped";
    if (begins) {
      const isSpeaking = this.#run.mouth.isSpeaking;
      this.#ignoreUntil = isSpeaking ? sample + msToSamples(echoAfterPressMs) : 0;
      this.#endpointer.rearm(next.type === "held" ? heldLimits : undefined);
      this.isHearing = false;
    }
    this.#run.refresh();
    return begins;
  }

  /** Ends an open utterance, because the recording has ended. */
  finish(): void {
    this.#take(this.#endpointer.finish(this.sample));
    this.#ignoreUntil = 0;
  }

  /** After the wake word: drops the speech so far. */
  rearm(): void {
    if (this.isPushToTalk) return;
    this.#endpointer.rearm();
    this.#dropSpeech();
  }

  /** Playback has ended; `hasEcho`: its sound may still be in the room. */
  playbackEnded(hasEcho: boolean): void {
    if (this.isPushToTalk) return;
    const isDeaf = hasEcho && this.#run.ports.options.bargeIn === "off";
    this.#ignoreUntil = isDeaf ? this.sample + msToSamples(echoMs) : 0;
  }

  /** What comes is the agent's own voice. */
  #isDeaf(): boolean {
    const { mouth, ports } = this.#run;
    const isOwn = mouth.isSpeaking && ports.options.bargeIn === "off";
    return this.sample < this.#ignoreUntil || (isOwn && !this.isPushToTalk);
  }

  #isOpen(): boolean {
    if (this.#isDeaf()) return false;
    return this.isPushToTalk || this.isHearing || this.#run.canListen();
  }

  #dropSpeech(): void {
    this.#endpointer.reset();
    if (!this.isHearing) return;
    this.isHearing = false;
    this.#run.refresh();
  }

  #take(boundaries: readonly TurnBoundary[]): void {
    for (const boundary of boundaries) {
      this.isHearing = boundary.type === "start";
      this.#bargeInMs = 0;
      if (boundary.type === "end") {
        const { utterance } = boundary;
        this.#run.recognizer.hear({ utterance, isPushToTalk: this.isPushToTalk });
        if (this.#press.type === "tapped") this.#press = { type: "none" };
      }
      this.#run.refresh();
    }
  }

  #trackBargeIn(): void {
    const { mouth, ports } = this.#run;
    if (!this.isHearing || ports.options.bargeIn !== "speech" || !mouth.isSpeaking) return;
    this.#bargeInMs += frameMs;
    if (this.#bargeInMs === bargeInAfterMs) this.#run.stopSpeaking("interrupted");
  }

  /** Ends a press: `tailMs` after the release, after a tap without speech, or when the button is stuck. */
  #endPress(): void {
    const { sample } = this;
    const press = this.#press;
    if (press.type === "none" || sample < press.until) return;
    if (press.type === "tapped" && this.isHearing) return;
    if (press.type === "closing") this.#take(this.#endpointer.finish(sample));
    this.#press = { type: "none" };
    this.#endpointer.rearm();
    this.#endpointer.reset();
    this.isHearing = false;
    this.#run.refresh();
  }
}

/** State of the button; times are sample numbers. */
type PressState =
  | { readonly type: "none" }
  /** Held down; after `until` it counts as stuck. */
  | { readonly type: "held"; readonly until: number }
  /** Listens until silence, another tap, or `until` without speech. */
  | { readonly type: "tapped"; readonly until: number }
  /** Released: sound still in the device's buffers is heard. */
  | { readonly type: "closing"; readonly until: number };

/** The state after a press. */
function nextPressState(state: PressState, press: Press, sample: number): PressState {
  const closing = { type: "closing", until: sample + msToSamples(tailMs) } as const;
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
