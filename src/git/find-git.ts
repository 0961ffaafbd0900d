import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

/** The system's git by its full name, if there is one; a relative folder in PATH could be the vault's own. */
export async function findGit(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const name = process.platform === "win32" ? "git.exe" : "git";
  for (const folder of (env.PATH ?? env.Path ?? "").split(delimiter).filter(isAbsolute)) {
    try {
      await access(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}
