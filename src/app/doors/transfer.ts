import type { ImportResult } from "../../memory/import-memories.ts";
import type { ImportedMemory } from "../../memory/imported.ts";
import { viewerOn } from "../../memory/people.ts";
import type { ExportedMemory } from "../../memory/write-export.ts";
import type { Viewer } from "../../vault/viewer.ts";
import type { OpenVault } from "../open-vault.ts";

/** Memories from other programs, and for them. */
export interface LociTransfer {
  /** Saves what is not known yet, or says what it would save. Throws LociError as `memory.remember` does.
   * @example await loci.transfer.import([{ text: "Prefers bomba rice", topic: "cooking", from: "notes.md" }], { isDryRun: true }); */
  import(
    memories: readonly ImportedMemory[],
    options: {
      readonly person?: string;
      readonly isDryRun: boolean;
      readonly onProgress?: (done: number, total: number) => void;
    },
  ): Promise<ImportResult>;
  /** All that the viewer may see; what is secret and archived only where that is asked for.
   * @example const memories = await loci.transfer.export({ secrets: false, archive: true }); */
  export(
    options: { readonly secrets: boolean; readonly archive: boolean },
    viewer?: Viewer,
  ): Promise<readonly ExportedMemory[]>;
}

export const openTransfer = (parts: OpenVault): LociTransfer => ({
  async import(memories, options) {
    const { importMemories } = await import("../../memory/import-memories.ts");
    const { openUndoJournal } = await import("../session-db.ts");
    return importMemories(parts, memories, options, () => openUndoJournal(parts));
  },
  async export(options, viewer) {
    const { exportMemories } = await import("../../memory/export-memories.ts");
    return exportMemories(parts, viewerOn(parts, viewer), options);
  },
});
