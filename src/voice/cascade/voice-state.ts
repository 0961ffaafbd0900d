import type { VoiceState } from "../voice-event.ts";

/** What goes on, as far as the state depends on it. */
export interface Activity {
  readonly isSpeaking: boolean;
  /** Something that was taken is worked on. */
  readonly isBusy: boolean;
  /** Somebody speaks. */
  readonly isHearing: boolean;
  /** What is said now is taken, without its name. */
  readonly isAwake: boolean;
}

/** The one state that is shown. */
export function toVoiceState(activity: Activity): VoiceState {
  if (activity.isSpeaking) return "speaking";
  if (activity.isBusy) return "thinking";
  if (activity.isHearing) return "hearing";
  return activity.isAwake ? "listening" : "asleep";
}
