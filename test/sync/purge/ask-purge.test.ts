import { renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ownSteps } from "../../../src/sync/history/own-steps.ts";
import { readPurgeMarks, toMarks } from "../../../src/sync/purge/purge-marks.ts";
import { lineHash } from "../../../src/sync/purge/rewrite-history.ts";
import { notePurge } from "../../../src/sync/round/purge-here.ts";
import { useTempFolder } from "../../temp.ts";
import { createDevice, createPair, type Device, openDevice, push } from "../devices.ts";
import { copyFolder } from "../kills.ts";
import { openRepo } from "../repo.ts";
import { everything, line, mark, path, purgeLine, secret } from "./purging.ts";

/** Forgets and purges the line, with so many others, and replaces the remote's history. */
async function purgeOn(device: Device, others = 0): Promise<void> {
  await purgeLine(device);
  const more = Array.from({ length: others }, (_, n) => lineHash(`- ${n}`));
  const lines = Array.from(toMarks(more, new Date()), (one) => `${one}\n`);
  device.append("log/forgotten.txt", lines.join(""));
  await device.sync({ accept: { replace: true, purge: true } });
}

async function createDevices(others = 0) {
  const { remote, laptop, board } = await createPair({ [path]: "- Above\n" });
  laptop.append(path, line);
  await laptop.sync();
  await board.sync();
  board.append(path, "- Said on the board\n");
  board.git("commit", "-qam", "by hand");
  await purgeOn(laptop, others);
  return { remote: openRepo(remote), laptop, board };
}

const asks = { code: "SYNC_FAILED", data: { reason: "purged" } };

describe("a purge of another device", () => {
  test("asks, and meanwhile nothing is sent or merged, and all is committed", async () => {
    const { remote, laptop, board } = await createDevices();
    const sent = remote.git("rev-parse", "main");
    await expect(board.sync()).rejects.toMatchObject(asks);
    laptop.append(path, "- Said on the laptop\n");
    await laptop.sync();
    board.append("topics/new.md", "- Written meanwhile\n");
    await expect(board.sync()).rejects.toMatchObject(asks);
    expect(board.read(path)).toBe(`- Above\n${line}- Said on the board\n`);
    expect(board.status()).toBe("");
    expect(board.git("rev-parse", "origin/main")).toBe(laptop.git("rev-parse", "main"));
    expect(remote.git("log", "--format=%an", `${sent.trim()}..main`)).not.toBe("");
    expect(remote.git("ls-tree", "-r", "--name-only", "main")).not.toContain("new.md");
    board.fsck();
    await board.sync({ accept: { purge: true } });
    expect(board.read(path).split("\n").sort()).toEqual(
      ["- Above", "- Said on the board", "- Said on the laptop", ""].sort(),
    );
    expect(board.read("topics/new.md")).toBe("- Written meanwhile\n");
    expect(everything(board)).not.toContain(secret);
    // What the sync put together has one parent, and is no step to be taken back.
    const own = {
      root: board.root,
      lociDir: join(board.root, ".loci"),
      settings: { device: "board" },
    };
    const steps = await Array.fromAsync(ownSteps(own), ({ what }) => what);
    expect(steps).not.toEqual(expect.arrayContaining([expect.stringContaining("sync:")]));
  });

  test("of however many lines keeps them everywhere where it is refused, and is not asked again", async () => {
    const { remote, laptop, board } = await createDevices(20_000);
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
    const holding = remote.git("log", "--format=%h", "-S", secret, "main").trim().split("\n");
    expect(holding).toHaveLength(1);

    await purgeOn(laptop);
    await expect(board.sync(), "a new purge").rejects.toMatchObject(asks);
  });

  test("is answered only by a yes that comes after the question", async () => {
    const { remote, laptop, board } = await createDevices();
    await expect(board.sync()).rejects.toMatchObject(asks);
    renameSync(remote.root, `${remote.root}-away`);
    await expect(board.sync()).rejects.toMatchObject({ data: { reason: "gone" } });
    renameSync(`${remote.root}-away`, remote.root);
    await purgeLine(laptop, "Above");
    await laptop.sync({ accept: { replace: true } });
    await expect(board.sync({ accept: { purge: true } })).rejects.toMatchObject(asks);
    expect(board.read(path)).toContain(line);
    await board.sync({ accept: { purge: true } });
    expect(everything(board)).not.toContain(secret);
  });

  test("is not answered by a yes to what was purged here", async () => {
    const { remote, board } = await createDevices();
    await purgeLine(board, "Above");
    const both = { message: expect.stringMatching(/another device purged.*a yes also/) };
    for (const accept of [{ purge: true }, { replace: true }])
      await expect(board.sync({ accept })).rejects.toMatchObject(both);
    expect(board.read(path)).toContain(line);
    await board.sync({ accept: { purge: true } });
    expect(remote.git("log", "-p", "main")).not.toMatch(/swordfish|- Above/);
    board.fsck();
  });

  test("that cannot be done here is refused, and stops nothing but sending", async () => {
    const { remote, laptop, board } = await createDevices();
    await expect(board.sync()).rejects.toMatchObject(asks);
    const side = join(useTempFolder(), "side");
    board.git("worktree", "add", "-q", "-b", "side", side);
    laptop.append(path, "- Said on the laptop\n");
    await laptop.sync();
    const waits = { code: "GIT_BLOCKED", message: expect.stringContaining("further work trees") };
    await expect(board.sync({ accept: { purge: true } })).rejects.toMatchObject(waits);
    laptop.append(path, "- And again\n");
    await laptop.sync();
    const sent = remote.git("rev-parse", "main");
    board.append("topics/new.md", "- Written meanwhile\n");
    await expect(board.sync()).rejects.toMatchObject(asks);
    expect([board.status(), remote.git("rev-parse", "main")]).toEqual(["", sent]);
    board.git("worktree", "remove", "--force", side);
    board.git("branch", "-qD", "side");
    await board.sync({ accept: { purge: true } });
    expect(board.read(path)).toContain("- And again\n");
    expect(everything(board)).not.toContain(secret);
    expect(remote.git("show", "main:topics/new.md")).toBe("- Written meanwhile\n");
  });

  test("is refused for good where an earlier yes came to nothing", async () => {
    const { laptop, board } = await createDevices();
    const marks = readPurgeMarks(Buffer.from(laptop.read("log/forgotten.txt")));
    await notePurge(join(board.root, ".git"), marks);
    await board.sync({ accept: { purge: false } });
    await board.sync();
    expect(board.read(path)).toContain(line);
    expect(board.git("log", "-p", "refs/loci/rescue/main")).toContain(`+${line}`);
  });

  test("asks even where a copied folder brings answers along", async () => {
    const { laptop, board } = await createDevices();
    const marks = readPurgeMarks(Buffer.from(laptop.read("log/forgotten.txt")));
    await notePurge(join(board.root, ".git"), marks);
    await expect(board.sync()).rejects.toMatchObject(asks);
    expect(board.read(path)).toContain(line);
    const copy = openDevice("board", copyFolder(board.root));
    copy.append("log/forgotten.txt", [...marks, ""].join("\n"));
    copy.commitAll("as if plain git brought the marks");
    await copy.sync({ local: true });
    expect(everything(copy)).toContain("swordfish");
    expect(everything(board)).toContain("swordfish");
  });

  test("takes nothing that is written after its mark is gone again", async () => {
    const { laptop, board } = await createPair({ [path]: "- Above\n" });
    mark(laptop);
    const marks = laptop.read("log/forgotten.txt");
    for (const text of [marks, "", marks]) {
      laptop.write("log/forgotten.txt", text);
      push(laptop);
      await board.sync();
      if (text === "") board.append(path, line);
      await board.sync();
      laptop.git("pull", "-q", "origin", "main");
    }
    await board.sync();
    expect(board.read(path)).toBe(`- Above\n${line}`);
    expect(board.git("log", "-p")).toContain(`+${line}`);
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
