import type { Recalled } from "../session/session.ts";

/** Most memories in a prompt, and most turns in which nothing recalls one of them: past either, room is made. */
const most = { memories: 12, turns: 8 };
/** What then stays, at most; what the turn itself recalled always does. */
const staying = { memories: 6, turns: 4 };
/** What a memory is worth after each turn in which nothing recalled it. */
const fading = 0.7;

/**
 * Of all that was recalled in a conversation, what is still at hand: those of the last turns, the best by their score and
 * by how long ago they were recalled, in order of their coming. Several leave at once and seldom, since what a server has
 * cached of a prompt ends where the first one is missing. `requests`: ids of the person's messages, oldest first. Pure.
 */
export function memoriesAtHand(
  recalled: readonly Recalled[],
  requests: readonly number[],
): Recalled[] {
  const byTurnsAgo = Map.groupBy(
    recalled,
    ({ message = 0 }) => requests.filter((id) => id > message).length,
  );
  let kept: Memory[] = [];
  for (let now = requests.length; now >= 0; now--) {
    const came = (byTurnsAgo.get(now) ?? []).map((memory) => ({ memory, turnsAgo: now }));
    const isFull =
      kept.length + came.length > most.memories ||
      kept.some(({ turnsAgo }) => turnsAgo - now > most.turns);
    const room = Math.max(0, staying.memories - came.length);
    const older = kept.filter(({ turnsAgo }) => turnsAgo - now <= staying.turns);
    kept = isFull ? [...best(came, most.memories), ...best(older, room)] : [...kept, ...came];
  }
  const atHand = new Set(kept.map(({ memory }) => memory));
  return recalled.filter((memory) => atHand.has(memory));
}

interface Memory {
  readonly memory: Recalled;
  readonly turnsAgo: number;
}

const best = (memories: readonly Memory[], count: number): Memory[] =>
  memories.toSorted((a, b) => worthOf(b) - worthOf(a)).slice(0, count);

const worthOf = ({ memory, turnsAgo }: Memory): number => memory.score * fading ** turnsAgo;
