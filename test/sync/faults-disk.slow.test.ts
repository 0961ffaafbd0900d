import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allKills } from "../all-kills.ts";
import { runLoci } from "../run-loci.ts";
import { useTempFolder } from "../temp.ts";
import { createDevice, type Device, list, oneSentence, openDevice } from "./devices.ts";
import { createDiverged, expectMerged, expectNothingLost } from "./diverged.ts";
import { copyFolder, expectSound } from "./kills.ts";
import { openRepo } from "./repo.ts";
import { noMount, type SmallDisk, useSmallDisk } from "./small-disk.ts";
import { watchDisk } from "./watched-disk.ts";

test.skipIf(noMount === undefined)(`disks: ${noMount}`, () => undefined);

/** Its own folder stays behind, for a copy's is set aside with a sentence. */
function copyTo(from: string, to: string): string {
  copyFolder(from, to);
  rmSync(join(to, ".git/hooks"), { recursive: true, force: true });
  rmSync(join(to, ".loci"), { recursive: true, force: true });
  openDevice("copy", to);
  return to;
}

/** A copy of the board in one folder, with a copy of its remote in another one. */
function copyBoth(from: { board: Device; remote: string }, root: string, remote: string): Device {
  const board = openDevice("board", copyTo(from.board.root, root));
  board.git("config", "remote.origin.url", copyTo(from.remote, remote));
  return board;
}

/** About as many changes as a round of the template makes to the disk. */
const callsOfRound = 175;
const stride = allKills ? 13 : 26;

/** Runs a round on the board that fills a disk as it makes its nth change to it. */
async function syncAndFill(board: Device, disk: SmallDisk, nth: number): Promise<unknown> {
  const { ended } = await watchDisk(board.sync, async (call, number) => {
    if (number === nth) disk.fill(nth % 3);
    await call();
  });
  return ended;
}

test.skipIf(noMount).each([
  ["the vault", 1, 3_000],
  ["the USB stick", 21, 2_000],
] as const)(
  "syncVault() with the disk of %s full in the middle of a round loses nothing, and goes on when there is room",
  async (place, first, kilobytes) => {
    const template = await createDiverged();
    const disk = useSmallDisk(kilobytes);
    const isStick = place === "the USB stick";
    const failures = new Set<unknown>();
    for (let nth = first; nth < callsOfRound; nth += stride) {
      const [small, large] = [join(disk.path, `${nth}`), join(useTempFolder(), "large")];
      const [root, remote] = isStick ? [large, small] : [small, large];
      const board = copyBoth(template, root, remote);
      const ended = await syncAndFill(board, disk, nth);
      const told = `full from call ${nth} on`;
      if (ended instanceof Error) {
        failures.add(nth);
        expect(ended, told).toMatchObject(oneSentence);
        if (isStick) expect(ended, told).toMatchObject({ data: { reason: "full" } });
      }
      expectNothingLost(board, told);
      openRepo(remote).fsck();
      disk.free();
      await board.sync();
      expect(await board.sync(), told).toMatchObject({ committed: 0, pulled: 0, pushed: 0 });
      expectMerged(board, told);
      expectSound(board, told);
      openRepo(remote).fsck();
      expect(openRepo(remote).git("rev-parse", "main"), told).toBe(board.git("rev-parse", "HEAD"));
      rmSync(small, { recursive: true });
    }
    expect(failures.size).toBeGreaterThan(1);
  },
  180_000,
);

describe.skipIf(noMount)("loci sync", () => {
  const loci = (root: string) => runLoci(["sync", "--vault", root, "--json"]);
  const one = /^\{"error":\{[^\n]+\}\}\n$/;

  test("with the vault on a read-only disk says so and changes nothing", async () => {
    const { board: from, remote } = await createDiverged();
    const disk = useSmallDisk(4_000);
    const root = copyTo(from.root, join(disk.path, "board"));
    const before = openRepo(remote).git("rev-parse", "main");
    disk.mount("ro");
    const failed = await loci(root);
    disk.mount("rw");
    expect([failed.code, failed.stdout]).toEqual([1, ""]);
    // Even so the index answers, from memory.
    const [ofIndex, ...errors] = failed.stderr.split(/(?<=\n)/);
    expect(ofIndex).toMatch(/^Cannot write the search index: .+ in memory\n$/);
    expect(errors.join("")).toMatch(one);
    expect(errors.join("")).toMatch(/read-only|written|writ|unable to open/);
    expect(openRepo(remote).git("rev-parse", "main")).toBe(before);
    expectNothingLost(openDevice("board", root), "read-only");
    const done = await loci(root);
    expect(done.code, done.stderr).toBe(0);
  });

  test("pulls from a USB stick that is write-protected, and says that it cannot push", async () => {
    const { board, remote: from } = await createDiverged();
    const { root } = board;
    const disk = useSmallDisk(4_000);
    const remote = copyTo(from, join(disk.path, "stick.git"));
    disk.mount("ro");
    const url = ["--remote", remote];
    const failed = await runLoci(["sync", "--vault", root, "--json", ...url]);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(one);
    expect(failed.stderr).toMatch(/right to write|writable/);
    expect(board.read("topics/a.md")).toContain("- laptop\n");
    const only = await runLoci(["init", join(useTempFolder(), "only"), "--from", remote]);
    expect(only.code, only.stderr).toBe(0);
    disk.mount("rw");
    const done = await runLoci(["sync", "--vault", root, ...url]);
    expect(done.code, done.stderr).toBe(0);
    const fresh = await createDevice("fresh", remote);
    expect(fresh.files()).toEqual(board.files());
  });

  test("with a USB stick that is pulled out says so, and never takes an empty mount point for a new remote", async () => {
    const { board, remote: from } = await createDiverged();
    const disk = useSmallDisk(4_000);
    const remote = copyTo(from, join(disk.path, "stick.git"));
    board.git("config", "remote.origin.url", remote);
    for (const nth of [1, 20, 40, 55, 70, 80, 90]) {
      board.write("hand.md", list("hand", String(nth)));
      let isOut = false;
      const { ended } = await watchDisk(board.sync, async (call, number) => {
        if (number === nth && !isOut) disk.pullOut();
        isOut ||= number === nth;
        await call();
      });
      if (isOut) {
        if (ended instanceof Error) {
          expect(ended, `at call ${nth}`).toMatchObject({ data: { reason: "gone" } });
          expect(existsSync(join(remote, "HEAD"))).toBe(false);
        }
        disk.plugIn();
      }
      await board.sync();
      openRepo(remote).fsck();
      expect(openRepo(remote).git("show", "main:hand.md")).toBe(list("hand", String(nth)));
    }
  });
});
