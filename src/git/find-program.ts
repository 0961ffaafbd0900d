import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

/** A program of the system by its full name, if there is one; a relative folder in PATH could be the vault's own. */
export async function findProgram(
  name: "git" | "ssh",
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const file = process.platform === "win32" ? `${name}.exe` : name;
  for (const folder of (env.PATH ?? env.Path ?? "").split(delimiter).filter(isAbsolute)) {
    try {
      await access(join(folder, file), constants.X_OK);
      return join(folder, file);
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}
