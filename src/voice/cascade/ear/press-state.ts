import type { Press } from "../../orchestrator.ts";

/** What a button does at the moment, by the sample clock. */
export type PressState =
  | { readonly type: "none" }
  /** Until it is let go; longer than `until` nobody holds it: it is stuck. */
  | { readonly type: "held"; readonly until: number }
  /** Listens until silence, another tap, or `until` where nobody speaks. */
  | { readonly type: "tapped"; readonly until: number }
  /** Let go: what is under way in the sound device is heard out. */
  | { readonly type: "closing"; readonly at: number };

/** 16 samples a millisecond. */
export const samplesOf = (ms: number): number => Math.round(ms * 16);

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
  return { type: "tapped", until: sample + samplesOf(patienceMs) };
}

/** Between the mouth and the recorder's reader. */
const tailMs = 200;
/** The longest turn that can be set. */
const longestHoldMs = 120_000;
/** Who taps and says nothing. */
const patienceMs = 8_000;
