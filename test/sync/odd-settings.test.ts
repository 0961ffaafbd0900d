import { chmodSync, lstatSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBare, createDevice } from "./devices.ts";
import { createRepo, openRepo, type TestRepo } from "./repo.ts";

/** A remote with a link and a program, by plain git. */
async function createRemote(): Promise<{ bare: string; other: TestRepo }> {
  const bare = createBare();
  const other = openRepo(createRepo().root);
  other.git("remote", "add", "origin", bare);
  other.git("push", "-q", "origin", "main");
  return { bare, other };
}

test("where git's settings say core.filemode=off, rights are left alone, and not committed", async () => {
  const { bare, other } = await createRemote();
  const device = await createDevice("laptop", bare);
  device.git("config", "core.filemode", "off");
  writeFileSync(join(other.root, "run.sh"), "x\n");
  chmodSync(join(other.root, "notes.txt"), 0o755);
  other.git("add", "-A");
  other.git("commit", "-qm", "run");
  other.git("push", "-q", "origin", "main");
  await device.sync();
  expect(lstatSync(join(device.root, "notes.txt")).mode & 0o100).toBe(0);
  writeFileSync(join(device.root, "new.md"), "- x\n", { mode: 0o755 });
  await device.sync();
  expect(device.git("ls-tree", "HEAD", "new.md")).toMatch(/^100644/);
});

test("a new file whose name turns the text around stays here, one that is known does not", async () => {
  const { bare } = await createRemote();
  const device = await createDevice("laptop", bare);
  const odd = "\u202egpj.md";
  device.write(odd, "- x\n");
  expect(await device.sync()).toMatchObject({
    committed: 0,
    heldBack: [{ path: odd, reason: expect.stringContaining("turn the text around") }],
  });
  device.git("add", "-A");
  device.git("commit", "-qm", "mine");
  device.write(odd, "- y\n");
  expect(await device.sync()).toMatchObject({ committed: 1, heldBack: [] });
});
