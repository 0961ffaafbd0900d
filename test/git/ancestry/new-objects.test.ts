import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkTip, newObjects } from "../../../src/git/ancestry/ancestry.ts";
import { nodeDisk } from "../../../src/git/disk.ts";
import { openObjects } from "../../../src/git/objects/objects.ts";
import { createRepo } from "../../sync/repo.ts";

test("newObjects() and checkTip() refuse what is missing", async () => {
  const repo = createRepo();
  const open = () => openObjects(join(repo.root, ".git"), nodeDisk);
  const blob = repo.git("rev-parse", "HEAD:notes.txt").trim();
  const sound = repo.git("rev-parse", "HEAD").trim();
  await checkTip(open(), sound);
  expect([...(await newObjects(open(), undefined, sound))].sort()).toEqual(
    repo.git("rev-list", "--objects", "--no-object-names", "HEAD").trim().split("\n").sort(),
  );
  rmSync(join(repo.root, ".git/objects", blob.slice(0, 2), blob.slice(2)));
  const missing = `object ${blob} of its git history is missing`;
  await expect(checkTip(open(), sound)).rejects.toThrow(missing);
  await expect(newObjects(open(), undefined, sound)).rejects.toThrow(missing);
});
