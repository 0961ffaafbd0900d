import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type PackLimits, packLimits } from "../../../src/git/packs/pack-limits.ts";
import { checkPack, type PackCheck } from "../../../src/git/receive/check-pack.ts";
import { createRepo } from "../../sync/repo.ts";
import { blob, chainOf, history, oidOf, packOf, packOfEntries, tree } from "../packs/make-pack.ts";

const MB = 2 ** 20;

/** What is asked where this pack came to an empty repository. */
function checkOf(pack: Buffer, wanted: string, limits: Partial<PackLimits> = {}): PackCheck {
  const { root } = createRepo({ empty: true });
  const path = join(root, "new.pack");
  writeFileSync(path, pack);
  const all = { ...packLimits, ...limits };
  return { path, gitDir: join(root, ".git"), wanted, shallow: new Set(), limits: all };
}

const nowhere = "1".repeat(40);
/** Within its limits this one takes minutes. */
const endless = (): PackCheck =>
  checkOf(packOfEntries(chainOf(blob(Buffer.alloc(20 * MB)), 4_000)), nowhere, {
    maxMadeBytes: 2 ** 50,
  });

/** How often this thread could do something else. */
function countTurns(): () => number {
  let turns = 0;
  const timer = setInterval(() => turns++, 10);
  return () => {
    clearInterval(timer);
    return turns;
  };
}

const threads = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;

/** The threads that are started from now on. */
function countThreads(): () => number {
  let started = 0;
  const count = (): void => void started++;
  process.on("worker", count);
  onTestFinished(() => void process.off("worker", count));
  return () => started;
}

test("checkPack() gives a small pack's objects, each after what it names", async () => {
  const x = blob("x\n");
  const { pack, tip } = history(tree(["100644", "x.md", oidOf(x)]), x);
  const started = countThreads();
  const { few, holdsWanted } = await checkPack(checkOf(pack, tip), undefined);
  expect(few?.map(({ type }) => type)).toEqual(["blob", "tree", "commit"]);
  expect(holdsWanted).toBe(true);
  expect(started()).toBe(0);
});

test("checkPack() gives what is small but costs more than it may here to a thread", async () => {
  const text = Buffer.alloc(2 * MB, "a line\n").toString();
  const { pack, tip } = history(tree(["100644", "x.md", oidOf(blob(text))]), blob(text));
  expect(pack.length).toBeLessThan(64 * 1024);
  const started = countThreads();
  expect(await checkPack(checkOf(pack, tip), undefined)).toMatchObject({ holdsWanted: true });
  expect(started()).toBe(1);
});

test("checkPack() ends at its time, with one sentence, and lets others work meanwhile", async () => {
  const before = threads();
  const turns = countTurns();
  const check = endless();
  const limits = { ...check.limits, maxMs: 3_000 };
  await expect(checkPack({ ...check, limits }, undefined)).rejects.toThrow(
    expect.objectContaining({
      name: "SyntaxError",
      message: "it takes more than 3 s to check",
    }),
  );
  expect(turns()).toBeGreaterThan(50);
  expect(threads()).toBe(before);
});

test("checkPack() ends at once when the caller does", async () => {
  const before = threads();
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error("stopped")), 1_500);
  await expect(checkPack(endless(), controller.signal)).rejects.toThrow("stopped");
  await expect(checkPack(endless(), controller.signal)).rejects.toThrow("stopped");
  expect(threads()).toBe(before);
});

test("checkPack() ends where the caller did while it looked at the file, and starts no thread", async () => {
  const started = countThreads();
  const controller = new AbortController();
  const checked = checkPack(endless(), controller.signal);
  controller.abort(new Error("stopped"));
  await expect(checked).rejects.toThrow("stopped");
  expect(started()).toBe(0);
});

test("checkPack() refuses what takes more memory than it may, and this process lives on", async () => {
  const oid = (n: number): string => n.toString(16).padStart(40, "a");
  const trees = Array.from({ length: 40 }, (_, at) =>
    tree(
      ...Array.from({ length: 10_000 }, (_, n) => {
        const name = oid(at * 10_000 + n);
        return ["100644", name, name] satisfies [string, string, string];
      }),
    ),
  );
  const check = checkOf(packOf(trees), nowhere, { maxHeapBytes: 40 * MB });
  await expect(checkPack(check, undefined)).rejects.toThrow(
    expect.objectContaining({
      name: "SyntaxError",
      message: "it takes more than 40 MB of memory to check",
    }),
  );
});

test("checkPack() tells of a disk that fails", async () => {
  const check = checkOf(Buffer.alloc(0), nowhere);
  await expect(checkPack({ ...check, path: "/nowhere.pack" }, undefined)).rejects.toMatchObject({
    code: "ENOENT",
  });
});
