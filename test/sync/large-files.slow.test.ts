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
  test("where both sides have something new, nor in a new copy of the vault", async () => {
    const { board, laptop, remote } = await createDevices();
    pushFiles(laptop, { "flood.bin": large });
    board.append(travel, "- porto\n");
    const heldBack = [{ path: "flood.bin", isIncoming: true }];
    expect(await board.sync()).toMatchObject({ pulled: 1, pushed: 2, heldBack });
    expect(await board.sync()).toMatchObject(nothing);
    rmSync(join(board.root, ".git/index")); // Nor is it deleted where git's index is lost.
    expect(await board.sync()).toMatchObject({ ...nothing, heldBack });
    const phone = await createDevice("phone", remote);
    expect(Object.keys(phone.files())).toEqual([".gitignore", cooking, travel]);
    expect(await phone.sync()).toMatchObject({ ...nothing, heldBack });
    expect(phone.status()).toBe("");
    expect(sizeAtRemote(laptop, "flood.bin")).toBe("1500000");
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
