import { chmodSync, readdirSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeDisk } from "../../../src/git/disk.ts";
import { openObjects } from "../../../src/git/objects/objects.ts";
import { createRepo, type TestRepo } from "../../sync/repo.ts";
import { looseIn, packRepo, withoutGit } from "../maintenance/maintained.ts";

test("a pack whose index is damaged hides no other pack, and is never dropped", async () => {
  const repo = createRepo();
  repo.git("repack", "-q", "-a", "-d");
  const packs = join(repo.root, ".git/objects/pack");
  const [index = ""] = readdirSync(packs).filter((name) => name.endsWith(".idx"));
  const lost = repo.git("rev-parse", "HEAD").trim();
  repo.write("notes.txt", "new\n");
  repo.git("commit", "-qam", "new");
  const kept = repo.git("rev-parse", "HEAD").trim();
  repo.git("repack", "-q", "-d");
  chmodSync(join(packs, index), 0o644);
  truncateSync(join(packs, index), 1_080);
  const objects = openObjects(join(repo.root, ".git"), nodeDisk);
  expect((await objects.readCommit(kept)).parents).toEqual([lost]);
  await expect(objects.read(lost)).rejects.toMatchObject({ code: "GIT_BLOCKED" });
  repo.write("notes.txt", "loose\n");
  repo.git("hash-object", "-w", "notes.txt");
  const before = [readdirSync(packs), looseIn(repo)];
  await expect(packRepo(repo, withoutGit)).rejects.toThrow(`${index} is damaged`);
  expect([readdirSync(packs), looseIn(repo)]).toEqual(before);
  repo.git("index-pack", join(packs, index.replace(/idx$/, "pack")));
  expect((await openObjects(join(repo.root, ".git"), nodeDisk).readCommit(lost)).oid).toBe(lost);
});

test("size() is what git says, for loose objects and those that are changes of others", async () => {
  const repo = createRepo();
  const text = Array.from({ length: 3_000 }, (_, n) => `- ${n * n} is ${n} times ${n}\n`);
  const files = { "long.md": text, "most.md": text.slice(0, 2_900), "end.md": text.slice(500) };
  for (const [name, lines] of Object.entries(files)) repo.write(name, lines.join(""));
  repo.commitAll("texts");
  const oids = ["HEAD", "HEAD^{tree}", "HEAD:end.md", "HEAD:most.md", "HEAD:long.md"].map((name) =>
    repo.git("rev-parse", name).trim(),
  );
  const expectSizes = async () => {
    const objects = openObjects(join(repo.root, ".git"), nodeDisk);
    for (const oid of oids)
      expect(await objects.size(oid)).toBe(Number(repo.git("cat-file", "-s", oid)));
  };
  await expectSizes();
  for (const byOffset of ["true", "false"]) {
    repo.git("-c", `repack.useDeltaBaseOffset=${byOffset}`, "repack", "-qadf");
    await expectSizes();
    expect(repo.git("verify-pack", "-v", ...packsOf(repo))).toMatch(/chain length = 2: 1 object/);
    // To read it, a longer one has to be unpacked.
    const [, , end = ""] = oids;
    const sizeOf = (oid: string, most: number) =>
      openObjects(join(repo.root, ".git"), nodeDisk).library.fs.sizeOf(oid, most);
    expect([await sizeOf(end, 75_000), await sizeOf(end, 90_000)]).toEqual([83_317, 71_000]);
    expect(await sizeOf("0".repeat(40), 1)).toBe(0);
  }
});

const packsOf = ({ root }: TestRepo): string[] =>
  readdirSync(join(root, ".git/objects/pack"))
    .filter((name) => name.endsWith(".idx"))
    .map((name) => join(root, ".git/objects/pack", name));
