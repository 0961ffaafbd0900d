import { likeliestKindOf } from "../language/kind/kind.ts";
import { tells, wantedBy } from "../language/reply/asked.ts";
import { foldText } from "../language/text/stems.ts";
import type { Scored } from "./score.ts";

/** What it adds that a line tells the kind of thing that is asked for (a price, a name), or is about the same (health, school). */
const weights = { tells: 0.12, kind: 0.12 } as const;
/** Only so many of the best are looked at, for it takes a while; and it is no reason to be found. */
const mostLookedAt = 5;
const mostCharacters = 1_000;

/** Of the best, those first that tell what the question wants to hear. `scored` is in order, best first. Pure. */
export function preferFitting(question: string, scored: readonly Scored[]): readonly Scored[] {
  const asked = question.slice(0, mostCharacters);
  const wanted = wantedBy(foldText(asked));
  const kind = likeliestKindOf(asked);
  if (wanted === undefined && kind === null) return scored;
  const looked = scored.slice(0, mostLookedAt).map((one): Scored => {
    const { text, kind: form } = one.chunk;
    if (form === "note") return one;
    const room = Math.max(0.25, 1 - 2 * (one.why.keyword ?? 0)); // The more of the words it has, the less it needs this.
    const parts = {
      ...(wanted !== undefined && tells(wanted, text) ? { tells: room * weights.tells } : {}),
      ...(kind !== null && likeliestKindOf(text) === kind ? { kind: room * weights.kind } : {}),
    };
    const { tells: told = 0, kind: same = 0 } = parts;
    return { ...one, raw: one.raw + told + same, why: { ...one.why, ...parts } };
  });
  return [...looked.sort((a, b) => b.raw - a.raw), ...scored.slice(mostLookedAt)];
}
