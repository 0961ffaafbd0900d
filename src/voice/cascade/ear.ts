import type { Press } from "../audio-ports.ts";
import { type Frame, msToSamples } from "../audio-ports.ts";
import { Endpointer, type TurnBoundary, type Utterance } from "../hearing/endpointer.ts";
import type { Cascade } from "./cascade.ts";

/** An utterance that has not been transcribed yet. */
export interface DetectedUtterance {
  readonly utterance: Utterance;
  /** Spoken while the button was active, so it is addressed to the agent. */
  readonly isPushToTalk: boolean;
}

/** How long the room echoes after playback; short after a press, because the person speaks at once (ms). */
const echoMs = 300;
const echoAfterPressMs = 100;
/** Speech over the agent's own that interrupts it (ms). */
const bargeInAfterMs = 500;
const frameMs = 20;
/** While the button is held pauses don't end the utterance, and a "yes" counts. */
const heldLimits = { silenceMs: 60_000, minSpeechMs: 120 };
/** Delay between the speaker's lips and this code (ms). */
const tailMs = 200;
/** A button that is held longer is stuck, or its "up" was lost; and how long a tap waits for speech (ms). */
const maxHoldMs = 120_000;
const tapTimeoutMs = 8_000;

/**
 * State of the button. `held`: after `until` it counts as stuck. `tapped`: it listens until silence, another tap, or
 * `until` without speech. `closing`: released, and sound in the device's buffers is heard. `until` is a sample number.
 */
interface Pressed {
  readonly type: "held" | "tapped" | "closing";
  readonly until: number;
}

/**
 * Cuts the microphone's sound into utterances, and decides when to listen: activation, push-to-talk, barge-in.
 * Synchronous; all its times are sample numbers.
 */
export class Ear {
  /** Number of the sample after the last frame. */
  sample = 0;
  /** Somebody is speaking. */
  isHearing = false;
  readonly #run: Cascade;
  readonly #endpointer: Endpointer;
  #press: Pressed | undefined;
  /** Sound before this sample is ignored: it is the echo of playback. */
  #ignoreUntil = 0;
  /** Speech over the agent's own so far (ms). */
  #bargeInMs = 0;

  constructor(run: Cascade) {
    this.#run = run;
    this.#endpointer = new Endpointer({ silenceMs: run.ports.options.silenceMs });
  }

  get isPushToTalk(): boolean {
    return this.#press !== undefined;
  }

  hear(frame: Frame): void {
    this.sample = frame.sample + frame.pcm.length;
    const { isDeaf } = this;
    if (!isDeaf && (this.isPushToTalk || this.isHearing || this.#run.canListen())) {
      const isSpeech = this.#run.isSpeech(frame.pcm);
      this.#take(this.#endpointer.push(frame, isSpeech));
      if (isSpeech) this.#trackBargeIn();
    } else {
      if (isDeaf) this.#dropSpeech();
      // Kept, in case somebody begins to speak just before pressing the button.
      else this.#endpointer.push(frame, false);
    }
    this.#endPress();
  }

  /** Handles the button; true if it starts listening. */
  press(press: Press): boolean {
    const next = this.#afterPress(press);
    if (next === this.#press) return false;
    this.#press = next;
    const begins = next?.type === "held" || next?.type === "tapped";
    if (begins) {
      const isSpeaking = this.#run.mouth.isSpeaking;
      this.#ignoreUntil = isSpeaking ? this.#in(echoAfterPressMs) : 0;
      this.#endpointer.rearm(next.type === "held" ? heldLimits : undefined);
      this.isHearing = false;
    }
    this.#run.refresh();
    return begins;
  }

  /** Ends an open utterance, because the recording has ended, and with it the echo. */
  finish(): void {
    this.#take(this.#endpointer.finish(this.sample));
    this.#ignoreUntil = 0;
  }

  /** Its sound may still be in the room. */
  playbackEnded(): void {
    if (this.isPushToTalk) return;
    this.#ignoreUntil = this.#run.ports.options.bargeIn === "off" ? this.#in(echoMs) : 0;
  }

  #in(ms: number): number {
    return this.sample + msToSamples(ms);
  }

  /** What comes is the agent's own voice. */
  get isDeaf(): boolean {
    const { mouth, ports } = this.#run;
    const isOwn = mouth.isSpeaking && ports.options.bargeIn === "off";
    return this.sample < this.#ignoreUntil || (isOwn && !this.isPushToTalk);
  }

  #dropSpeech(): void {
    this.#endpointer.reset();
    if (!this.isHearing) return;
    this.isHearing = false;
    this.#run.refresh();
  }

  #take(boundary: TurnBoundary | undefined): void {
    if (boundary === undefined) return;
    this.isHearing = boundary.type === "start";
    this.#bargeInMs = 0;
    if (boundary.type === "end") {
      const { utterance } = boundary;
      this.#run.recognizer.hear({ utterance, isPushToTalk: this.isPushToTalk });
      if (this.#press?.type === "tapped") this.#press = undefined;
    }
    this.#run.refresh();
  }

  #trackBargeIn(): void {
    const { mouth, ports } = this.#run;
    if (!this.isHearing || ports.options.bargeIn !== "speech" || !mouth.isSpeaking) return;
    this.#bargeInMs += frameMs;
    if (this.#bargeInMs === bargeInAfterMs) this.#run.stopSpeaking("interrupted");
  }

  #afterPress(press: Press): Pressed | undefined {
    const isHeld = this.#press?.type === "held";
    if (press === "down") {
      return isHeld ? this.#press : { type: "held", until: this.#in(maxHoldMs) };
    }
    if (press === "up" && !isHeld) return this.#press;
    if (press === "up" || isHeld || this.#press?.type === "tapped") {
      return { type: "closing", until: this.#in(tailMs) };
    }
    return { type: "tapped", until: this.#in(tapTimeoutMs) };
  }

  /** Ends a press: `tailMs` after the release, after a tap without speech, or when the button is stuck. */
  #endPress(): void {
    const press = this.#press;
    if (press === undefined || this.sample < press.until) return;
    if (press.type === "tapped" && this.isHearing) return;
    if (press.type === "closing") this.#take(this.#endpointer.finish(this.sample));
    this.#press = undefined;
    this.#endpointer.rearm();
    this.#endpointer.reset();
    this.isHearing = false;
    this.#run.refresh();
  }
}
