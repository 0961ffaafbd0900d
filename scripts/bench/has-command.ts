import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Whether a program of that name is on the path. */
export function hasCommand(name: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, name)));
}
