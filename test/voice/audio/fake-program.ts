import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "../../is-running.ts";
import { useTempFolder } from "../../temp.ts";

/** A program that is started in place of arecord or aplay. */
export interface FakeProgram {
  readonly path: string;
  /** Process ids of all that were started. */
  started(): readonly number[];
  /** Those of them that still run. */
  running(): readonly number[];
  /** Lines that it wrote to `$NOTES`. */
  notes(): readonly string[];
}

/** A shell script, in a folder that goes when the test ends; `$NOTES` is a file to write to, `$RUN` which start this is, from 1. */
export function useProgram(script: string): FakeProgram {
  const folder = useTempFolder();
  const path = join(folder, "program");
  const pids = join(folder, "pids");
  const notes = join(folder, "notes");
  const begin = `#!/bin/sh\nNOTES='${notes}'\necho $$ >> '${pids}'\nRUN=$(wc -l < '${pids}')\n`;
  writeFileSync(path, `${begin}${script}\n`, { mode: 0o755 });
  const lines = (file: string) =>
    existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  const started = () => lines(pids).map(Number);
  return { path, started, running: () => started().filter(isRunning), notes: () => lines(notes) };
}
