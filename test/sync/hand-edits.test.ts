import { expect, test } from "vitest";
import type { EditedFile } from "../../src/vault/log/describe-edits.ts";
import { createOwn, type Device, list } from "./devices.ts";

/** A vault with a first commit of these files. */
async function createVault(files: Record<string, string>): Promise<Device> {
  const device = await createOwn("laptop");
  device.write(".gitignore", ".loci/\n*.wav\n");
  for (const [path, text] of Object.entries(files)) device.write(path, text);
  device.commitAll("first");
  return device;
}

test("syncVault() has those edits logged that it commits, in their commit, not those held back", async () => {
  const device = await createVault({ "a.md": list("a"), "b.md": list("b"), "c.md": list("c") });
  const logged: string[][] = [];
  const logEdits = async (files: readonly EditedFile[]): Promise<string[]> => {
    logged.push(files.map(({ path }) => path));
    device.append("log/2026-02.md", "logged\n");
    return ["log/2026-02.md"];
  };
  device.append("a.md", "- token ghp_abc\n");
  device.append("b.md", "- staged\n");
  device.git("add", "b.md");
  device.append("c.md", "- fine\n");
  device.write("map.svg", "<svg/>");
  const looksSecret = (line: string): boolean => line.includes("ghp_");
  expect(await device.sync({ looksSecret, logEdits })).toMatchObject({
    committed: 1,
    heldBack: [
      { path: "a.md", reason: expect.not.stringContaining("ghp_") },
      { path: "b.md", reason: expect.stringContaining("staged") },
    ],
  });
  expect(logged).toEqual([["c.md"]]);
  expect(device.git("show", "--format=", "--name-only").trim().split("\n")).toEqual([
    ...["c.md", "log/2026-02.md", "map.svg"],
  ]);
  expect(device.status()).toBe(" M a.md\nM  b.md\n");
  await device.sync({ looksSecret, logEdits });
  expect(logged).toHaveLength(1);
});

test("syncVault() does not believe at once that a file was emptied", async () => {
  const device = await createVault({ "a.md": list("a", "b") });
  device.write("a.md", "");
  setTimeout(() => device.write("a.md", list("a", "b", "c")), 200);
  await device.sync();
  expect(device.git("show", "HEAD:a.md")).toBe(list("a", "b", "c"));
  expect(device.git("log", "--format=%s").trim().split("\n")).toHaveLength(2);
});
