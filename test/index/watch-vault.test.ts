import { EventEmitter } from "node:events";
import { appendFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { watch } from "chokidar";
import { expect, onTestFinished, test, vi } from "vitest";
import { watchVault } from "../../src/index/watch-vault.ts";
import { useVault } from "../temp.ts";

async function useWatcher(
  options: Partial<Parameters<typeof watchVault>[0]> = {},
  files: Readonly<Record<string, string>> = { "topics/a.md": "- a\n" },
) {
  const root = useVault(files);
  const looks = vi.fn(async () => {});
  const said: string[] = [];
  const errors: unknown[] = [];
  const watcher = await watchVault({
    root,
    refresh: looks,
    onError: (error) => errors.push(error),
    report: (sentence) => said.push(sentence),
    ...options,
  });
  onTestFinished(() => watcher.close());
  return { root, looks, said, errors };
}

test("watchVault() looks once more when it is ready, then at each change, and gathers bursts", async () => {
  const { root, looks } = await useWatcher();
  await vi.waitFor(() => expect(looks).toHaveBeenCalledTimes(1));
  for (let i = 0; i < 50; i++) appendFileSync(join(root, "topics/a.md"), `- ${i}\n`);
  await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThanOrEqual(2));
  await sleep(300);
  expect(looks.mock.calls.length).toBeLessThan(6);
});

test("watchVault() looks at a file that is saved by rename before its whole folder was read again", async () => {
  const names = Array.from({ length: 5_000 }, (_, i) => `topics/${i}.md`);
  const files = Object.fromEntries(names.map((name) => [name, "- a\n"]));
  const order: string[] = [];
  const refresh = async (): Promise<void> => void order.push("looked");
  const { root } = await useWatcher({ refresh }, files);
  const reader = watch(root, { ignoreInitial: true, atomic: false });
  onTestFinished(() => reader.close());
  await new Promise<void>((resolve) => reader.once("ready", resolve));
  await sleep(500);
  const saved = join(root, "topics/2500.md");
  reader.on("all", (_, path) => path === saved && order.push("read again"));
  order.length = 0;
  writeFileSync(`${saved}.tmp`, "- b\n");
  renameSync(`${saved}.tmp`, saved);
  await vi.waitFor(() => expect(order).toContain("read again"), 20_000);
  expect(order[0]).toBe("looked");
});

test("watchVault() passes over .loci, .git, transcripts and editors' temporary files", async () => {
  const { root, looks } = await useWatcher();
  for (const folder of [".git", ".loci", "log", "conversations", "node_modules"])
    mkdirSync(join(root, folder));
  await sleep(200);
  looks.mockClear();
  for (const path of [
    ".git/index",
    ".loci/x.md",
    "log/notes.md",
    "conversations/2026-01-01-x.md",
    "topics/.a.md.swp",
    "topics/a.md~",
    "node_modules/x.md",
  ]) {
    writeFileSync(join(root, path), "x");
  }
  await sleep(400);
  expect(looks).not.toHaveBeenCalled();
});

test("watchVault() notices a note in a folder that is called like a temporary file", async () => {
  const { root, looks } = await useWatcher({}, { "draft.tmp/a.md": "- a\n" });
  await sleep(200);
  looks.mockClear();
  appendFileSync(join(root, "draft.tmp/a.md"), "- b\n");
  await vi.waitFor(() => expect(looks).toHaveBeenCalled());
});

test("watchVault() notices a digest log, the first one too", async () => {
  const { root, looks } = await useWatcher();
  await sleep(200);
  for (const text of ["## 2026-01-01T10:00:00Z\n", "## 2026-01-02T10:00:00Z\n"]) {
    looks.mockClear();
    mkdirSync(join(root, "log"), { recursive: true });
    appendFileSync(join(root, "log/2026-01.md"), text);
    await vi.waitFor(() => expect(looks).toHaveBeenCalled());
    await sleep(100);
  }
});

test("watchVault() falls back to polling with one sentence when the system has no watches left", async () => {
  const full = new Error("ENOSPC: System limit for number of file watchers reached");
  const events = Object.assign(new EventEmitter(), { close: async () => {} });
  setTimeout(() => events.emit("error", full), 20);
  const { looks, said } = await useWatcher({ openEvents: async () => events });
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(
    /^Cannot watch ".*": ENOSPC: .*; looking at its files every 700 ms instead/,
  );
  await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThanOrEqual(2), {
    timeout: 40_000,
  });
});

test("watchVault() goes on after a look that failed", async () => {
  const looks = vi.fn(async () => {
    if (looks.mock.calls.length === 1) throw new Error("disk on fire");
  });
  const { root, errors } = await useWatcher({ refresh: looks });
  await vi.waitFor(() => expect(errors).toHaveLength(1));
  appendFileSync(join(root, "topics/a.md"), "- more\n");
  await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThanOrEqual(2));
});
