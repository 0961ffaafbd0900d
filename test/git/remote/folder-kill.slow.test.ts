import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Disk, nodeDisk } from "../../../src/git/disk.ts";
import { createFolderRemote } from "../../../src/git/remote/create-folder-remote.ts";
import { createFailingDisk } from "../../sync/dying-disk.ts";
import { createRepo, openRepo, type TestRepo } from "../../sync/repo.ts";
import { isSampled } from "../../sync/sample-kills.ts";
import { useTempFolder } from "../../temp.ts";
import { createBare, failureOf, openDevice } from "./device.ts";

/** A vault with so many files; above 100 objects they travel as a pack. */
function createVault(count: number): TestRepo {
  const repo = createRepo({ empty: true });
  for (let index = 0; index < count; index++) repo.write(`t/${index}.md`, `- ${index}\n`);
  repo.git("add", "-A");
  repo.git("commit", "-qm", "all");
  return repo;
}

async function createStick(): Promise<TestRepo> {
  const path = join(useTempFolder(), "vault.git");
  await createFolderRemote(path);
  return openRepo(path);
}

const failed = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  );

test("createFolderRemote(), killed at each step, can be begun again", async () => {
  for (let nth = 1, died = true; died; nth++) {
    const path = join(useTempFolder(), "vault.git");
    died = await failed(createFolderRemote(path, { disk: createDeadDisk(nth, "half") }));
    await createFolderRemote(path);
    if (isSampled(nth, 4)) openRepo(path).fsck();
  }
});

test.each([
  ["few objects", 1, "half"],
  ["few objects", 1, "after"],
  ["a pack", 120, "half"],
  ["a pack", 120, "after"],
] as const)(
  "push() of %s (%i files), killed at each step (%s), succeeds the next time",
  async (...row) => {
    const [, count, death] = row;
    const source = createVault(count);
    const child = source.git("commit-tree", "-p", "HEAD", "-m", "next", "HEAD^{tree}").trim();
    for (let nth = 1, died = true; died; nth++) {
      const stick = await createStick();
      const dying = await openDevice(stick.root, {
        repo: source,
        disk: createDeadDisk(nth, death),
      });
      const move = { branch: "main", from: undefined, to: dying.oid() };
      died = await failed(dying.remote.push(move));
      buryOwners(stick.root);
      const alive = await openDevice(stick.root, { repo: source });
      const { branches } = await alive.remote.refs();
      expect([undefined, move.to]).toContain(branches.get("main")); // never half a ref
      expect(await alive.remote.push(move)).toBe("pushed");
      const next = { branch: "main", from: move.to, to: child };
      expect(await alive.remote.push(next)).toBe("pushed"); // a dead lock is in nobody's way
      if (isSampled(nth, 4)) stick.fsck();
      expect(readdirSync(join(stick.root, "refs/heads"))).toEqual(["main"]);
    }
  },
  240_000,
);

test.each([
  ["few objects", 1, "half"],
  ["a pack", 120, "after"],
] as const)(
  "fetch() of %s (%i files), killed at each step (%s), succeeds the next time",
  async (...row) => {
    const [, count, death] = row;
    const bare = createBare();
    createVault(count).git("push", "-q", bare.path, "main");
    const empty = createRepo({ empty: true });
    for (let nth = 1, died = true; died; nth++) {
      const root = useTempFolder();
      cpSync(empty.root, root, { recursive: true });
      const repo = openRepo(root);
      const dying = await openDevice(bare.path, { repo, disk: createDeadDisk(nth, death) });
      died = await failed(dying.pull());
      const alive = await openDevice(bare.path, { repo });
      await alive.pull();
      if (isSampled(nth, 4)) repo.fsck();
    }
  },
  240_000,
);

test("push() says what the disk says where it fails, at each step", async () => {
  const source = createVault(1);
  const stories = [
    ["ENOSPC", "full"],
    ["EDQUOT", "full"],
    ["EROFS", "rejected"],
    ["EIO", "damaged"],
  ] as const;
  for (let nth = 1, isDone = false; !isDone; nth++) {
    const [code, reason] = stories[nth % stories.length] ?? stories[0];
    const stick = await createStick();
    const disk = createFailingDisk(nth, code);
    const device = await openDevice(stick.root, { repo: source, disk });
    const move = { branch: "main", from: undefined, to: device.oid() };
    const outcome = device.remote.push(move);
    if (await failed(outcome))
      expect({ nth, ...(await failureOf(outcome)) }).toMatchObject({ nth, reason });
    isDone = disk.calls.length < nth;
    buryOwners(stick.root);
    const again = await openDevice(stick.root, { repo: source });
    expect(await again.remote.push(move)).toBe("pushed");
    if (isSampled(nth, 4)) stick.fsck();
  }
}, 60_000);

test("fetch() says that the vault's own disk is full", async () => {
  const bare = createBare();
  createVault(1).git("push", "-q", bare.path, "main");
  const device = await openDevice(bare.path, { disk: createFailingDisk(3, "ENOSPC") });
  expect(await failureOf(device.pull())).toMatchObject({
    reason: "full",
    message: expect.stringContaining("the disk of the vault is full"),
  });
});

/** The process that "died" is this one: its locks get the number of one that does not run. */
function buryOwners(path: string): void {
  const folder = join(path, "refs/heads");
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".lock"))) {
    const text = readFileSync(join(folder, name), "utf8");
    writeFileSync(join(folder, name), text.replace(/"pid":\d+/, '"pid":4194304'));
  }
}

/** As a process that is killed at its nth call: that one is half done or done, and none comes after it. */
function createDeadDisk(nth: number, death: "half" | "after"): Disk {
  let count = 0;
  const call = async (work: () => Promise<void>, half?: () => void): Promise<void> => {
    count++;
    if (count < nth) return await work();
    if (count === nth && death === "half") half?.();
    if (count === nth && death === "after") await work();
    throw new Error("killed");
  };
  const firstHalf = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length / 2);
  return {
    ...nodeDisk,
    create: (path, bytes, mode) =>
      call(
        () => nodeDisk.create(path, bytes, mode),
        () => writeFileSync(path, firstHalf(bytes)),
      ),
    append: (path, bytes) =>
      call(
        () => nodeDisk.append(path, bytes),
        () => writeFileSync(path, firstHalf(bytes), { flag: "a" }),
      ),
    rename: (from, to) => call(() => nodeDisk.rename(from, to)),
    link: (from, to) => call(() => nodeDisk.link(from, to)),
    unlink: (path) => call(() => nodeDisk.unlink(path)),
    mkdir: (path) => call(() => nodeDisk.mkdir(path)),
    flushFolder: (path) => call(() => nodeDisk.flushFolder(path)),
  };
}
