import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, vi } from "vitest";
import { type DigestBlock, parseDigestLog } from "../../../src/vault/digest-log.ts";
import { listFiles } from "../../../src/vault/list-files.ts";
import { cleanEnv, lociJson } from "../../run-loci.ts";
import { useCommitted } from "../../sync/repo.ts";

/** A topic file. */
export const garden =
  "# Garden\n\n- The hose leaks (2026-01-01)\n- Tomatoes by the south wall (2026-01-02)\n- Sage\n- Rue\n";

/** A vault in its own repository, with one commit. */
export const useGarden = (files: Record<string, string> = {}): string =>
  useCommitted({ "topics/garden.md": garden, ...files });

export function git(root: string, ...args: readonly string[]): string {
  const identity = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"];
  const options = { cwd: root, env: cleanEnv(), encoding: "utf8", stdio: "pipe" } as const;
  return execFileSync("git", [...identity, ...args], options);
}

/** Edits a file; where somebody else wrote to it meanwhile, vim does not save, and it is opened anew. */
export function vim(root: string, file: string, ...commands: readonly string[]): void {
  const typed = [...commands, "wq"].flatMap((command) => ["-c", command]);
  const words = ["-u", "NONE", "-N", "-n", "-es", ...typed, join(root, file)];
  const env = { ...cleanEnv(), TERM: "dumb" };
  for (let tries = 0; tries < 5; tries++) {
    if (spawnSync("vim", words, { stdio: "ignore", env }).status === 0) return;
  }
  throw new Error(`vim does not save ${file}`);
}

interface Watching {
  /** What it had to say. */
  readonly said: readonly string[];
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const worker = resolve(import.meta.dirname, "..", "..", "workers", "watch-edits.ts");

/** A process that watches the vault, with a quiet time short enough for a test. */
export async function watching(root: string, quietMs = "400"): Promise<Watching> {
  return started([worker, root, quietMs], "ready");
}

export async function started(args: readonly string[], isReady: string): Promise<Watching> {
  const child: ChildProcess = spawn(process.execPath, args, {
    env: cleanEnv(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface({ input: stream }).on("line", (line) => said.push(line));
  }
  const until = { timeout: 40_000, interval: 20 };
  await vi.waitFor(() => expect(said.join("\n")).toContain(isReady), until);
  return {
    said,
    async stop(signal = "SIGTERM") {
      const closed = once(child, "close");
      child.kill(signal);
      await closed;
    },
  };
}

export const blocksOf = (root: string): DigestBlock[] =>
  listFiles(root).logs.flatMap(({ path }) => parseDigestLog(readFileSync(join(root, path))));

/** What each block of edits by hand says, "file: what". */
export const editsIn = (root: string): string[][] =>
  blocksOf(root)
    .filter(({ session }) => session === "")
    .map(({ lines }) => lines.map((line) => ("what" in line ? `${line.file}: ${line.what}` : "?")));

export const logText = (root: string): string =>
  listFiles(root)
    .logs.map(({ path }) => readFileSync(join(root, path), "utf8"))
    .join("");

export async function expectEdits(
  root: string,
  edits: readonly (readonly string[])[],
): Promise<void> {
  const until = { timeout: 40_000, interval: 50 };
  await vi.waitFor(() => expect(editsIn(root)).toEqual(edits), until);
}

/** Edits a file by hand and waits for the block that says so: all that was to be logged before is there then. */
export async function expectNothingBut(
  root: string,
  edits: readonly (readonly string[])[],
): Promise<void> {
  await sleep(1_000); // Longer than the quiet time: what is logged wrongly makes a block of its own.
  appendFileSync(join(root, "marker.md"), "- marked\n");
  await vi.waitFor(() => expect(editsIn(root).flat().join()).toContain("marker.md"), {
    timeout: 40_000,
    interval: 50,
  });
  expect(editsIn(root)).toEqual([...edits, ["marker.md: new file, 1 added"]]);
  rmSync(join(root, "marker.md"));
}

export const remember = (root: string, text: string) =>
  lociJson(["remember", text, "--topic", "garden", "--vault", root]);
