import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nodeDisk } from "../../src/git/disk.ts";
import { openObjects } from "../../src/git/objects/objects.ts";
import { changedFiles, filesOf } from "../../src/git/objects/tree.ts";
import { failureOf } from "../git/remote/device.ts";
import { meetEvil } from "./devices.ts";
import { store, type TestRepo } from "./repo.ts";

/** Trees that each name the one below twice: forty of them stand for 2⁴⁰ folders. */
function storeBomb(repo: TestRepo, innermost: Buffer, depth = 40): string {
  let tree = store(repo, "tree", innermost);
  for (let n = 0; n < depth; n++) {
    const oid = Buffer.from(tree, "hex");
    tree = store(
      repo,
      "tree",
      Buffer.concat(["a", "b"].flatMap((name) => [Buffer.from(`40000 ${name}\0`), oid])),
    );
  }
  return tree;
}

describe("a tree that names another one twice, again and again", { timeout: 60_000 }, () => {
  test("is not taken over", async () => {
    const { device, evil } = await meetEvil();
    const bomb = storeBomb(evil, Buffer.alloc(0));
    evil.git("read-tree", "--empty");
    const entry = Buffer.concat([Buffer.from("40000 z\0"), Buffer.from(bomb, "hex")]);
    const commit = evil.git("commit-tree", "-p", "HEAD", "-m", "x", store(evil, "tree", entry));
    evil.git("push", "-q", "origin", `${commit.trim()}:main`);
    expect(await failureOf(device.sync())).toMatchObject({
      reason: "damaged",
      message: expect.stringContaining("its folders are too many"),
    });
    expect(device.read("topics/a.md")).toBe("- one\n");
  });

  test("ends a walk through history, and that of one commit", async () => {
    const { evil } = await meetEvil();
    const blob = Buffer.from(store(evil, "blob", "x"), "hex");
    const bomb = storeBomb(evil, Buffer.concat([Buffer.from("100644 x\0"), blob]));
    const objects = openObjects(join(evil.root, ".git"), nodeDisk);
    const blocked = { code: "GIT_BLOCKED" };
    await expect(changedFiles(objects, undefined, bomb)).rejects.toMatchObject(blocked);
    await expect(filesOf(objects, bomb)).rejects.toMatchObject(blocked);
  });
});
