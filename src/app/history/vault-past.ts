import type { Viewer } from "../../vault/viewer.ts";
import type { Parts } from "../parts.ts";
import { viewerOn } from "../see.ts";
import type { LazyTalk } from "../talk.ts";
import type { PastVault } from "./as-of.ts";
import type { HistoryRequest, TopicHistory } from "./history.ts";
import type { Undone } from "./undo.ts";
import type { Undoable } from "./undoable.ts";
import type { Explained } from "./why.ts";

/** The past of an open vault: told, looked at, and taken back. */
export interface VaultPast {
  /** What happened to each entry of a topic. Throws LociError NOT_FOUND or GIT_BLOCKED. */
  history(topic: string, request?: HistoryRequest, viewer?: Viewer): Promise<TopicHistory>;
  /** Where the memory that words mean comes from. Throws LociError NOT_FOUND. */
  why(words: string, viewer?: Viewer, signal?: AbortSignal): Promise<Explained>;
  /** The vault as it was at a day or time; to be closed. Throws LociError BAD_DATE, NOT_FOUND or GIT_BLOCKED. */
  asOf(moment: string, signal?: AbortSignal): Promise<PastVault>;
  /** What can be taken back, the last first: Loci's last step, and commits of edits by hand. */
  undoable(options?: {
    readonly limit?: number;
    readonly signal?: AbortSignal;
  }): Promise<readonly Undoable[]>;
  /** Takes one of them back. Throws LociError NOT_FOUND where something else was done meanwhile. */
  undoOne(id: string): Promise<Undone>;
}

/** Most commands look at no past: what it needs is loaded by the first that does. */
export function vaultPast(parts: Parts, talk: LazyTalk): VaultPast {
  return {
    history: async (topic, request, viewer) =>
      (await import("./history.ts")).topicHistory(parts, viewerOn(parts, viewer), topic, request),
    why: async (words, viewer, signal) =>
      (await import("./why.ts")).explain(parts, viewerOn(parts, viewer), words, signal),
    asOf: async (moment, signal) =>
      (await import("./as-of.ts")).openPastVault(parts, moment, signal),
    async undoable(options) {
      const { listUndoable } = await import("./undoable.ts");
      return listUndoable(parts, (await talk.open()).db.undo, options);
    },
    async undoOne(id) {
      const { undoOne } = await import("./undoable.ts");
      return undoOne(parts, (await talk.open()).db.undo, id);
    },
  };
}
