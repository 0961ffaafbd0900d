import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { describe } from "vitest";

/** Tests that start programs of Debian packages: where one is missing they fail in CI, and are skipped elsewhere with a word on how to get it. */
export function describeWith(programs: readonly string[], name: string, tests: () => void): void {
  const missing = programs.filter((program) => findProgram(program) === undefined);
  if (missing.length > 0 && process.env.CI) {
    throw new Error(`Cannot run "${name}": ${adviceFor(missing)}`);
  }
  if (missing.length > 0) process.stderr.write(`Skipped "${name}": ${adviceFor(missing)}\n`);
  describe.skipIf(missing.length > 0)(name, tests);
}

/** Where a program lies on the PATH. */
function findProgram(program: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function adviceFor(missing: readonly string[]): string {
  const packages = new Set(missing.map((program) => packagesByProgram[program] ?? program));
  return `no ${missing.join(", ")}; install with: apt install ${[...packages].join(" ")}`;
}

const packagesByProgram: Readonly<Record<string, string>> = {
  aplay: "alsa-utils",
  arecord: "alsa-utils",
  gpiomon: "gpiod",
  pocketsphinx_batch: "pocketsphinx pocketsphinx-en-us",
  "systemd-analyze": "systemd",
};
