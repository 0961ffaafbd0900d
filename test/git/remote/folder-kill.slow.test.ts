import { cpSync } from "node:fs";
import { expect, test } from "vitest";
import type { Disk } from "../../../src/git/disk.ts";
import { watchDisk } from "../../sync/dying-disk.ts";
import { createRepo, openRepo, type TestRepo } from "../../sync/repo.ts";
import { useTempFolder } from "../../temp.ts";
import { createBare, openDevice } from "./device.ts";

/** A vault with so many files. */
function createVault(count: number): TestRepo {
  const repo = createRepo({ empty: true });
  for (let index = 0; index < count; index++) repo.write(`t/${index}.md`, `- ${index}\n`);
  repo.commitAll("all");
  return repo;
}

const failed = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  );

test.each(["half", "after"] as const)(
  "fetch() and push(), killed at each step (%s), succeed the next time",
  async (death) => {
    const source = createVault(30);
    const child = source.git("commit-tree", "-p", "HEAD", "-m", "next", "HEAD^{tree}").trim();
    for (let nth = 1, died = true; died; nth++) {
      const bare = createBare();
      source.git("push", "-q", bare.path, "main");
      const root = useTempFolder();
      cpSync(createRepo({ empty: true }).root, root, { recursive: true });
      const [repo, disk] = [openRepo(root), createDeadDisk(nth, death)];
      died = await failed((await openDevice(bare.path, { repo, disk })).pull());
      const alive = await openDevice(bare.path, { repo });
      const from = await alive.pull();
      repo.fsck();
      repo.git("fetch", "-q", source.root, child);
      const move = { branch: "main", from, to: child };
      const dying = await openDevice(bare.path, { repo, disk: createDeadDisk(nth, death) });
      died = (await failed(dying.remote.push(move))) || died;
      expect(await alive.remote.push(move)).toBe("pushed");
      bare.git("fsck", "--strict", "--no-dangling");
    }
  },
  240_000,
);

/** As a process that is killed at its nth call: that one is half done or done, and none comes after it. */
function createDeadDisk(nth: number, death: "half" | "after"): Disk {
  return watchDisk(async (call, number, half) => {
    if (number < nth) return await call();
    if (number === nth && death === "half") half?.();
    if (number === nth && death === "after") await call();
    throw new Error("killed");
  });
}
