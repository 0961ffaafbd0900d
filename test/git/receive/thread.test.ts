import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ownReadLimits } from "../../../src/git/packs/pack-limits.ts";
import { openThread } from "../../../src/git/receive/thread.ts";
import { createRepo } from "../../sync/repo.ts";

/** A heap that no other test asks for: no thread of theirs is taken over. */
const limits = { ...ownReadLimits, maxHeapBytes: 257 * 2 ** 20 };

test("openThread() reads in one thread, which ends for good when it is closed", async () => {
  let started = 0;
  const count = (): void => void started++;
  process.on("worker", count);
  onTestFinished(() => void process.off("worker", count));
  const repo = createRepo();
  const tip = repo.git("rev-parse", "HEAD").trim();
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

test("openThread() goes on in the thread that was closed before it, and reads its own repository", async () => {
  let started = 0;
  const count = (): void => void started++;
  process.on("worker", count);
  onTestFinished(() => void process.off("worker", count));
  const [one, other] = [createRepo(), createRepo()];
  other.git("commit", "-q", "--allow-empty", "-m", "of the other alone");
  const oid = other.git("rev-parse", "HEAD").trim();
  const answers: boolean[] = [];
  for (const { root } of [one, other, one]) {
    const thread = openThread({ gitDir: join(root, ".git"), limits });
    answers.push(await thread.has(oid));
    await thread.close();
    await thread.close();
    await expect(thread.has(oid)).rejects.toThrow("the thread that reads objects ended");
  }
  expect(answers).toEqual([false, true, false]);
  expect(started).toBe(1);
});

test("openThread() opens two at once in threads of their own", async () => {
  const [one, other] = [createRepo(), createRepo({ empty: true })];
  const oid = one.git("rev-parse", "HEAD").trim();
  const threads = [one, other].map(({ root }) =>
    openThread({ gitDir: join(root, ".git"), limits }),
  );
  expect(await Promise.all(threads.map((thread) => thread.has(oid)))).toEqual([true, false]);
  await Promise.all(threads.map((thread) => thread.close()));
});
