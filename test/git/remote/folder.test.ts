import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBare, createDevice, createOwn, list } from "../../sync/devices.ts";
import { openRepo } from "../../sync/repo.ts";
import { useTempFolder } from "../../temp.ts";

test("a push to a folder runs no program to fetch what the folder says it lacks", async () => {
  const bare = openRepo(createBare());
  const trap = join(useTempFolder(), "trap");
  const lines = Array.from({ length: 200 }, (_, n) => `- ${n} ${n ** 5}\n`).join("");
  const device = await createOwn("laptop", bare.root);
  device.write("topics/long.md", `${lines}- a\n`);
  await device.sync();
  bare.git("config", "core.repositoryFormatVersion", "1");
  bare.git("config", "extensions.partialClone", "evil");
  bare.git("config", "remote.evil.promisor", "true");
  bare.git("config", "remote.evil.url", bare.root);
  bare.git("config", "remote.evil.uploadpack", `touch ${trap}; git-upload-pack`);
  bare.git("config", "protocol.file.allow", "always");
  const base = device.git("rev-parse", "HEAD:topics/long.md").trim();
  rmSync(join(bare.root, "objects", base.slice(0, 2), base.slice(2)), { force: true });
  device.append("topics/long.md", "- b\n");
  await device.sync().catch(() => undefined);
  expect(existsSync(trap)).toBe(false);
});

test("a folder that is checked out can be pulled from, and a push there is refused and runs no filter", async () => {
  const there = await createOwn("there");
  there.write("a.md", list("a"));
  await there.sync();
  const laptop = await createDevice("laptop", there.root);
  there.append("a.md", list("b"));
  await there.sync();
  const trap = join(useTempFolder(), "trap");
  there.git("config", "receive.denyCurrentBranch", "updateInstead");
  there.git("config", "filter.evil.smudge", `touch ${trap}; cat`);
  there.write(".git/info/attributes", "* filter=evil\n");
  laptop.write("mine.md", list("mine"));
  await expect(laptop.sync()).rejects.toMatchObject({
    message: expect.stringMatching(/^Cannot sync with \S+: .* checked out branch/),
  });
  expect(laptop.files()["a.md"]).toBe(list("a", "b"));
  expect(existsSync(trap)).toBe(false);
});
