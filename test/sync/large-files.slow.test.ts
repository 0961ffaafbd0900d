import { execFileSync, execSync } from "node:child_process";
import { hash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import type { SyncReport } from "../../src/sync/round/sync-request.ts";
import { createDevice, createPair, type Device, meetEvil, push } from "./devices.ts";
import { gitEnv, openRepo, type TestRepo } from "./repo.ts";

/** More than the limit of 10 MB. */
const large = "\n".repeat(11_000_000);
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

test("syncVault() takes no file of more than the limit where both sides have something new, nor in a new copy of the vault", async () => {
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
  expect(sizeAtRemote(laptop, "flood.bin")).toBe("11000000");
});

/** Commits so many zeros under these names, which travel in a few hundred kilobytes. */
function commitZeros({ root, git }: TestRepo, names: readonly string[], bytes = 300_000_000): void {
  const store = `head -c ${bytes} /dev/zero | git hash-object -w --stdin`;
  const oid = execSync(store, { cwd: root, env: { ...process.env, ...gitEnv } })
    .toString()
    .trim();
  for (const name of names) git("update-index", "--add", "--cacheinfo", `100644,${oid},${name}`);
  git("commit", "-qm", "zeros");
}

function syncMeasured({ root }: Device): { report: SyncReport; megabytes: number } {
  const script = join(import.meta.dirname, "../workers/sync-measured.ts");
  return JSON.parse(execFileSync(process.execPath, [script, root], { encoding: "utf8" }));
}

test("a push of 300 MB of zeros takes no memory, here or later", { timeout: 240_000 }, async () => {
  const { device, evil } = await meetEvil();
  const usual = syncMeasured(device).megabytes;
  const names = ["topics/a.md", "topics/b.md", "film.bin", "log/forgotten.txt"];
  commitZeros(evil, names);
  evil.git("push", "-q", "origin", "HEAD:main");
  device.append("topics/mine.md", "- mine\n");
  for (const expected of [{ pulled: 1, pushed: 2 }, { pushed: 0 }]) {
    const { report, megabytes } = syncMeasured(device);
    expect(report).toMatchObject(expected);
    const told = report.heldBack.map(({ path }) => path).sort();
    expect(told).toEqual(names.toSorted());
    expect(report.heldBack[0]?.reason).toContain("more than 10 MB");
    expect(megabytes).toBeLessThan(usual + 60);
  }
  // What Loci writes to the version that it has here stays here, and stops nothing else.
  await device.agent("topics/a.md", "- two\n");
  device.append("topics/c.md", "- three\n");
  const { report, megabytes } = syncMeasured(device);
  expect(report).toMatchObject({ committed: 1, pushed: 1 });
  expect(report.heldBack.map(({ path }) => path)).toContain("topics/a.md");
  expect(megabytes).toBeLessThan(usual + 60);
  evil.git("fetch", "-q");
  expect(evil.git("cat-file", "-s", "origin/main:topics/a.md").trim()).toBe("300000000");
  expect(evil.git("show", "origin/main:topics/mine.md")).toBe("- mine\n");
  device.fsck();
});

test("where both sides have another one, each is kept whole", { timeout: 240_000 }, async () => {
  const { device, evil } = await meetEvil();
  commitZeros(evil, ["topics/b.md"]);
  evil.git("push", "-q", "origin", "HEAD:main");
  device.write("topics/b.md", "- mine\n");
  const { report, megabytes } = syncMeasured(device);
  expect(report.pushed).toBeGreaterThan(0);
  expect(megabytes).toBeLessThan(300);
  const sizes = device.git("ls-tree", "-r", "-l", "HEAD", "topics").match(/\d+(?=\t)/g);
  expect(sizes?.map(Number)).toEqual(expect.arrayContaining([300_000_000, 7]));
});

/** Numbers as packs have them: seven bits a byte, the lowest first; only four in the first one of an object. */
function toBits(value: number, first = 7): Buffer {
  const [low, rest] = [value % 2 ** first, Math.floor(value / 2 ** first)];
  return rest === 0 ? Buffer.from([low]) : Buffer.concat([Buffer.from([low | 0x80]), toBits(rest)]);
}

const header = (type: number, size: number): Buffer => {
  const bytes = toBits(size, 4);
  return Buffer.concat([Buffer.from([(bytes[0] ?? 0) | (type << 4)]), bytes.subarray(1)]);
};

const sha1 = (bytes: Buffer): Buffer => Buffer.from(hash("sha1", bytes, "hex"), "hex");

test("a pushed gigabyte that is stored as a change takes no memory", {
  timeout: 240_000,
}, async () => {
  const { device, bare } = await meetEvil();
  const { git } = openRepo(bare);
  const zeros = Buffer.alloc(2 ** 24 - 1);
  const base = sha1(Buffer.concat([Buffer.from(`blob ${zeros.length}\0`), zeros]));
  const copies = Buffer.alloc(64 * 4, Buffer.from([0xf0, 0xff, 0xff, 0xff]));
  const change = Buffer.concat([toBits(zeros.length), toBits(zeros.length * 64), copies]);
  const objects = Buffer.concat([
    Buffer.from("PACK\0\0\0\x02\0\0\0\x02", "latin1"),
    Buffer.concat([header(3, zeros.length), deflateSync(zeros)]),
    Buffer.concat([header(7, change.length), base, deflateSync(change)]),
  ]);
  const pack = join(bare, "objects/pack/pack-evil.pack");
  writeFileSync(pack, Buffer.concat([objects, sha1(objects)]));
  git("index-pack", pack);
  const [huge = ""] =
    /^[0-9a-f]{40}(?= .* 1 [0-9a-f]{40}$)/m.exec(git("verify-pack", "-v", pack)) ?? [];
  for (const [name, oid] of [
    ["base.bin", base.toString("hex")],
    ["topics/x.md", huge],
  ])
    git("update-index", "--add", "--cacheinfo", `100644,${oid},${name}`);
  const commit = git("commit-tree", "-m", "x", "-p", "main", git("write-tree").trim()).trim();
  git("update-ref", "refs/heads/main", commit);

  const { report, megabytes } = syncMeasured(device);
  expect(megabytes).toBeLessThan(350);
  const told = { path: "topics/x.md", reason: expect.stringContaining("version has more than") };
  expect(report.heldBack).toContainEqual(expect.objectContaining(told));
});
