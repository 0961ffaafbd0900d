import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** The whole text or what was there before, whatever happens. */
export function writeWhole(file: string, text: string): void {
  const beside = `${file}.${process.pid}.new`;
  rmSync(beside, { force: true });
  const handle = openSync(beside, "wx", 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
  renameSync(beside, file);
  syncFolder(dirname(file));
}

/** Or a power cut may take the new name back. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return; // It opens no folders.
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
