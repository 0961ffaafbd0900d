import type { LazyConversationServices } from "../../agent/conversation/context.ts";
import type { Undoable, Undone } from "../../memory/undo.ts";
import type { UpkeepRequest } from "../../upkeep/run-upkeep.ts";
import type { Viewer } from "../../vault/viewer.ts";
import type { OpenVault } from "../open-vault.ts";
import type { Nightly } from "../upkeep/keep-upkeep.ts";
import type { ShownRun } from "../upkeep/run-upkeep.ts";

/** What keeps a memory healthy over the years. */
export interface LociUpkeep {
  /** One run, now; rejects with BUSY while another one goes on.
   * @example const { steps } = await loci.upkeep.run({ isDryRun: true }); */
  run(request?: UpkeepRequest, viewer?: Viewer): Promise<ShownRun>;
  /** Runs each night until closed; undefined where that is switched off, or another device's.
   * @example const nightly = await loci.upkeep.keep((run) => console.log(run)); */
  keep(onRun: (run: ShownRun) => void): Promise<Nightly | undefined>;
  /** The last run on this device that can be taken back; undefined where there is none in git's history.
   * @example const last = await loci.upkeep.last(); */
  last(): Promise<Undoable | undefined>;
  /** Takes it back. Throws LociError NOT_FOUND where another one was done or taken back meanwhile.
   * @example if (last !== undefined) await loci.upkeep.undo(last.id); */
  undo(id: string): Promise<Undone>;
}

export const openUpkeep = (parts: OpenVault, services: LazyConversationServices): LociUpkeep => ({
  run: async (request, viewer) =>
    (await import("../upkeep/run-upkeep.ts")).runNow(parts, services, request, viewer),
  keep: async (onRun) =>
    (await import("../upkeep/keep-upkeep.ts")).keepUpkeep(parts, services, onRun),
  last: async () => (await import("../../memory/undo.ts")).lastUpkeep(parts),
  undo: async (id) =>
    (await import("../../memory/undo.ts")).undoUpkeep(
      parts,
      (await services.open()).db.useDays,
      id,
    ),
});
