import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createDevice, createOwn, list } from "./devices.ts";

test("syncVault() keeps what was pulled from a folder that takes no push", async () => {
  const there = await createOwn("there");
  there.write("a.md", list("a"));
  await there.sync();
  const laptop = await createDevice("laptop", there.root);
  there.append("a.md", list("b"));
  await there.sync();
  expect(await laptop.sync()).toMatchObject({ pulled: 1, pushed: 0 });
  there.append("a.md", list("c"));
  await there.sync();
  const trap = join(there.root, ".git/trap");
  there.git("config", "receive.denyCurrentBranch", "updateInstead");
  there.git("config", "filter.evil.smudge", `touch ${trap}; cat`);
  there.write(".git/info/attributes", "* filter=evil\n");
  laptop.write("mine.md", list("mine"));
  await expect(laptop.sync()).rejects.toMatchObject({
    message: expect.stringMatching(/^Cannot sync with \S+: .* checked out branch/),
  });
  expect(laptop.files()["a.md"]).toBe(list("a", "b", "c"));
  expect(existsSync(trap)).toBe(false);
});
