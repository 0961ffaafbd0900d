import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commitPending } from "../../src/sync/commit/commit-pending.ts";
import { commitMessage } from "../../src/sync/commit/commit-text.ts";
import { readPending } from "../../src/sync/commit/pending.ts";
import { createVault, type TestRepo } from "./repo.ts";
import { createLock, learn, pendingRequest } from "./sync-request.ts";

const left = async (repo: TestRepo): Promise<string[]> =>
  (await readPending(join(repo.root, ".loci"))).flatMap((record) => record.path);

describe("commitPending()", () => {
  test("keeps what is noted while it commits", async () => {
    const repo = createVault();
    await learn(repo, "cooking", "a");
    const real = createLock();
    let turns = 0;
    const lock: typeof real = async (work) => {
      if (++turns === 2) await learn(repo, "travel", "meanwhile");
      return real(work);
    };
    expect(await commitPending(pendingRequest(repo.root, { lock }))).toMatchObject({
      paths: ["topics/cooking.md"],
    });
    expect(await left(repo)).toEqual(["topics/travel.md"]);
    expect(repo.status()).toBe(" M topics/travel.md\n");
  });

  test("passes over a torn line, and the next note does not continue it", async () => {
    const repo = createVault();
    await learn(repo, "cooking", "a");
    const journal = repo.read(".loci/pending");
    repo.write(".loci/pending", `${journal}{"path":"topics/tr`);
    expect(await left(repo)).toEqual(["topics/cooking.md"]);
    await learn(repo, "travel", "b");
    expect(await left(repo)).toEqual(["topics/cooking.md", "topics/travel.md"]);
  });
});

test("commitMessage() keeps a topic's name on one short line, without signs that turn or hide text", () => {
  const topic = `a\u202eb\u2066c\u200b\n\nDevice: other\u0000${"x".repeat(100)}`;
  const subject = commitMessage([{ topic, op: "learned" }]);
  expect(subject).toMatch(/^abc Device: other x+…: learned 1$/);
  expect(subject.length).toBeLessThan(60);
});

test("commitPending() is not stopped for ever by a forged journal, and commits nothing of what it names", async () => {
  const repo = createVault();
  const paths = [
    ...["../../etc/passwd", ".git/config", ".loci/lock.db", "topics/../.git/x.md"],
    ...["git~1/x.md", "/etc/x.md", "notes.txt", "topics/\u0000.md"],
  ];
  const lines = paths.map((path) => JSON.stringify({ path, op: "learned", topic: "x" }));
  const forged = ["[]", "null", '{"path":1}', '{"path":"a.md","op":"?","topic":"a"}', ...lines];
  repo.write(".loci/pending", `${forged.join("\n")}\n`);
  await learn(repo, "cooking", "a");
  expect(await commitPending(pendingRequest(repo.root))).toMatchObject({
    status: "committed",
    paths: ["topics/cooking.md"],
  });
  expect(existsSync(join(repo.root, ".loci/pending"))).toBe(false);
  repo.write(".loci/pending", `${forged.join("\n")}\n`);
  expect(await commitPending(pendingRequest(repo.root))).toMatchObject({ status: "nothing" });
  expect(existsSync(join(repo.root, ".loci/pending"))).toBe(false);
});

test("notePending() writes through no link that came with a clone", async () => {
  const repo = createVault();
  const profile = join(repo.root, "profile");
  writeFileSync(profile, "mine\n");
  symlinkSync(profile, join(repo.root, ".loci/pending"));
  await learn(repo, "cooking", "a");
  expect(readFileSync(profile, "utf8")).toBe("mine\n");
  expect(await left(repo)).toEqual(["topics/cooking.md"]);
});
