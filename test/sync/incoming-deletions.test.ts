import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { createBare, createDevice, createOwn, type Device } from "./devices.ts";

const names = (count: number): string[] =>
  Array.from({ length: count }, (_, nth) => `topics/t${nth}.md`);

/** A device with so many topics, the remote it pushed them to, and another clone of it. */
async function createPair(count: number): Promise<{ board: Device; laptop: Device; url: string }> {
  const url = createBare();
  const board = await createOwn("board", url);
  for (const name of names(count)) board.write(name, `- ${name}\n`);
  await board.sync();
  const laptop = await createDevice("laptop", url);
  return { board, laptop, url };
}

/** Deletes files and pushes that, with real git, as somebody who asks nobody. */
function deleteAndPush({ root, git }: Device, paths: readonly string[]): string {
  for (const path of paths) rmSync(join(root, path));
  git("commit", "-qam", "tidy up");
  git("push", "-q", "origin", "HEAD:main");
  return git("rev-parse", "HEAD").trim();
}

function moveTo(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}

describe("syncVault() guards against a remote that deleted most files", () => {
  test("by applying nothing, saying who did it, until told that it was meant", async () => {
    const { board, laptop } = await createPair(20);
    const commit = deleteAndPush(laptop, names(12));
    const before = board.files();
    const head = board.git("rev-parse", "HEAD");
    for (const _ of ["at first", "and again"]) {
      await expect(board.sync()).rejects.toMatchObject({
        code: "SYNC_FAILED",
        message: `Cannot sync the vault: another device took away 12 of the 20 files of this vault (topics/t0.md, topics/t1.md and 10 more), in commit ${commit.slice(0, 12)} by "Ana" of ${new Date().toISOString().slice(0, 10)}; nothing was changed here`,
        data: { reason: "deletions", lost: 12, total: 20, commit },
      });
      expect(board.files()).toEqual(before);
      expect(board.git("rev-parse", "HEAD")).toBe(head);
    }
    await board.sync({ accept: { deletions: true } });
    expect(Object.keys(board.files())).toHaveLength(8);
    expect(await board.sync()).toMatchObject({ pulled: 0, pushed: 0 });
    expect(board.status()).toBe("");
  });

  test("also where this device has commits of its own, which stay", async () => {
    const { board, laptop } = await createPair(20);
    const commit = deleteAndPush(laptop, names(15));
    laptop.write("topics/later.md", "- later\n");
    laptop.git("add", "-A");
    laptop.git("commit", "-qm", "later");
    laptop.git("push", "-q", "origin", "HEAD:main");
    board.write("topics/own.md", "- own\n");
    const refused = board.sync();
    await expect(refused).rejects.toMatchObject({ data: { lost: 15, total: 21, commit } });
    expect(board.git("log", "-1", "--format=%s")).toContain("own");
    expect(Object.keys(board.files())).toHaveLength(21);
    await board.sync({ accept: { deletions: true } });
    expect(Object.keys(board.files())).toHaveLength(7);
  });

  test.each<[string, (root: string, path: string) => void]>([
    ["emptied them", (root, path) => writeFileSync(join(root, path), "")],
    [
      "made them no Markdown",
      (root, path) => renameSync(join(root, path), join(root, `${path}.txt`)),
    ],
    [
      "moved them out of sight",
      (root, path) => moveTo(join(root, path), join(root, `.old/${path}`)),
    ],
  ])("and one that %s", async (_, spoil) => {
    const { board, laptop } = await createPair(20);
    for (const path of names(12)) spoil(laptop.root, path);
    laptop.git("add", "-A");
    laptop.git("commit", "-qm", "spoil");
    laptop.git("push", "-q", "origin", "HEAD:main");
    const commit = laptop.git("rev-parse", "HEAD").trim();
    const before = board.files();
    await expect(board.sync()).rejects.toMatchObject({ data: { lost: 12, total: 20, commit } });
    expect(board.files()).toEqual(before);
    await board.sync({ accept: { deletions: true } });
    expect(board.status()).toBe("");
  });

  test("but lets few go, a folder be renamed, and a new device join", async () => {
    const { board, laptop, url } = await createPair(20);
    deleteAndPush(laptop, names(9));
    renameSync(join(laptop.root, "topics"), join(laptop.root, "subjects"));
    laptop.git("add", "-A");
    laptop.git("commit", "-qm", "rename");
    laptop.git("push", "-q", "origin", "HEAD:main");
    await board.sync();
    expect(Object.keys(board.files())).toHaveLength(11);
    rmSync(join(board.root, "subjects"), { recursive: true });
    await board.sync({ accept: { deletions: true } });
    expect(Object.keys((await createDevice("phone", url)).files())).toEqual([]);
  });
});
