import { execFileSync, execSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SyncReport } from "../../src/sync/round/sync-request.ts";
import { type Device, meetEvil } from "./devices.ts";
import { gitEnv, type TestRepo } from "./repo.ts";

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
    expect(report.heldBack[0]?.reason).toContain("286.1 MB");
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
