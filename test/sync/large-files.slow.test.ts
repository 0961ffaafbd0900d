import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createBare, createDevice, createOwn, type Device } from "./devices.ts";
import { syncRequest } from "./sync-request.ts";

/** More than the tests' limit. */
const large = "\n".repeat(1_500_000);
const { settings } = syncRequest("/");
const roomy = { settings: { ...settings, maxFileBytes: 20 * 2 ** 20 } };

/** Two devices that share a vault; the laptop's git asks nobody how large a file is. */
async function createPair(): Promise<{ board: Device; laptop: Device; url: string }> {
  const url = createBare();
  const board = await createOwn("board", url);
  board.write("topics/cooking.md", "- rice\n");
  board.write("topics/travel.md", "- lisbon\n");
  await board.sync();
  return { board, laptop: await createDevice("laptop", url), url };
}

function push({ git, write }: Device, files: Readonly<Record<string, string | undefined>>): void {
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) git("rm", "-q", path);
    else write(path, text);
  }
  git("add", "-A");
  git("commit", "-qm", "by hand");
  git("push", "-q", "origin", "HEAD:main");
}

const nothing = { committed: 0, pulled: 0, pushed: 0 };
const sizeAtRemote = (device: Device, path: string): string => {
  device.git("fetch", "-q");
  return device.git("cat-file", "-s", `origin/main:${path}`).trim();
};

describe("syncVault() does not take a file of more than the limit", () => {
  test("and goes on with all else, round after round", async () => {
    const { board, laptop } = await createPair();
    push(laptop, { "topics/flood.md": large, "topics/cooking.md": "- rice\n- broth\n" });
    const told = {
      path: "topics/flood.md",
      reason:
        "another device's version has 1.4 MB, more than 1 MB: it stays out of this folder, and all else is synced; make it smaller or delete it there",
      isIncoming: true,
    };
    expect(await board.sync()).toMatchObject({ pulled: 1, heldBack: [told] });
    expect(board.read("topics/cooking.md")).toContain("broth");
    expect(Object.keys(board.files())).toEqual(["topics/cooking.md", "topics/travel.md"]);
    for (const _ of [1, 2])
      expect(await board.sync()).toMatchObject({ ...nothing, heldBack: [told] });
    board.append("topics/travel.md", "- porto\n");
    rmSync(join(board.root, ".git/index")); // Nor is it deleted where git's index is lost.
    expect(await board.sync()).toMatchObject({ committed: 1, pushed: 1, heldBack: [told] });
    board.fsck();
    expect(sizeAtRemote(laptop, "topics/flood.md")).toBe("1500000");
  });

  test("nor where both sides have something new, nor in a new copy of the vault", async () => {
    const { board, laptop, url } = await createPair();
    push(laptop, { "flood.bin": large });
    board.append("topics/travel.md", "- porto\n");
    expect(await board.sync()).toMatchObject({
      pulled: 1,
      pushed: 2,
      heldBack: [{ isIncoming: true }],
    });
    expect(await board.sync()).toMatchObject(nothing);
    const phone = await createDevice("phone", url);
    expect(Object.keys(phone.files())).toEqual(["topics/cooking.md", "topics/travel.md"]);
    expect(await phone.sync()).toMatchObject({ ...nothing, heldBack: [{ path: "flood.bin" }] });
    expect(phone.status()).toBe("");
    expect(sizeAtRemote(laptop, "flood.bin")).toBe("1500000");
  });

  test("nor lets go of the version that it had, which is then this device's alone", async () => {
    const { board, laptop } = await createPair();
    push(laptop, { "topics/travel.md": large });
    await board.sync();
    expect(board.read("topics/travel.md")).toBe("- lisbon\n");
    await board.agent("topics/travel.md", "- porto\n");
    board.append("topics/cooking.md", "- broth\n");
    const { heldBack, ...report } = await board.sync();
    expect(report).toMatchObject({ committed: 1, pushed: 1 });
    expect(heldBack.map(({ path }) => path)).toEqual(["topics/travel.md", "topics/travel.md"]);
    expect(sizeAtRemote(laptop, "topics/travel.md")).toBe("1500000");
    laptop.git("pull", "-q", "--rebase", "origin", "main");
    push(laptop, { "topics/travel.md": "- lisbon\n- faro\n" });
    expect(await board.sync()).toMatchObject({ pulled: 1 });
    expect(await board.sync()).toMatchObject({ committed: 1, pushed: 1, heldBack: [] });
    for (const line of ["lisbon", "porto", "faro"])
      expect(board.read("topics/travel.md")).toContain(line);
  });
});

describe("syncVault() of Markdown past 2 MB", () => {
  const big = (word: string): string => `- ${word}\n`.repeat(600_000);

  test("keeps both versions of it, the same on every device", async () => {
    const { board, laptop } = await createPair();
    push(laptop, { "topics/big.md": big("one") });
    await board.sync(roomy);
    board.write("topics/big.md", big("two"));
    push(laptop, { "topics/big.md": big("ten") });
    const { keptBoth, merged } = await board.sync(roomy);
    expect(merged).toEqual(["topics/big.md"]);
    expect(keptBoth).toContainEqual(expect.stringContaining("both versions are kept"));
    await laptop.sync(roomy);
    expect(laptop.files()).toEqual(board.files());
    const texts = Object.values(board.files()).filter((text) => text.length > 1_000_000);
    expect(texts.toSorted()).toEqual([big("ten"), big("two")]);
  });
});
