import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { openLoci } from "../src/app/loci.ts";
import { cleanEnv, lociJson, runLoci, spawnLoci } from "./run-loci.ts";
import { gitEnv, useCommitted } from "./sync/repo.ts";
import { useTempFolder } from "./temp.ts";

/** Real git. */
export const git = (cwd: string, ...args: string[]): string =>
  execFileSync("git", args, {
    cwd,
    env: gitEnv,
    encoding: "utf8",
    stdio: "pipe",
    maxBuffer: 2 ** 28,
  });

/** All that real git can read of a repository, reachable or not. */
export const allBytes = (root: string): string =>
  git(root, "cat-file", "--batch-all-objects", "--batch", "--buffer");

/** A topic file. */
export const garden =
  "# Garden\n\n- The hose leaks (2026-01-01)\n- Sage by the wall (2026-01-02)\n";

/** A vault in its own repository, with one commit. */
export const useRepository = (files: Record<string, string> = {}): string =>
  useCommitted({ "topics/garden.md": garden, ...files });

/** A bare repository that real git made. */
export function useBare(): string {
  const bare = join(useTempFolder(), "memory.git");
  git("/", "init", "-q", "--bare", "-b", "main", bare);
  return bare;
}

/** Two devices that share a vault through a bare repository. */
export async function useDevices() {
  const bare = useBare();
  const first = useRepository();
  const folder = useTempFolder();
  const second = join(folder, "second");
  await sync(first, "--remote", bare);
  const joined = await runLoci(["init", second, "--from", bare]);
  expect(joined, joined.stderr).toMatchObject({ code: 0 });
  return { bare, first, second, joined };
}

/** What `loci sync --json` answers. */
export const sync = async (root: string, ...args: string[]) => {
  const [report] = await lociJson(["sync", "--vault", root, ...args]);
  return report as Record<string, unknown>;
};

/** The same as a process of its own, for two at once. */
export const syncApart = async (root: string) => {
  const [report] = await lociJson(["sync", "--vault", root], {}, spawnLoci);
  return report as Record<string, unknown>;
};

/** Edits a memory's bank on a device, as a step that can be undone. */
export async function moveToHealth(root: string, entry: string): Promise<void> {
  const loci = await openLoci({ root, env: cleanEnv(), now: Date.now, report: () => {} });
  await loci.memory.edit(entry, { bank: "Health" });
  await loci.vault.committer.commit();
  await loci.close();
}

/** Runs `loci sync`. */
export const say = (root: string, ...args: string[]) => runLoci(["sync", "--vault", root, ...args]);

/** Every file of a vault but what belongs to git and to the device. */
export function filesOf(root: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(root, { recursive: true })
      .map(String)
      .filter(
        (path) => !/^\.(?:git|loci)(?:\/|$)/.test(path) && statSync(join(root, path)).isFile(),
      )
      .sort()
      .map((path) => [path, readFileSync(join(root, path), "utf8")]),
  );
}
