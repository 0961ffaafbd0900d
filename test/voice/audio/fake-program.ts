import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { isRunning } from "../../is-running.ts";
import { useTempFolder } from "../../temp.ts";

/** A shell script in place of a program, until the test ends; `$NOTES` is a file to write to, `$RUN` which start this is, from 1. */
export function useProgram(name: string, script: string) {
  const folder = useTempFolder();
  const bin = join(folder, "bin");
  const pids = join(folder, "pids");
  const notes = join(folder, "notes");
  mkdirSync(bin);
  const begin = `#!/bin/sh\nNOTES='${notes}'\necho $$ >> '${pids}'\nRUN=$(wc -l < '${pids}')\n`;
  writeFileSync(join(bin, name), `${begin}${script}\n`, { mode: 0o755 });
  usePath(`${bin}:${process.env.PATH}`);
  const lines = (file: string) =>
    existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  const started = () => lines(pids).map(Number);
  return { started, running: () => started().filter(isRunning), notes: () => lines(notes) };
}

/** Where programs are looked for, until the test ends. */
export function usePath(path: string): void {
  vi.stubEnv("PATH", path);
  onTestFinished(() => void vi.unstubAllEnvs());
}
