import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  linkSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createVaultLock } from "../../src/index/vault-lock.ts";
import { deviceClock } from "../device-clock.ts";

const holder = join(import.meta.dirname, "../workers/hold-lock.ts");

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "loci-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Starts another process that holds the lock, and waits until it does. */
async function heldElsewhere(folder: string, ms: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--no-warnings", holder, folder, "1", String(ms)]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

test("lock() gives turns in one process in the order of asking, one at a time", async () => {
  const lock = createVaultLock(makeFolder(), { clock: deviceClock });
  const seen: string[] = [];
  const turns = [30, 1, 10].map((ms, i) =>
    lock(async () => {
      seen.push(`begin ${i}`);
      await sleep(ms);
      seen.push(`end ${i}`);
      return i;
    }),
  );
  expect(await Promise.all(turns)).toEqual([0, 1, 2]);
  expect(seen).toEqual(["begin 0", "end 0", "begin 1", "end 1", "begin 2", "end 2"]);
});

test("lock() passes on what the work throws, and goes on", async () => {
  const lock = createVaultLock(makeFolder(), { clock: deviceClock });
  await expect(
    lock(() => {
      throw new RangeError("no");
    }),
  ).rejects.toThrow(RangeError);
  expect(await lock(() => 1)).toBe(1);
});

test("lock() never lets two processes in at once, and lets all of them in", async () => {
  const folder = makeFolder();
  const log = openSync(join(folder, "log"), "a");
  const children = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ["--no-warnings", holder, folder, "40", "2"], {
      stdio: ["ignore", log, "inherit"],
    }),
  );
  await Promise.all(children.map((child) => once(child, "close")));
  const lines = readFileSync(join(folder, "log"), "utf8").trim().split("\n");
  expect(lines).toHaveLength(240);
  expect(lines.every((line, i) => line === (i % 2 === 0 ? "begin" : "end"))).toBe(true);
});

test("lock() is free at once when its holder is killed", async () => {
  const folder = makeFolder();
  const child = await heldElsewhere(folder, 60_000);
  const lock = createVaultLock(folder, { clock: deviceClock });
  const turn = lock(() => "free");
  child.kill("SIGKILL");
  expect(await turn).toBe("free");
});

test("lock() rejects with BUSY after its time, in one sentence", async () => {
  const folder = makeFolder();
  await heldElsewhere(folder, 60_000);
  const lock = createVaultLock(folder, { clock: deviceClock, waitMs: 100 });
  await expect(lock(() => 1)).rejects.toMatchObject({
    code: "BUSY",
    message: expect.stringContaining("another Loci process has been writing for 1 s"),
  });
});

test("lock() can be given up while waiting, without harm to those behind", async () => {
  const folder = makeFolder();
  await heldElsewhere(folder, 300);
  const lock = createVaultLock(folder, { clock: deviceClock });
  const impatient = lock(() => 1, AbortSignal.timeout(50));
  const patient = lock(() => 2);
  await expect(impatient).rejects.toMatchObject({ name: "TimeoutError" });
  expect(await patient).toBe(2);
});

test("createVaultLock() makes do with a lock file full of noise", async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, "lock.db"), Buffer.alloc(5000, "noise"));
  const lock = createVaultLock(folder, { clock: deviceClock });
  expect(await lock(() => 1)).toBe(1);
});

test("lock() says what is wrong when there can be no lock file", async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, ".loci"), "a file");
  const lock = createVaultLock(join(folder, ".loci"), { clock: deviceClock });
  await expect(lock(() => 1)).rejects.toMatchObject({ code: "WRITE_FAILED" });
});

test("createVaultLock() empties no other file that a link in place of the lock names", async () => {
  const folder = makeFolder();
  const diary = join(folder, "diary.txt");
  writeFileSync(diary, "dear diary\n".repeat(500));
  symlinkSync(diary, join(folder, "lock.db"));
  const locked = () => createVaultLock(folder, { clock: deviceClock })(() => 1);
  await expect(locked()).rejects.toThrow(
    /^Cannot open the vault's lock ".*lock\.db": it is a link/,
  );
  rmSync(join(folder, "lock.db"));
  linkSync(diary, join(folder, "lock.db"));
  await expect(locked()).rejects.toThrow(/it is a link or no plain file/);
  rmSync(join(folder, "lock.db"));
  const lock = createVaultLock(folder, { clock: deviceClock, waitMs: 100 });
  await lock(() => 1);
  rmSync(join(folder, "lock.db"));
  symlinkSync(diary, join(folder, "lock.db"));
  await expect(lock(() => 1)).rejects.toMatchObject({ code: "WRITE_FAILED" });
  expect(readFileSync(diary, "utf8")).toHaveLength(5500);
});
