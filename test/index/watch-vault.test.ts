import { appendFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { type FolderGuard, guardFolders } from "../../src/index/folder-guard.ts";
import { watchVault } from "../../src/index/watch-vault.ts";
import { listFiles } from "../../src/vault/list-files.ts";
import { useVault } from "../temp.ts";

/** Watches a vault as the app does: each look ends with the folders that it found. */
function useWatcher(work: () => void = () => {}) {
  const root = useVault({ "topics/a.md": "- a\n" });
  const said: string[] = [];
  const errors: unknown[] = [];
  let guard: FolderGuard | undefined;
  let fail: (error: unknown) => void = () => {};
  const looks = vi.fn(async () => {
    const end = await guard?.beginLook();
    end?.(listFiles(root));
    work();
  });
  const watcher = watchVault({
    root,
    refresh: looks,
    onError: (error) => errors.push(error),
    report: (sentence) => said.push(sentence),
    listen(onEvent, onFailure) {
      guard = guardFolders(root, { elapsed: () => performance.now(), onEvent, onFailure });
      fail = onFailure;
    },
  });
  onTestFinished(async () => {
    await watcher.close();
    guard?.close();
  });
  const settled = async (): Promise<void> => {
    await vi.waitFor(async () => expect(await guard?.isQuiet()).toBe(true), 20_000);
    await sleep(50);
    looks.mockClear();
  };
  return { root, looks, said, errors, settled, fail: (error: unknown) => fail(error) };
}

const looked = (looks: ReturnType<typeof useWatcher>["looks"]) =>
  vi.waitFor(() => expect(looks).toHaveBeenCalled(), 20_000);

test("watchVault() looks at each change, and gathers bursts", async () => {
  const { root, looks, settled } = useWatcher();
  await settled();
  for (let i = 0; i < 50; i++) appendFileSync(join(root, "topics/a.md"), `- ${i}\n`);
  await looked(looks);
  await sleep(300);
  expect(looks.mock.calls.length).toBeLessThan(6);
});

test("watchVault() notices a file that is saved by rename, and one in folders that were not there", async () => {
  const { root, looks, settled } = useWatcher();
  await settled();
  writeFileSync(join(root, "topics/a.md.tmp"), "- b\n");
  renameSync(join(root, "topics/a.md.tmp"), join(root, "topics/a.md"));
  await looked(looks);
  await settled();
  mkdirSync(join(root, "notes/v1.2/deep"), { recursive: true });
  await looked(looks);
  await settled();
  writeFileSync(join(root, "notes/v1.2/deep/b.md"), "- b\n");
  await looked(looks);
  await settled();
  renameSync(join(root, "notes"), join(root, "other"));
  await looked(looks);
});

test("watchVault() passes over .loci, .git, transcripts and editors' temporary files", async () => {
  const { root, looks, settled } = useWatcher();
  for (const folder of [".git", ".loci", "log", "conversations", "node_modules"])
    mkdirSync(join(root, folder));
  await settled();
  for (const path of [
    ".git/index",
    ".loci/x.md",
    "log/notes.md",
    "conversations/2026-01-01-x.md",
    "topics/.a.md.swp",
    "topics/a.md~",
    "topics/index.txt",
    "node_modules/x.md",
  ]) {
    writeFileSync(join(root, path), "x");
  }
  await sleep(400);
  expect(looks).not.toHaveBeenCalled();
});

test("watchVault() notices a digest log, the first one too", async () => {
  const { root, looks, settled } = useWatcher();
  for (const text of ["## 2026-01-01T10:00:00Z\n", "## 2026-01-02T10:00:00Z\n"]) {
    await settled();
    mkdirSync(join(root, "log"), { recursive: true });
    appendFileSync(join(root, "log/2026-01.md"), text);
    await looked(looks);
  }
});

test("watchVault() falls back to polling with one sentence when the system has no watches left", async () => {
  const { looks, said, settled, fail } = useWatcher();
  await settled();
  fail(new Error("ENOSPC: System limit for number of file watchers reached"));
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(
    /^Cannot watch ".*": ENOSPC: .*; looking at its files every 700 ms instead/,
  );
  await looked(looks);
});

test("watchVault() goes on after a look that failed", async () => {
  let failures = 1;
  const { root, looks, errors, settled } = useWatcher(() => {
    if (failures-- > 0) throw new Error("disk on fire");
  });
  await vi.waitFor(() => expect(errors).toHaveLength(1));
  await settled();
  appendFileSync(join(root, "topics/a.md"), "- more\n");
  await looked(looks);
});
