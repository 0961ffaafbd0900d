import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createOwn } from "../../sync/devices.ts";
import { createBare } from "./device.ts";

test("a push to a folder runs no program to fetch what the folder says it lacks", async () => {
  const bare = createBare();
  const trap = join(bare.root, "trap");
  const lines = Array.from({ length: 200 }, (_, n) => `- ${n} ${n ** 5}\n`).join("");
  const device = await createOwn("laptop", bare.path);
  device.write("topics/long.md", `${lines}- a\n`);
  await device.sync();
  bare.git("config", "core.repositoryFormatVersion", "1");
  bare.git("config", "extensions.partialClone", "evil");
  bare.git("config", "remote.evil.promisor", "true");
  bare.git("config", "remote.evil.url", bare.path);
  bare.git("config", "remote.evil.uploadpack", `touch ${trap}; git-upload-pack`);
  bare.git("config", "protocol.file.allow", "always");
  const base = device.git("rev-parse", "HEAD:topics/long.md").trim();
  rmSync(join(bare.path, "objects", base.slice(0, 2), base.slice(2)), { force: true });
  device.append("topics/long.md", "- b\n");
  await device.sync().catch(() => undefined);
  expect(existsSync(trap)).toBe(false);
});
