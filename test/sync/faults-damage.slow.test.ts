import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useTempFolder } from "../temp.ts";
import { createDevice, createPair, type Device, expectSame, list, oneSentence } from "./devices.ts";
import { gitEnv, openRepo, type TestRepo } from "./repo.ts";
import { syncRequest } from "./sync-request.ts";

/** A laptop and a board that share a vault; the laptop has sent something new, the board has edits. */
async function createStart(): Promise<{ remote: TestRepo; laptop: Device; board: Device }> {
  const { remote, laptop, board } = await createPair({ "topics/a.md": list("a", "b", "c") });
  board.write("topics/b.md", list("d"));
  await board.sync();
  await laptop.sync();
  laptop.append("topics/a.md", list("laptop"));
  await laptop.sync();
  board.write("topics/a.md", list("board", "a", "b", "c"));
  return { remote: openRepo(remote), laptop, board };
}

/** What both wrote, in either file. */
const everything = ["a", "b", "c", "d", "laptop", "board"];

const gitDirOf = (repo: TestRepo): string =>
  readdirSync(repo.root).includes("objects") ? repo.root : join(repo.root, ".git");

/** The loose file of an object. */
function looseFile(repo: TestRepo, name: string): string {
  const oid = repo.git("rev-parse", name).trim();
  const file = join(gitDirOf(repo), "objects", oid.slice(0, 2), oid.slice(2));
  chmodSync(file, 0o644);
  return file;
}

/** Every object in one pack; its file, or the one with its list. */
function packFile(repo: TestRepo, kind: "pack" | "idx"): string {
  repo.git("repack", "-adfq");
  const folder = join(gitDirOf(repo), "objects/pack");
  const file = join(folder, readdirSync(folder).find((name) => name.endsWith(kind)) ?? "");
  chmodSync(file, 0o644);
  return file;
}

const cutTo = (share: number) => (file: string) => {
  truncateSync(file, Math.floor(readFileSync(file).length * share));
  return file;
};
const [empty, half] = [cutTo(0), cutTo(0.5)];

/** Puts each object of a pack into a file of its own. */
function unpack(repo: TestRepo): void {
  const folder = join(gitDirOf(repo), "objects/pack");
  const pack = readdirSync(folder).find((name) => name.endsWith(".pack"));
  if (pack === undefined) return;
  const input = readFileSync(join(folder, pack));
  rmSync(folder, { recursive: true });
  execFileSync("git", ["unpack-objects", "-q"], { cwd: repo.root, env: gitEnv, input });
}

const damages: Record<string, (repo: TestRepo) => string> = {
  "an empty commit": (repo) => empty(looseFile(repo, "main")),
  "an empty tree": (repo) => empty(looseFile(repo, "main:topics")),
  "half a file": (repo) => half(looseFile(repo, "main:topics/a.md")),
  "half a pack": (repo) => half(packFile(repo, "pack")),
  "an empty list of a pack": (repo) => empty(packFile(repo, "idx")),
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

const places = Object.keys(damages).flatMap((name) => [
  [name, "here"] as const,
  [name, "in the remote"] as const,
]);

test.each(places)(
  "syncVault() with %s %s fixes it or tells, and commits and takes nothing upon it",
  async (name, place) => {
    const { remote, laptop, board } = await createStart();
    const isHere = place === "here";
    if (!isHere) await board.sync({ settings: { ...syncRequest("").settings, remote: "none" } }); // commits
    const tips = () => [board.git("rev-parse", "origin/main"), remote.git("rev-parse", "main")];
    const before = tips();
    const restore = damage(isHere ? board : remote, name);
    const ended = await board.sync().catch((error: unknown) => error);
    if (ended instanceof Error) {
      expect(ended).toMatchObject({ ...oneSentence, data: { fix: expect.any(String) } });
      expect(board.read("topics/a.md")).toContain("- board\n");
      if (!isHere) expect(board.status()).toBe("");
      restore();
      expect(tips()).toEqual(before);
    }
    await expectSame([board, laptop, await createDevice("fresh", remote.root)], everything);
    remote.fsck();
  },
);

test("syncVault() takes an empty tracking ref never for a new beginning", async () => {
  const { remote, laptop, board } = await createStart();
  const tip = board.git("rev-parse", "main");
  board.git("pack-refs", "--all"); // an older one, to which nothing may fall back
  board.git("commit", "-q", "--allow-empty", "-m", "newer");
  board.write(".git/refs/remotes/origin/main", "");
  const ended = await board.sync().catch((error: unknown) => error);
  if (ended instanceof Error) {
    expect(ended).toMatchObject(oneSentence);
    rmSync(join(board.root, ".git/refs/remotes/origin/main"));
  }
  await expectSame([board, laptop], everything);
  remote.git("merge-base", "--is-ancestor", tip.trim(), "main");
  remote.fsck();
});
