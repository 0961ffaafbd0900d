import { observe } from "../diagnostics.ts";
import { isHeardClearly } from "../session/heard-clearly.ts";
import type { MemoryToSave } from "../session/session.ts";
import { toErrorEvent } from "./error-event.ts";
import { confirmedBy, saveAtOnce } from "./save-at-once.ts";
import { shortPreference } from "./short-preference.ts";
import type { Turn } from "./turn.ts";
import type { TurnEvent } from "./turn-event.ts";
import type { SavedMemory } from "./turn-ports.ts";

export interface Saving {
  /** Never rejects. */
  readonly done: Promise<void>;
  /** What came of it, to be said once. */
  readonly events: () => readonly TurnEvent[];
  /** What is saved by now. */
  readonly saved: () => readonly SavedMemory[];
}

/**
 * Saves a short plain preference, or what was proposed and the message says yes to, at once and without a model; it is
 * saved whatever becomes of the turn.
 */
export function startSaving(turn: Turn): Saving {
  const { ports, request, degradations } = turn;
  const isKept = ports.memory.writes && isHeardClearly(request);
  const events: TurnEvent[] = [];
  const saved: SavedMemory[] = [];
  const work = async (): Promise<void> => {
    try {
      for (const memory of isKept ? memoriesIn(turn) : []) {
        const one = await saveAtOnce(turn, memory);
        if (one.status === "proposed") continue;
        if (memory.preference === true && one.status === "saved") observe({ type: "shortcut" });
        saved.push(one);
        events.push({ type: "tool", name: "remember", result: { ...one } });
      }
    } catch (error) {
      degradations.push("preference not saved");
      events.push(toErrorEvent(error, ports.report));
    }
  };
  return {
    done: work(),
    events: () => events.splice(0),
    saved: () => saved,
  };
}

function memoriesIn(turn: Turn): readonly MemoryToSave[] {
  const text = shortPreference(turn.request.content, turn.ports.shortcut);
  return text === undefined ? confirmedBy(turn) : [{ text, preference: true }];
}
