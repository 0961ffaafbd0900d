import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

/** The whole text or what was there before, whatever happens. */
export function writeWhole(file: string, text: string): void {
  const beside = `${file}.new`;
  rmSync(beside, { force: true });
  const handle = openSync(beside, "wx", 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(beside, file);
}
