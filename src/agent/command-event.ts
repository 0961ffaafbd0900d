import type { FoundMemory, Hit } from "../recall/recall.ts";

/** What comes of a command that was understood in a conversation; `command` goes before it. */
export type CommandEvent =
  | { readonly type: "command"; readonly command: string }
  | { readonly type: "agent"; readonly agent: string; readonly others: readonly string[] }
  /** Which memories the last answer was made from; all of `topic` where there are none. */
  | { readonly type: "why"; readonly hits: readonly Hit[]; readonly topic: string | null }
  /** Asks which of these is to be forgotten, if there are any: what is said next answers. */
  | { readonly type: "found"; readonly entries: readonly FoundMemory[] }
  /** The answer was none. */
  | { readonly type: "not_forgotten" }
  /** The person's last message went, and what was saved of it; `said` is null where there was none. */
  | {
      readonly type: "taken_back";
      readonly said: string | null;
      readonly forgotten: readonly string[];
      /** Memories that were changed since and stay. */
      readonly kept: readonly string[];
      /** It was misunderstood, and is to be said again as a whole. */
      readonly sayAgain: boolean;
    }
  /** The last step that was taken back on this device; `what` is null where there was none. */
  | {
      readonly type: "undo";
      readonly what: string | null;
      readonly files: readonly string[];
      /** Lines of topics that went by it, and that came back. */
      readonly removed: readonly string[];
      readonly restored: readonly string[];
      readonly kept: readonly string[];
    }
  | { readonly type: "help"; readonly commands: readonly CommandHelp[] }
  /** The topic we are at: none was found yet. */
  | { readonly type: "topic"; readonly topic: null; readonly file: null }
  /** The conversation was to end, and nothing was said in it. */
  | {
      readonly type: "digest";
      readonly session: null;
      readonly status: "nothing";
      readonly learned: readonly [];
      readonly replaced: readonly [];
      readonly known: readonly [];
      readonly saved?: readonly [];
      readonly leftOut?: readonly [];
      readonly reason?: never;
    };

interface CommandHelp {
  readonly usage: string;
  readonly does: string;
}
