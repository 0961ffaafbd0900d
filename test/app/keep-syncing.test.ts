import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import type { OpenOptions } from "../../src/app/vault/open-vault.ts";
import { editsIn, git, useGarden } from "../memory/garden.ts";
import { cleanEnv } from "../run-loci.ts";
import { useTempFolder } from "../temp.ts";

/** A vault that is watched and synced in a quiet time short enough for a test. */
async function open(root: string, rhythm: OpenOptions["rhythm"] = {}, env = {}) {
  const said: string[] = [];
  const loci = await openLoci({
    root,
    env: cleanEnv(env),
    rhythm: { quietMs: 200, ...rhythm },
    now: () => Date.now(),
    report: (sentence) => said.push(sentence),
  });
  const rounds: { readonly committed: number }[] = [];
  const syncing = await loci.sync.keep((report) => rounds.push(report));
  const watcher = await loci.index.watch(() => syncing?.changed());
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await watcher.close();
    await syncing?.close();
    await loci.close();
  };
  onTestFinished(close);
  return { loci, syncing, rounds, said, close };
}

const subjects = (root: string): string[] => git(root, "log", "--format=%s").trim().split("\n");

test("what is edited by hand is committed once it is quiet, also where a question saw it first", async () => {
  const root = useGarden();
  const { loci, close, said } = await open(root);
  appendFileSync(join(root, "topics/garden.md"), "- Mint\n");
  await loci.memory.recall("mint");
  await vi.waitFor(() => expect(subjects(root)).toEqual(["edited by hand: garden", "start"]), {
    timeout: 120_000,
    interval: 100,
  });
  expect(git(root, "status", "--porcelain")).toBe("");
  expect(said).toEqual([]);
  await close();
});

test("what one device writes comes to the other by itself, and is no edit by hand there", async () => {
  const bare = join(useTempFolder(), "memory.git");
  const first = useGarden();
  const second = join(useTempFolder(), "second");
  git(first, "init", "-q", "--bare", "-b", "main", bare);
  git(first, "push", "-q", bare, "main");
  git(first, "remote", "add", "origin", bare);
  git(first, "clone", "-q", bare, second);
  for (const root of [first, second]) {
    const device = await open(root); // A person's own sync: the remote is theirs.
    await device.loci.sync.round();
    await device.close();
  }
  const one = await open(first);
  const two = await open(second, { intervalMs: 1_000 });
  await one.loci.memory.remember([{ text: "Mint in a pot", topic: "garden" }]);
  await vi.waitFor(
    async () => {
      const { hits } = await two.loci.memory.recall("mint");
      expect(hits[0]?.text).toBe("Mint in a pot");
    },
    { timeout: 120_000, interval: 200 },
  );
  appendFileSync(join(second, "topics/garden.md"), "- Dill\n");
  await vi.waitFor(() => expect(subjects(bare)).toContain("edited by hand: garden"), {
    timeout: 120_000,
    interval: 200,
  });
  await Promise.all([one.close(), two.close()]);
  expect([one.said, two.said]).toEqual([[], []]);
  expect(editsIn(second)).toEqual([["topics/garden.md: 1 added"]]);
});

test("a remote that came in .git/config gets nothing, and is told once, until somebody here syncs with it", async () => {
  const bare = join(useTempFolder(), "elsewhere.git");
  const root = useGarden();
  git(root, "init", "-q", "--bare", "-b", "main", bare);
  git(root, "remote", "add", "origin", bare);
  const { loci, said, close } = await open(root, { intervalMs: 1_000 });
  appendFileSync(join(root, "topics/garden.md"), "- Mint\n");
  await vi.waitFor(() => expect(subjects(root)).toHaveLength(2), { timeout: 120_000 });
  await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 120_000 });
  expect(said[0]).toContain(`Cannot sync with ${bare} in the background`);
  expect(said[0]).toContain('run "loci sync" once');
  expect(git(bare, "for-each-ref")).toBe("");
  await loci.sync.round();
  expect(subjects(bare)).toHaveLength(2);
  appendFileSync(join(root, "topics/garden.md"), "- Dill\n");
  await vi.waitFor(() => expect(subjects(bare)).toHaveLength(3), { timeout: 120_000 });
  await close();
  expect(said.slice(1)).toEqual(["Sync works again"]);
});

test.each([
  ["sync.enabled is off", { LOCI_SYNC_ENABLED: "false" }],
  ["commit.enabled is off", { LOCI_COMMIT_ENABLED: "false" }],
])("nothing is synced in the background where %s", async (_, env) => {
  const { syncing } = await open(useGarden(), {}, env);
  expect(syncing).toBeUndefined();
});

test("nothing is synced in the background where there is no repository", async () => {
  const root = useGarden();
  execFileSync("rm", ["-rf", join(root, ".git")]);
  const { syncing } = await open(root);
  expect(syncing).toBeUndefined();
  expect(existsSync(join(root, ".git"))).toBe(false);
});
