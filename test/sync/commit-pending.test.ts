import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commitMessage } from "../../src/sync/commit/commit-message.ts";
import { commitPending } from "../../src/sync/commit/commit-pending.ts";
import { readPending } from "../../src/sync/commit/pending.ts";
import { createLock, createVault, learn, pendingRequest } from "./pending-request.ts";
import type { TestRepo } from "./repo.ts";

const left = async (repo: TestRepo): Promise<string[]> =>
  (await readPending(join(repo.root, ".loci"))).flatMap((record) => record.path);

describe("commitPending()", () => {
  test("commits what was noted in one commit for each step, and empties the journal", async () => {
    const repo = createVault();
    await learn(repo, "cooking", "a", { step: "1" });
    await learn(repo, "cooking", "b", { step: "1" });
    await learn(repo, "garden", "c", { step: "2", agent: "rostro" });
    await learn(repo, "travel", "d", { step: "2", agent: "rostro" });
    const result = await commitPending(pendingRequest(repo.root));
    expect(result).toMatchObject({
      status: "committed",
      paths: ["topics/cooking.md", "topics/garden.md", "topics/travel.md"],
    });
    expect(repo.git("log", "-2", "--format=%an: %B---")).toBe(
      "rostro: garden, travel: learned 2\n\nDevice: board\nAgent: rostro\n---\n" +
        "Ana: cooking: learned 2\n\nDevice: board\n---\n",
    );
    expect(await left(repo)).toEqual([]);
    expect(repo.status()).toBe("");
  });

  test("does nothing where nothing is pending, were it a folder without git", async () => {
    const repo = createVault();
    rmSync(join(repo.root, ".git"), { recursive: true });
    expect(await commitPending(pendingRequest(repo.root))).toMatchObject({
      status: "nothing",
      oids: [],
    });
  });

  test("keeps what is held back or blocked for the next time", async () => {
    const repo = createVault();
    await learn(repo, "cooking", "a");
    repo.git("add", "-A");
    await learn(repo, "cooking", "b");
    await learn(repo, "travel", "c");
    const request = pendingRequest(repo.root);
    expect(await commitPending(request)).toMatchObject({
      status: "committed",
      heldBack: [{ path: "topics/cooking.md" }],
    });
    expect(await left(repo)).toEqual(["topics/cooking.md", "topics/cooking.md"]);
    repo.git("switch", "-q", "--detach");
    await expect(commitPending(request)).rejects.toMatchObject({ code: "GIT_BLOCKED" });
    expect(await left(repo)).toHaveLength(2);
    repo.git("switch", "-q", "main");
    repo.git("commit", "-qam", "mine");
    expect(await commitPending(request)).toMatchObject({ status: "nothing", heldBack: [] });
    expect(await left(repo)).toEqual([]);
  });

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
    repo.write(".loci/pending", '[]\n{"path":1}\nnull\n{"path":"a.md","op":"?","topic":"a"}\n');
    expect(await left(repo)).toEqual([]);
    expect(await commitPending(pendingRequest(repo.root))).toMatchObject({ status: "nothing" });
  });

  test("lets those who waited find it done", async () => {
    const repo = createVault();
    await learn(repo, "cooking", "a");
    const request = pendingRequest(repo.root);
    const all = await Promise.all(Array.from({ length: 8 }, () => commitPending(request)));
    expect(all.map(({ status }) => status).sort()).toEqual([
      "committed",
      ...Array(7).fill("nothing"),
    ]);
    expect(repo.git("rev-list", "--count", "HEAD").trim()).toBe("3");
  });

  test("copes with a huge backlog", async () => {
    const repo = createVault();
    const lines: string[] = [];
    for (let n = 0; n < 50_000; n++) {
      const topic = `t${n % 200}`;
      lines.push(JSON.stringify({ path: `topics/${topic}.md`, op: "learned", topic }));
    }
    for (let n = 0; n < 200; n++) repo.write(`topics/t${n}.md`, `- ${n}\n`);
    repo.write(".loci/pending", `${lines.join("\n")}\n`);
    const result = await commitPending(pendingRequest(repo.root));
    expect(result).toMatchObject({ status: "committed", paths: { length: 200 } });
    expect(repo.git("log", "-1", "--format=%s").trim()).toBe(
      "t0, t1, t10 and 197 more: learned 50000",
    );
    expect(repo.status()).toBe("");
  });
});

test.each([
  [["cooking learned", "cooking learned", "cooking replaced"], "cooking: learned 2, replaced 1"],
  [["travel learned", "cooking learned", "cooking learned"], "cooking, travel: learned 3"],
  [["cooking removed"], "cooking: removed 1"],
  [["cooking created", "cooking learned"], "cooking: created, learned 1"],
  [["a created", "b created"], "a, b: created 2"],
  [["a learned", "b learned", "c learned", "d learned"], "a, b, c, d: learned 4"],
  [
    ["e learned", "d learned", "c learned", "b learned", "a learned"],
    "a, b, c and 2 more: learned 5",
  ],
  [[], "update the vault"],
] as const)("commitMessage() says %j as %j", (changes, subject) => {
  const parsed = changes.map((change) => {
    const [topic = "", op] = change.split(" ");
    return { topic, op: op as "created" | "learned" | "replaced" | "removed" };
  });
  expect(commitMessage(parsed)).toBe(subject);
});

test("commitMessage() keeps a topic's name on one short line, without signs that turn or hide text", () => {
  const topic = `a\u202eb\u2066c\u200b\n\nDevice: other\u0000${"x".repeat(100)}`;
  const subject = commitMessage([{ topic, op: "learned" }]);
  expect(subject).toMatch(/^abc Device: other x+…: learned 1$/);
  expect(subject.length).toBeLessThan(60);
});

test("commitPending() is not stopped for ever by a forged journal, and commits nothing of what it names", async () => {
  const repo = createVault();
  const forged = [
    "../../etc/passwd",
    ".git/config",
    ".loci/lock.db",
    "topics/../.git/x.md",
    "git~1/x.md",
    "/etc/x.md",
    "notes.txt",
    "topics/\u0000.md",
  ].map((path) => JSON.stringify({ path, op: "learned", topic: "x" }));
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
