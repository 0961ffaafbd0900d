import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createDevice, createPair, type Device, push } from "./devices.ts";
import { syncRequest } from "./sync-request.ts";

/** More than the tests' limit. */
const large = "\n".repeat(1_500_000);
const cooking = "topics/cooking.md";
const travel = "topics/travel.md";

/** Two devices that share a vault; the laptop's git asks nobody how large a file is. */
const createDevices = () => createPair({ [cooking]: "- rice\n", [travel]: "- lisbon\n" });

function pushFiles(laptop: Device, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) laptop.write(path, text);
  push(laptop);
}

const nothing = { committed: 0, pulled: 0, pushed: 0 };
const sizeAtRemote = (device: Device, path: string): string => {
  device.git("fetch", "-q");
  return device.git("cat-file", "-s", `origin/main:${path}`).trim();
};

describe("syncVault() does not take a file of more than the limit", () => {
  test("and goes on with all else, round after round", async () => {
    const { board, laptop } = await createDevices();
    pushFiles(laptop, { "topics/flood.md": large, [cooking]: "- rice\n- broth\n" });
    const told = {
      path: "topics/flood.md",
      reason: expect.stringMatching(/has 1\.4 MB, more than 1 MB: it stays out of this folder/),
      isIncoming: true,
    };
    expect(await board.sync()).toMatchObject({ pulled: 1, heldBack: [told] });
    expect(board.read(cooking)).toContain("broth");
    expect(Object.keys(board.files())).toEqual([".gitignore", cooking, travel]);
    for (const _ of [1, 2])
      expect(await board.sync()).toMatchObject({ ...nothing, heldBack: [told] });
    board.append(travel, "- porto\n");
    rmSync(join(board.root, ".git/index")); // Nor is it deleted where git's index is lost.
    expect(await board.sync()).toMatchObject({ committed: 1, pushed: 1, heldBack: [told] });
    board.fsck();
    expect(sizeAtRemote(laptop, "topics/flood.md")).toBe("1500000");
  });

  test("nor where both sides have something new, nor in a new copy of the vault", async () => {
    const { board, laptop, remote } = await createDevices();
    pushFiles(laptop, { "flood.bin": large });
    board.append(travel, "- porto\n");
    const heldBack = [{ path: "flood.bin", isIncoming: true }];
    expect(await board.sync()).toMatchObject({ pulled: 1, pushed: 2, heldBack });
    expect(await board.sync()).toMatchObject(nothing);
    const phone = await createDevice("phone", remote);
    expect(Object.keys(phone.files())).toEqual([".gitignore", cooking, travel]);
    expect(await phone.sync()).toMatchObject({ ...nothing, heldBack });
    expect(phone.status()).toBe("");
    expect(sizeAtRemote(laptop, "flood.bin")).toBe("1500000");
  });

  test("nor lets go of the version that it had, which is then this device's alone", async () => {
    const { board, laptop } = await createDevices();
    pushFiles(laptop, { [travel]: large });
    await board.sync();
    expect(board.read(travel)).toBe("- lisbon\n");
    await board.agent(travel, "- porto\n");
    board.append(cooking, "- broth\n");
    const { heldBack, ...report } = await board.sync();
    expect(report).toMatchObject({ committed: 1, pushed: 1 });
    expect(heldBack.map(({ path }) => path)).toEqual([travel, travel]);
    expect(sizeAtRemote(laptop, travel)).toBe("1500000");
    laptop.git("pull", "-q", "--rebase", "origin", "main");
    pushFiles(laptop, { [travel]: "- lisbon\n- faro\n" });
    expect(await board.sync()).toMatchObject({ pulled: 1 });
    expect(await board.sync()).toMatchObject({ committed: 1, pushed: 1, heldBack: [] });
    for (const line of ["lisbon", "porto", "faro"]) expect(board.read(travel)).toContain(line);
  });
});

test("syncVault() keeps both versions of Markdown past 2 MB, the same on every device", async () => {
  const { board, laptop } = await createDevices();
  const big = (word: string): string => `- ${word}\n`.repeat(600_000);
  const settings = { ...syncRequest("/").settings, maxFileBytes: 20 * 2 ** 20 };
  pushFiles(laptop, { "topics/big.md": big("one") });
  await board.sync({ settings });
  board.write("topics/big.md", big("two"));
  pushFiles(laptop, { "topics/big.md": big("ten") });
  const { keptBoth, merged } = await board.sync({ settings });
  expect(merged).toEqual(["topics/big.md"]);
  expect(keptBoth).toContainEqual(expect.stringContaining("both versions are kept"));
  await laptop.sync({ settings });
  expect(laptop.files()).toEqual(board.files());
  const texts = Object.values(board.files()).filter((text) => text.length > 1_000_000);
  expect(texts.toSorted()).toEqual([big("ten"), big("two")]);
});
