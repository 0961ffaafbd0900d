import { join } from "node:path";
import { createDraft, type Disk, isMissing, unlinkIfThere } from "../disk.ts";

/** A finished pack: its hash, the file that holds it under a private name, and the bytes of its index. */
export interface FinishedPack {
  readonly name: string;
  readonly draft: string;
  readonly index: Uint8Array;
}

/** Puts a pack where git looks for it. The index comes last: without it the pack is invisible. */
export async function publishPack(
  disk: Disk,
  gitDir: string,
  { name, draft, index }: FinishedPack,
): Promise<void> {
  const indexDraft = await createDraft(disk, gitDir, index, 0o444);
  const folder = join(gitDir, "objects", "pack");
  const stem = join(folder, `pack-${name}`);
  try {
    await disk.mkdir(folder);
    await disk.rename(draft, `${stem}.pack`);
    await disk.rename(indexDraft, `${stem}.idx`);
    await disk.flushFolder(folder);
  } catch (error) {
    await unlinkIfThere(disk, indexDraft).catch((failed: unknown) => {
      if (!isMissing(failed)) throw error;
    });
    throw error;
  }
}
