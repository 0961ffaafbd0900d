import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createOwn, type Device } from "./devices.ts";

/** A vault whose settings leave nothing out. */
async function createVault(): Promise<Device> {
  const device = await createOwn("laptop");
  device.write(".git/info/exclude", ".loci/\n");
  device.write(".gitignore", "\n");
  device.write("a.md", "- a\n");
  device.commitAll();
  return device;
}

const held = ({ heldBack }: Awaited<ReturnType<Device["sync"]>>): string[] =>
  heldBack.map(({ path, reason }) => `${path}: ${reason}`);

test("neither transcripts nor files named as secrets are committed, whatever .gitignore says", async () => {
  const device = await createVault();
  const secrets = [
    ".env",
    ".env.local",
    "keys/host.pem",
    "keys/api.KEY",
    "id_rsa",
    "id_ed25519.bak",
  ];
  for (const path of [...secrets, "conversations/2026.md", "id_rsa.md"]) device.write(path, "x\n");
  const report = await device.sync();
  expect(report.heldBack.map(({ path }) => path).sort()).toEqual(secrets.toSorted());
  expect(held(report)[0]).toContain("files of this name hold secrets");
  expect(device.git("ls-files").trim().split("\n")).toEqual([".gitignore", "a.md", "id_rsa.md"]);
});

test("of a secret that was committed with other tools only the deletion is", async () => {
  const device = await createVault();
  device.write(".env", "x\n");
  device.commitAll();
  device.write(".env", "y\n");
  expect((await device.sync()).heldBack.map(({ path }) => path)).toEqual([".env"]);
  rmSync(join(device.root, ".env"));
  expect(await device.sync()).toMatchObject({ committed: 1, heldBack: [] });
});

test("a file that the settings name as a token is not committed", async () => {
  const device = await createVault();
  device.write("my/token", "s3cret\n");
  const report = await device.sync({ privateFiles: new Set(["my/token"]) });
  expect(held(report)).toEqual([expect.stringMatching(/^my\/token: the settings of this device/)]);
  expect(device.git("ls-files")).not.toContain("token");
});
