import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { disk } from "../../../src/git/disk.ts";
import { createBare, createDevice } from "../devices.ts";
import { everything, line, path, purge, purgeLine, secret } from "./purging.ts";

test("a purge that is killed while it deletes a pack leaves nothing of it in the end", async () => {
  const device = await createDevice("laptop", createBare());
  device.write(path, line);
  device.commitAll();
  device.git("repack", "-adq");
  const { unlink } = disk;
  let isDead = false;
  disk.unlink = async (file) => {
    if (isDead) throw new Error("killed");
    await unlink(file);
    isDead = file.includes("/pack/pack-");
  };
  await expect(purgeLine(device)).rejects.toThrow("killed");
  disk.unlink = unlink;
  await device.sync({ local: true, purge });
  const folder = join(device.root, ".git/objects/pack");
  const packs = readdirSync(folder).filter((name) => name.endsWith(".pack"));
  for (const pack of packs) device.git("index-pack", join(folder, pack));
  expect(everything(device)).not.toContain(secret);
});
