import type { VoiceEvent, VoiceState } from "./voice-event.ts";

/** An action of the push-to-talk button. A `tap` starts listening, or ends it if it is on. */
export type Press = "down" | "up" | "tap";

/**
 * A voice conversation, whatever is behind it: speech to text, a model and text to speech (cascade), or one model that
 * hears and speaks (live). Both store what was said in the session, so one can continue the other.
 */
export interface Orchestrator {
  readonly state: VoiceState;
  /** Listens and answers until aborted or the recorder ends. Call it once. Never throws. */
  run(signal: AbortSignal): AsyncIterable<VoiceEvent>;
  /** Handles the push-to-talk button. */
  press(press: Press): void;
  /** Cuts off what it says now and drops the waiting messages. */
  stopSpeaking(): void;
  /** When the last frame came in (`performance.now()`), 0 before the first; for a watchdog. */
  lastFrameAt(): number;
}
