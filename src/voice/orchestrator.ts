import type { VoiceEvent, VoiceState } from "./voice-event.ts";

/** A push of a button; a `tap` starts listening, and ends it where it is on. */
export type Press = "down" | "up" | "tap";

/**
 * A conversation by voice, whatever is behind it: speech to text, a model, text to speech (cascade), or one model that
 * hears and speaks (live). Both keep what was said in the session, so one can follow the other.
 */
export interface Orchestrator {
  readonly state: VoiceState;
  /** Listens and answers until called off or the recorder ends. Once; never throws. */
  run(signal: AbortSignal): AsyncIterable<VoiceEvent>;
  /** Push-to-talk. */
  press(press: Press): void;
  /** A message that was typed: the same session, and the reply is not spoken. */
  type(text: string): void;
  /** Stops what it says now. */
  hush(): void;
  /** When sound last came in, by the clock of `performance.now()`, 0 where it never has: what a watchdog goes by. */
  lastFrameAt(): number;
}
