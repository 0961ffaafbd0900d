import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { joinRemote } from "../../src/sync/join-remote.ts";
import { useTempFolder } from "../temp.ts";
import { createPair, type Device, list, openDevice } from "./devices.ts";
import { openRepo, type TestRepo } from "./repo.ts";
import { syncRequest } from "./sync-request.ts";

/** A laptop and a board that share a vault; the laptop has sent something new, the board has edits. */
async function createStart(): Promise<{ remote: TestRepo; laptop: Device; board: Device }> {
  const { remote, laptop, board } = await createPair({ "topics/a.md": list("a", "b", "c") });
  board.write("topics/b.md", list("b"));
  await board.sync();
  await laptop.sync();
  laptop.append("topics/a.md", list("laptop"));
  await laptop.sync();
  board.write("topics/a.md", list("board", "a", "b", "c"));
  return { remote: openRepo(remote), laptop, board };
}

const gitDirOf = (repo: TestRepo): string =>
  readdirSync(repo.root).includes("objects") ? repo.root : join(repo.root, ".git");

/** The loose file of an object. */
function looseFile(repo: TestRepo, name: string): string {
  const oid = repo.git("rev-parse", name).trim();
  const file = join(gitDirOf(repo), "objects", oid.slice(0, 2), oid.slice(2));
  chmodSync(file, 0o644);
  return file;
}

/** Every object in one pack, with its file. */
function packFile(repo: TestRepo): string {
  repo.git("repack", "-adfq");
  const folder = join(gitDirOf(repo), "objects/pack");
  const name = readdirSync(folder).find((one) => one.endsWith(".pack")) ?? "";
  chmodSync(join(folder, name), 0o644);
  return join(folder, name);
}

type Damage = (repo: TestRepo) => string;

const empty = (file: string): string => {
  truncateSync(file, 0);
  return file;
};
const half = (file: string): string => {
  truncateSync(file, readFileSync(file).length >> 1);
  return file;
};
const unpack = (repo: TestRepo): void => {
  const pack = readdirSync(join(gitDirOf(repo), "objects/pack")).find((x) => x.endsWith(".pack"));
  if (pack === undefined) return;
  const bytes = readFileSync(join(gitDirOf(repo), "objects/pack", pack));
  rmSync(join(gitDirOf(repo), "objects/pack"), { recursive: true });
  writeFileSync(join(repo.root, "all.pack"), bytes);
  repo.git("-c", "alias.un=!git unpack-objects -q < all.pack", "un");
  rmSync(join(repo.root, "all.pack"));
};

const damages: Record<string, Damage> = {
  "an empty commit": (repo) => empty(looseFile(repo, "main")),
  "an empty tree": (repo) => empty(looseFile(repo, "main:topics")),
  "an empty file": (repo) => empty(looseFile(repo, "main:topics/a.md")),
  "half a file": (repo) => half(looseFile(repo, "main:topics/a.md")),
  "half a pack": (repo) => half(packFile(repo)),
  "an empty pack": (repo) => empty(packFile(repo)),
  "an empty list of a pack": (repo) => {
    const file = packFile(repo).replace(/pack$/, "idx");
    chmodSync(file, 0o644);
    return empty(file);
  },
};

/** Damages a repository; what is given puts every object back, as from a backup. */
function damage(repo: TestRepo, name: string): () => void {
  const objects = join(gitDirOf(repo), "objects");
  unpack(repo);
  const kept = useTempFolder();
  cpSync(objects, kept, { recursive: true });
  const file = damages[name]?.(repo) ?? "";
  return () => {
    const isPacked = /\.(?:pack|idx)$/.test(file);
    for (const end of isPacked ? ["pack", "idx"] : [])
      rmSync(file.replace(/(?:pack|idx)$/, end), { force: true });
    cpSync(kept, objects, { recursive: true, force: true });
  };
}

describe("syncVault() with damage in the vault's own history:", () => {
  test.each(Object.keys(damages))("%s is fixed or told, and never committed upon", async (name) => {
    const { remote, laptop, board } = await createStart();
    const restore = damage(board, name);
    const tip = remote.git("rev-parse", "main");
    const ended = await board.sync().catch((error: unknown) => error);
    if (ended instanceof Error) {
      expect(ended).toMatchObject({
        code: expect.stringMatching(/^(GIT_BLOCKED|SYNC_FAILED)$/),
        message: expect.stringMatching(/^Cannot [^\n]+[^.\n]$/),
        data: { fix: expect.any(String) },
      });
      expect(board.read("topics/a.md")).toContain("- board\n");
      expect(remote.git("rev-parse", "main")).toBe(tip);
      restore();
      await board.sync();
    }
    await laptop.sync();
    expect(laptop.files()).toEqual(board.files());
    for (const line of ["a", "b", "c", "laptop", "board"])
      expect(laptop.read("topics/a.md").split(`- ${line}\n`)).toHaveLength(2);
    remote.fsck();
    laptop.fsck();
  });

  test.each(["refs/heads/main", "index", "refs/remotes/origin/main"])(
    "an empty %s is never a new beginning",
    async (name) => {
      const { remote, laptop, board } = await createStart();
      const tip = board.git("rev-parse", "main");
      board.git("pack-refs", "--all"); // an older one, to which nothing may fall back
      board.git("commit", "-q", "--allow-empty", "-m", "newer");
      const newest = board.git("rev-parse", "main");
      mkdirSync(join(board.root, ".git/refs/remotes/origin"), { recursive: true });
      writeFileSync(join(board.root, ".git", name), "");
      const ended = await board.sync().catch((error: unknown) => error);
      if (ended instanceof Error) {
        expect(ended).toMatchObject({ code: expect.stringMatching(/^(GIT_BLOCKED|SYNC_FAILED)$/) });
        // As the sentence says: by hand, from the reflog.
        if (name === "refs/heads/main") writeFileSync(join(board.root, ".git", name), newest);
        else rmSync(join(board.root, ".git", name));
        if (name === "index") board.git("reset", "-q");
        await board.sync();
      }
      await laptop.sync();
      expect(laptop.files()).toEqual(board.files());
      expect(laptop.read("topics/a.md")).toBe(board.read("topics/a.md"));
      for (const line of ["a", "laptop", "board"])
        expect(laptop.read("topics/a.md")).toContain(`- ${line}\n`);
      remote.git("merge-base", "--is-ancestor", tip.trim(), "main");
      remote.fsck();
    },
  );
});

describe("syncVault() with damage in a remote:", () => {
  test.each(Object.keys(damages))("%s moves nothing here", async (name) => {
    const { remote, laptop, board } = await createStart();
    await laptop.sync();
    await board.sync({ settings: { ...syncRequest("").settings, remote: "none" } }); // commits
    const before = board.git("rev-parse", "HEAD", "origin/main");
    const restore = damage(remote, name);
    const ended = await board.sync().catch((error: unknown) => error);
    if (ended instanceof Error) {
      expect(ended).toMatchObject({
        code: "SYNC_FAILED",
        message: expect.stringMatching(/^Cannot sync with [^\n]+[^.\n]$/),
      });
      expect(board.git("rev-parse", "HEAD", "origin/main")).toBe(before);
      expect(board.status()).toBe("");
      restore();
      await board.sync();
    }
    board.fsck();
    const fresh = useTempFolder();
    await joinRemote({ ...syncRequest(fresh), url: remote.root });
    expect(openDevice("fresh", fresh).files()).toEqual(board.files());
    for (const line of ["laptop", "board"]) expect(board.read("topics/a.md")).toContain(line);
  });
});
