import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { errnoOf } from "../../errors.ts";

/** Makes a folder and those above it, one by one: Node's own recursive mkdir never ends below such places as /proc. */
export function makeFolder(folder: string, mode?: number): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error; // Another process was faster.
  }
}
