import type { Hit } from "../recall/recall.ts";
import type { Mode, Recalled, SessionEvent } from "../session/session.ts";
import type { CommandEvent } from "./command-event.ts";

/** One event of a conversation; terminal, voice, HTTP and `--json` only render these. */
export type TurnEvent =
  | CommandEvent
  | {
      readonly type: "session";
      readonly id: string;
      readonly person: string | null;
      readonly agent: string;
      readonly mode: Mode;
      readonly language: string;
      /** It goes on after a restart. */
      readonly resumed: boolean;
    }
  | {
      readonly type: "message";
      readonly role: "user" | "assistant";
      readonly id: number;
      readonly content: string;
      readonly language: string;
      readonly agent: string;
    }
  | { readonly type: "recall"; readonly query: string; readonly hits: readonly Hit[] }
  /** A topic was found; from the next turn on its file takes the memories' place. */
  | { readonly type: "topic"; readonly topic: string; readonly file: string }
  | { readonly type: "delta"; readonly text: string }
  | {
      readonly type: "tool";
      readonly name: string;
      readonly result: Readonly<Record<string, unknown>>;
    }
  | { readonly type: "handoff"; readonly from: string; readonly to: string }
  | Extract<SessionEvent, { type: "mode" }>
  | Omit<Extract<SessionEvent, { type: "language" }>, "message">
  | {
      readonly type: "digest";
      readonly session: string;
      /** `waiting`: on disk, for later; `nothing`: no memory came of it. */
      readonly status: "digested" | "nothing" | "waiting" | "off";
      readonly learned: readonly DigestedLine[];
      readonly replaced: readonly DigestedLine[];
      readonly known: readonly DigestedLine[];
      /** Saved while the conversation went on, and still there. */
      readonly saved?: readonly DigestedLine[];
      /** What was proposed and not saved, and why. */
      readonly leftOut?: readonly { readonly text: string; readonly reason: string }[];
      /** A sentence for the person, where it waits. */
      readonly reason?: string;
    }
  | {
      readonly type: "error";
      readonly code: string;
      readonly message: string;
      readonly data?: Readonly<Record<string, unknown>>;
    };

interface DigestedLine {
  readonly text: string;
  readonly file: string;
}

/** What a hit leaves in a session. */
export function toRecalled({ id, text, date, topic, bank, file, line, score }: Hit): Recalled {
  return { id, text, date, topic, bank, file, line, score };
}
