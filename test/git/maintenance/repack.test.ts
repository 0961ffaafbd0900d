import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isPackingDue, repack } from "../../../src/git/maintenance/repack.ts";
import { Objects } from "../../../src/git/objects/objects.ts";
import { createRepo, store } from "../../sync/repo.ts";
import { growRepo, looseIn, packRepo, stateOf, withGit, withoutGit } from "./maintained.ts";

describe("repack()", () => {
  test("packs many loose objects, and nothing is missing", async () => {
    const repo = growRepo(200);
    const gitDir = join(repo.root, ".git");
    const isDue = () => isPackingDue(gitDir, 300, 2);
    const unreachable = repo.git("hash-object", "-w", "notes.txt").trim();
    const before = stateOf(repo);
    expect([await isDue(), await isPackingDue(gitDir)]).toEqual([true, false]);
    expect(await packRepo(repo, withoutGit)).toBe(0);
    expect(stateOf(repo)).toBe(before);
    expect(await packRepo(repo, withGit)).toBeGreaterThan(600);
    expect(looseIn(repo)).toEqual([]);
    expect(stateOf(repo)).toBe(before);
    expect(repo.git("cat-file", "-p", unreachable)).toBe("mine\n");
    repo.fsck();
    expect([repo.status(), await isDue()]).toEqual(["", false]);
    for (const text of ["- new\n", "- newer\n"]) {
      repo.write("topics/cooking.md", text);
      expect((await repo.loci(["topics/cooking.md"])).oids).toHaveLength(1);
      await packRepo(repo, withGit);
    }
    await packRepo(repo, withGit); // The same objects again, in a pack of the same name.
    const packs = readdirSync(join(gitDir, "objects/pack"));
    expect(packs.filter((name) => name.endsWith(".pack"))).toHaveLength(1);
    repo.fsck();
  });

  test("without git, deletes an object for good from beside one that is too large to be read", async () => {
    const repo = createRepo();
    repo.write("film.bin", Buffer.alloc(33 * 2 ** 20));
    repo.commitAll();
    const dropped = store(repo, "blob", "purged\n");
    repo.git("repack", "-adkq");
    const before = stateOf(repo);
    const objects = new Objects(join(repo.root, ".git"));
    await repack({ objects, git: undefined }, new Set([dropped]));
    expect(stateOf(repo)).toBe(before.replace(`\n${dropped} blob 7`, ""));
    repo.fsck();
  });

  test("leaves a damaged object where it is, and says so", async () => {
    const repo = growRepo(20);
    const oid = repo.git("rev-parse", "HEAD:topics/cooking.md").trim();
    const file = join(repo.root, ".git/objects", oid.slice(0, 2), oid.slice(2));
    rmSync(file);
    writeFileSync(file, "damaged");
    const before = looseIn(repo);
    await expect(packRepo(repo, withGit)).rejects.toMatchObject({ message: expect.any(String) });
    expect(readFileSync(file, "utf8")).toBe("damaged");
    expect(looseIn(repo)).toEqual(before);
  });
});
