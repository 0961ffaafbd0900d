import { accessSync, constants } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Files without a name: nobody else can open them, and nothing is left of them, whatever happens to this process. */
export interface NamelessFiles {
  readonly files: readonly FileHandle[];
  close(): Promise<void>;
}

/** Writes each content to a file that has no name any more; in memory where the system has a place for that. */
export async function openNamelessFiles(
  contents: readonly (string | Uint8Array)[],
  parent: string = memoryOrTemp(),
): Promise<NamelessFiles> {
  const files: FileHandle[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(files.map((file) => file.close()));
  };
  // Nobody but this user may look into it, while the files still have a name.
  const folder = await mkdtemp(join(parent, "loci-"));
  try {
    for (const at of contents.keys()) {
      files.push(await open(join(folder, String(at)), "wx+", 0o600));
    }
  } catch (error) {
    await close();
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  try {
    for (const [at, content] of contents.entries()) await files[at]?.writeFile(content);
  } catch (error) {
    await close();
    throw error;
  }
  return { files, close };
}

/** What is said should not be written to a memory card. */
function memoryOrTemp(): string {
  try {
    accessSync("/dev/shm", constants.W_OK);
    return "/dev/shm";
  } catch {
    return tmpdir();
  }
}
