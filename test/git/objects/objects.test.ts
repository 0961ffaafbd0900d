import { hash } from "node:crypto";
import { chmodSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { oidOf } from "../../../src/git/object-format.ts";
import { Objects } from "../../../src/git/objects/objects.ts";
import { createRepo } from "../../sync/repo.ts";
import { looseIn, packRepo, withGit } from "../maintenance/maintained.ts";

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
  const objects = new Objects(join(repo.root, ".git"));
  expect((await objects.readCommit(kept)).parents).toEqual([lost]);
  await expect(objects.read(lost)).rejects.toMatchObject({ code: "GIT_BLOCKED" });
  repo.write("notes.txt", "loose\n");
  repo.git("hash-object", "-w", "notes.txt");
  const before = [readdirSync(packs), looseIn(repo)];
  await expect(packRepo(repo, withGit)).rejects.toThrow(`${index} is damaged`);
  expect([readdirSync(packs), looseIn(repo)]).toEqual(before);
  repo.git("index-pack", join(packs, index.replace(/idx$/, "pack")));
  expect((await new Objects(join(repo.root, ".git")).readCommit(lost)).oid).toBe(lost);
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
    const objects = new Objects(join(repo.root, ".git"));
    for (const oid of oids)
      expect(await objects.size(oid)).toBe(Number(repo.git("cat-file", "-s", oid)));
  };
  await expectSizes();
  for (const byOffset of ["true", "false"]) {
    repo.git("-c", `repack.useDeltaBaseOffset=${byOffset}`, "repack", "-qadf");
    await expectSizes();
    const packs = join(repo.root, ".git/objects/pack");
    const [pack = ""] = readdirSync(packs).filter((name) => name.endsWith(".pack"));
    expect(repo.git("verify-pack", "-v", join(packs, pack))).toMatch(/chain length = 2: 1 object/);
  }
});

test("a chain of changes that is longer than any git makes is not read, and ends", async () => {
  const { root, git } = createRepo();
  const entry = (kind: number[], content: Uint8Array) =>
    Buffer.concat([Buffer.from(kind), deflateSync(content)]);
  const text = (n: number) => Buffer.from(String(n).padStart(8, "0"));
  const entries = [entry([0x38], text(0))];
  for (let n = 1; n < 14_000; n++) {
    const before = entries.at(-1)?.length ?? 0; // Less than 128: one byte.
    entries.push(entry([0x6b, before], Buffer.from([8, 8, 8, ...text(n)])));
  }
  const header = Buffer.from("PACK\0\0\0\x02\0\0\0\0", "latin1");
  header.writeUInt32BE(entries.length, 8);
  const pack = Buffer.concat([header, ...entries]);
  const file = join(root, ".git/objects/pack/pack-deep.pack");
  writeFileSync(file, Buffer.concat([pack, hash("sha1", pack, "buffer")]));
  git("index-pack", file);
  const objects = new Objects(join(root, ".git"));
  const sizeOf = (n: number) => objects.size(oidOf("blob", text(n)));
  expect([await sizeOf(4_000), await sizeOf(13_999)]).toEqual([8, Number.POSITIVE_INFINITY]);
});
