import type { TurnTimes } from "../../src/voice/turn-times.ts";

/** Times of a turn as they are usual. */
export function turnTimes(own: Partial<TurnTimes> = {}): TurnTimes {
  const stages = {
    silence: 700,
    transcribe: 500,
    context: 50,
    model: 400,
    sentence: 200,
    synthesize: 60,
    play: 90,
  };
  return { at: 1_770_000_000_000, speechMs: 1_500, stages, total: 2_000, replyMs: 3_000, ...own };
}
