import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { runTimed } from "./processes.ts";

/** Builds a copy of Loci in `folder`, so that the repository's own `dist/` stays as it is; returns the command file. */
export async function buildLoci(repository: string, node: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "src", join("scripts", "build.ts")]) {
    cpSync(join(repository, name), join(folder, name), { recursive: true });
  }
  for (const name of ["node_modules", "site", "vault"]) {
    symlinkSync(join(repository, name), join(folder, name));
  }
  await runTimed([node, join(folder, "scripts", "build.ts")], { cwd: folder });
  return join(folder, "dist", "cli", "main.js");
}
