import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkTip, newObjects } from "../../../src/git/ancestry/ancestry.ts";
import { nodeDisk, openDrafts } from "../../../src/git/disk.ts";
import { openObjects } from "../../../src/git/objects/objects.ts";
import { createRepo } from "../../sync/repo.ts";

const commitOf = (repo: ReturnType<typeof createRepo>, tree: string): string =>
  repo.git("commit-tree", "-m", "m", tree.trim()).trim();

test("newObjects() and checkTip() refuse names that lead out of the vault, and what is missing", async () => {
  const repo = createRepo();
  const objects = openObjects(join(repo.root, ".git"), nodeDisk);
  const blob = repo.git("rev-parse", "HEAD:notes.txt").trim();
  await openDrafts(nodeDisk, join(repo.root, ".git"));
  const bytes = Buffer.concat([Buffer.from("100644 .GIT\0"), Buffer.from(blob, "hex")]);
  const tree = await objects.write("tree", bytes);
  await objects.flush();
  const hostile = commitOf(repo, tree);
  const named = /Cannot use what was fetched: .*\.GIT/;
  await expect(checkTip(objects, hostile)).rejects.toThrow(named);
  await expect(newObjects(objects, undefined, hostile)).rejects.toThrow(named);

  const sound = repo.git("rev-parse", "HEAD").trim();
  await checkTip(objects, sound);
  expect([...(await newObjects(objects, undefined, sound))].sort()).toEqual(
    repo.git("rev-list", "--objects", "--no-object-names", "HEAD").trim().split("\n").sort(),
  );
  rmSync(join(repo.root, ".git/objects", blob.slice(0, 2), blob.slice(2)));
  objects.refresh();
  const missing = `the object ${blob} is missing`;
  await expect(checkTip(objects, sound)).rejects.toThrow(missing);
  await expect(newObjects(objects, undefined, sound)).rejects.toThrow(missing);
});
