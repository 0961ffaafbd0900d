import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nodeDisk } from "../../../src/git/disk.ts";
import { answerPurge, lineHash, textHash, toMarks } from "../../../src/sync/purge/purge-marks.ts";
import { readSyncState } from "../../../src/sync/sync-state.ts";
import { createBare, createDevice, createOwn, type Device } from "../devices.ts";
import { openRepo } from "../repo.ts";
import { syncRequest } from "../sync-request.ts";

const secret = "The code is swordfish, and nobody else's";
const line = `- ${secret}\n`;
const path = "topics/safe.md";

/** Forgets and purges the line as `loci forget --purge` does, and replaces the remote's history. */
async function purgeOn(device: Device): Promise<void> {
  device.write(path, device.read(path).replace(line, ""));
  await device.sync();
  const marks = toMarks([lineHash(line), textHash(secret)], new Date());
  await answerPurge(nodeDisk, join(device.root, ".git"), marks, "yes");
  mkdirSync(join(device.root, "log"), { recursive: true });
  const lines = [...marks].map((mark) => `${mark}\n`);
  appendFileSync(join(device.root, "log/forgotten.txt"), lines.join(""));
  await device.sync({ accept: { replace: true } });
}

/** All that is in a repository, reachable or not. */
const everything = ({ git }: Pick<Device, "git">): string =>
  git("cat-file", "--batch-all-objects", "--batch", "--buffer");

async function createDevices() {
  const remote = createBare();
  const laptop = await createOwn("laptop", remote);
  laptop.write(".gitignore", ".loci/\n");
  laptop.write(path, "- Above\n");
  await laptop.sync();
  laptop.append(path, line);
  await laptop.sync();
  const board = await createDevice("board", remote);
  board.append(path, "- Said on the board\n");
  board.git("commit", "-qam", "by hand");
  await purgeOn(laptop);
  return { remote: openRepo(remote), laptop, board };
}

const asks = { code: "SYNC_FAILED", data: { reason: "purged" } };
function stateOf({ root }: Device) {
  const { lociDir, person } = syncRequest(root);
  return readSyncState({ root, lociDir, person }, "origin");
}

describe("a purge of another device, of one line,", () => {
  test("asks, and meanwhile all but sending goes on", async () => {
    const { remote, laptop, board } = await createDevices();
    const sent = remote.git("rev-parse", "main");
    await expect(board.sync()).rejects.toMatchObject(asks);
    expect(board.read(path)).toBe(`- Above\n${line}- Said on the board\n`);
    laptop.append(path, "- Said on the laptop\n");
    await laptop.sync();
    board.append("topics/new.md", "- Written meanwhile\n");
    await expect(board.sync()).rejects.toMatchObject(asks);
    expect(board.read(path)).toContain(line);
    expect(board.read(path)).toContain("- Said on the laptop\n");
    expect(board.status()).toBe("");
    expect((await stateOf(board)).failure).toMatchObject({
      reason: "purged",
      message: expect.stringContaining("1 line (in topics/safe.md)"),
      fix: expect.stringMatching(/--accept-purge.*--refuse-purge/),
    });
    laptop.write(path, laptop.read(path).replace("- Said on the laptop\n", ""));
    await laptop.sync();
    await expect(board.sync()).rejects.toMatchObject(asks);
    expect(board.read(path)).toBe(`- Above\n${line}- Said on the board\n`);
    expect(remote.git("log", "--format=%an", `${sent.trim()}..main`)).not.toBe("");
    expect(remote.git("ls-tree", "-r", "--name-only", "main")).not.toContain("new.md");
    board.fsck();
  });

  test("goes here too where it is accepted, with what was done while it waited", async () => {
    const { laptop, board } = await createDevices();
    await expect(board.sync()).rejects.toMatchObject(asks);
    board.append("topics/new.md", "- Written meanwhile\n");
    await board.sync({ accept: { purge: true } });
    await laptop.sync();
    for (const device of [laptop, board]) {
      expect(device.files()[path]).toBe("- Above\n- Said on the board\n");
      expect(device.files()["topics/new.md"]).toBe("- Written meanwhile\n");
      expect(everything(device)).not.toContain("swordfish");
      expect(device.read("log/forgotten.txt")).toContain(` x ${lineHash(line)}`);
      device.fsck();
    }
    expect(laptop.git("rev-parse", "main")).toBe(board.git("rev-parse", "main"));
  });

  test("keeps the lines everywhere where it is refused, and is not asked again", async () => {
    const { remote, laptop, board } = await createDevices();
    await expect(board.sync()).rejects.toMatchObject(asks);
    const { keptBoth } = await board.sync({ accept: { purge: false } });
    expect(keptBoth).toEqual([expect.stringMatching(/^Kept here, though another device purged/)]);
    laptop.append(path, "- Said on the laptop\n");
    for (const device of [laptop, board, laptop]) await device.sync();
    for (const device of [laptop, board]) {
      expect(device.read(path)).toContain(line);
      expect(device.read(path)).toContain("- Said on the laptop\n");
      device.fsck();
    }
    // What came before stays purged there: the line is new.
    const [newest = ""] = remote.git("log", "--format=%h", "-S", secret, "main").split("\n");
    expect(remote.git("log", "--format=%h", "-S", secret, "main").trim()).toBe(newest);

    await purgeOn(laptop);
    await expect(board.sync(), "a new purge").rejects.toMatchObject(asks);
  });

  test("asks even where a copied folder brings a yes along", async () => {
    const { laptop, board } = await createDevices();
    const marks = laptop.read("log/forgotten.txt").match(/^\S+ x .*$/gm) ?? [];
    const yes = marks.map((mark) => `yes ${mark}`);
    board.write(".git/loci/purged", `${["in 1", ...yes].join("\n")}\n`);
    await expect(board.sync()).rejects.toMatchObject(asks);
    expect(board.read(path)).toContain(line);
    board.write(".git/loci/purged", `${yes.join("\n")}\n`);
    laptop.append(path, "- Said on the laptop\n");
    await laptop.sync();
    await expect(board.sync()).rejects.toMatchObject(asks);
    expect(everything(board)).toContain("swordfish");
  });

  test("is not asked about where nothing here holds it", async () => {
    const { remote, laptop } = await createDevices();
    const phone = await createDevice("phone", remote.root);
    phone.append(path, "- Said on the phone\n");
    await phone.sync();
    await laptop.sync();
    expect(laptop.read(path)).toBe("- Above\n- Said on the phone\n");
  });
});
