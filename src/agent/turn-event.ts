import type { Digested } from "../digest/digest-session.ts";
import { LociError, messageOf } from "../errors.ts";
import type { TakenBack } from "../memory/take-back.ts";
import type { Undone } from "../memory/undo.ts";
import type { FoundMemory, Hit } from "../recall/recall.ts";
import type { Message, Session, SessionEvent } from "../session/session.ts";

/** One event of a conversation; terminal, voice, HTTP and `--json` only render these. */
export type TurnEvent =
  | CommandEvent
  /** `resumed`: it goes on after a restart. */
  | (Pick<Session, "id" | "person" | "agent" | "mode" | "language"> & {
      readonly type: "session";
      readonly resumed: boolean;
    })
  | (Pick<Message, "id" | "content" | "language" | "agent"> & {
      readonly type: "message";
      readonly role: "user" | "assistant";
    })
  | { readonly type: "recall"; readonly query: string; readonly hits: readonly Hit[] }
  /** A topic was found; from the next turn on its file takes the memories' place. */
  | { readonly type: "topic"; readonly topic: string; readonly file: string }
  /** The topic we are at: none was found yet. */
  | { readonly type: "topic"; readonly topic: null; readonly file: null }
  | { readonly type: "delta"; readonly text: string }
  | {
      readonly type: "tool";
      readonly name: string;
      readonly result: Readonly<Record<string, unknown>>;
    }
  | { readonly type: "handoff"; readonly from: string; readonly to: string }
  | Extract<SessionEvent, { type: "mode" }>
  | Omit<Extract<SessionEvent, { type: "language" }>, "message">
  | DigestEvent
  /** The conversation was to end, and nothing was said in it. */
  | (Omit<DigestEvent, "session"> & { readonly session: null })
  | {
      readonly type: "error";
      readonly code: string;
      readonly message: string;
      readonly data?: Readonly<Record<string, unknown>>;
    };

/** What a digestion came to. */
export interface DigestEvent extends Digested {
  readonly type: "digest";
}

/** What comes of a command that was understood in a conversation; `command` goes before it. */
type CommandEvent =
  | { readonly type: "command"; readonly command: string }
  | { readonly type: "agent"; readonly agent: string; readonly others: readonly string[] }
  /** Which memories the last answer was made from; all of `topic` where there are none. */
  | { readonly type: "why"; readonly hits: readonly Hit[]; readonly topic: string | null }
  /** Asks which of these is to be forgotten, if there are any: what is said next answers. */
  | { readonly type: "found"; readonly entries: readonly FoundMemory[] }
  /** The answer was none. */
  | { readonly type: "not_forgotten" }
  /** The person's last message went, and what was saved of it; `said` is null where there was none. */
  | (Omit<TakenBack, "said"> & { readonly type: "taken_back"; readonly said: string | null })
  /** The last step that was taken back on this device; `what` is null where there was none. */
  | (Omit<Undone, "what"> & { readonly type: "undo"; readonly what: string | null })
  | {
      readonly type: "help";
      readonly commands: readonly { readonly usage: string; readonly does: string }[];
    };

export type ErrorEvent = Extract<TurnEvent, { type: "error" }>;

/** A failure as an event: a LociError has its own message; else the log gets the error, the person `message`. */
export function toErrorEvent(
  error: unknown,
  report: (error: unknown) => void = () => {},
  message = "Something went wrong inside Loci, and this part was left out; the log has the details",
): ErrorEvent {
  if (error instanceof LociError) {
    return { type: "error", code: error.code, message: messageOf(error), data: error.data };
  }
  report(error);
  return { type: "error", code: "INTERNAL", message };
}
