import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ownReadLimits } from "../../../src/git/packs/pack-limits.ts";
import { openThread } from "../../../src/git/receive/thread.ts";
import { createRepo } from "../../sync/repo.ts";

test("openThread() reads in one thread, which ends for good when it is closed", async () => {
  let started = 0;
  const count = (): void => void started++;
  process.on("worker", count);
  onTestFinished(() => void process.off("worker", count));
  const repo = createRepo();
  const tip = repo.git("rev-parse", "HEAD").trim();
  const limits = { ...ownReadLimits, maxHeapBytes: 256 * 2 ** 20 };
  const stored = openThread({ gitDir: join(repo.root, ".git"), limits });
  expect(started).toBe(0);
  expect((await stored.read(tip)).toString()).toMatch(/^tree /);
  expect(await stored.has(tip)).toBe(true);
  expect(await stored.has("1".repeat(40))).toBe(false);
  await expect(stored.read("1".repeat(40))).rejects.toThrow("missing or damaged");
  const asked = stored.read(tip);
  await stored.close();
  await Promise.allSettled([asked]);
  await expect(stored.read(tip)).rejects.toThrow("the thread that reads objects ended");
  expect(started).toBe(1);
});
