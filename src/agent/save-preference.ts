import { isHeardClearly } from "../session/heard-clearly.ts";
import { toErrorEvent } from "./error-event.ts";
import { saveAtOnce } from "./save-at-once.ts";
import { shortPreference } from "./short-preference.ts";
import type { Turn } from "./turn.ts";
import type { TurnEvent } from "./turn-event.ts";
import type { SavedMemory } from "./turn-ports.ts";
import { type Outcome, settle } from "./within.ts";

export interface Saving {
  /** Never rejects. */
  readonly done: Promise<Outcome<SavedMemory | undefined>>;
  /** What came of it, to be told once. */
  readonly events: () => readonly TurnEvent[];
  /** What is saved by now. */
  readonly saved: () => readonly SavedMemory[];
}

/** Saves a short plain preference at once, without a model; it is saved whatever becomes of the turn. */
export function startSaving(turn: Turn): Saving {
  const { ports, request, degradations } = turn;
  const isKept = ports.memory.writes && isHeardClearly(request);
  const text = isKept ? shortPreference(request.content) : undefined;
  let events: TurnEvent[] = [];
  let saved: readonly SavedMemory[] = [];
  const work = async (): Promise<SavedMemory | undefined> =>
    text === undefined ? undefined : saveAtOnce(turn, { text, preference: true });
  const done = settle(work, turn.signal).then((outcome) => {
    if (outcome.type === "failed") {
      degradations.push("preference not saved");
      events = [toErrorEvent(outcome.error, ports.report)];
    } else if (outcome.type === "done" && outcome.value !== undefined) {
      saved = [outcome.value];
      events = [{ type: "tool", name: "remember", result: { ...outcome.value } }];
    }
    return outcome;
  });
  return {
    done,
    events: () => events.splice(0),
    saved: () => saved,
  };
}
