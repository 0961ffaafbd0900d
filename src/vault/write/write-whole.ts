import {
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/** The whole text or what was there before, whatever happens. */
export function writeWhole(file: string, text: string): void {
  const beside = `${file}.${process.pid}.new`;
  rmSync(beside, { force: true });
  try {
    writeDurably(beside, text, 0o600);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
  renameSync(beside, file);
  syncFolder(dirname(file));
}

/** Writes a new file; without rights of its own it gets those that new files have here. */
export function writeDurably(path: string, content: string | Uint8Array, rights?: number): void {
  const fd = openSync(path, "wx", rights === undefined ? 0o666 : 0o600);
  try {
    writeFileSync(fd, content);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  if (rights !== undefined) chmodSync(path, rights & 0o7777);
}

/** Or a power cut may take a new name back. */
function syncFolder(path: string): void {
  const folder = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
