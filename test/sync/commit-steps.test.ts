import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commitPending } from "../../src/sync/commit/commit-pending.ts";
import { notePending } from "../../src/sync/commit/pending.ts";
import { createVault, type TestRepo } from "./repo.ts";
import { learn, pendingRequest } from "./sync-request.ts";

const log = (repo: TestRepo, count: number): string[] =>
  repo.git("log", `-${count}`, "--format=%an: %s").trim().split("\n").reverse();

test("commitPending() commits what a person wrote before and between steps apart from them", async () => {
  const repo = createVault();
  const note = async (text: string, step: string) => {
    const head = repo.git("rev-parse", "HEAD").trim();
    await learn(repo, "cooking", text, { step, head });
  };
  const edit = (text: string) =>
    repo.write("topics/cooking.md", `${repo.read("topics/cooking.md")}${text}\n`);
  edit("- mine");
  await note("a", "1");
  await note("b", "2");
  edit("- mine too");
  await note("c", "3");
  edit("- later");
  await commitPending(pendingRequest(repo.root));
  expect(log(repo, 5)).toEqual([
    "Ana: edited by hand: cooking",
    "Ana: cooking: learned 1",
    "Ana: cooking: learned 1",
    "Ana: edited by hand: cooking",
    "Ana: cooking: learned 1",
  ]);
  const lines = (commit: string) => repo.git("show", `${commit}:topics/cooking.md`).match(/\w+$/gm);
  expect(lines("HEAD")).toEqual(["rice", "mine", "a", "b", "too", "c"]);
  expect(lines("HEAD~2")).toEqual(["rice", "mine", "a", "b"]);
  expect(repo.status()).toBe(" M topics/cooking.md\n");
  // The commit on which a step was made is gone, as after a rebase.
  await learn(repo, "garden", "d", { step: "4", head: "1".repeat(40) });
  await commitPending(pendingRequest(repo.root));
  expect(repo.git("show", "HEAD:topics/garden.md")).toBe("- d\n");
});

test("commitPending() believes no deletion by hand because of a step in its place", async () => {
  const repo = createVault();
  rmSync(join(repo.root, "topics/cooking.md"));
  await learn(repo, "cooking", "a", { step: "1", head: repo.git("rev-parse", "HEAD").trim() });
  await commitPending(pendingRequest(repo.root));
  expect(repo.git("show", "HEAD:topics/cooking.md")).toContain("- bomba rice\n");
  expect(repo.git("show", "HEAD:topics/cooking.md")).toContain("- a\n");
  expect(repo.status()).toBe(" M topics/cooking.md\n");
});

test("commitPending() commits no old version over what came in meanwhile, nor what it committed before it was killed", async () => {
  const repo = createVault();
  await learn(repo, "cooking", "a", { step: "1" });
  await learn(repo, "cooking", "b", { step: "2" });
  const journal = repo.read(".loci/pending");
  await commitPending(pendingRequest(repo.root));
  const head = repo.git("rev-parse", "HEAD");
  repo.write(".loci/pending", journal);
  expect(await commitPending(pendingRequest(repo.root))).toMatchObject({ status: "nothing" });
  repo.write("topics/cooking.md", "- a\n- b\n- theirs\n");
  repo.git("commit", "-qam", "theirs");
  repo.write(".loci/pending", journal);
  expect(await commitPending(pendingRequest(repo.root))).toMatchObject({ status: "nothing" });
  expect(repo.git("rev-parse", "HEAD~1")).toBe(head);
});

test("commitPending() commits nothing of steps that a person committed with their own git", async () => {
  const repo = createVault();
  const path = "topics/cooking.md";
  const lines = ["- bomba rice\n", "- round rice\n", "- long rice\n"].map((line) =>
    Buffer.from(line),
  );
  for (const [n, before] of lines.slice(0, -1).entries()) {
    const versions = { before, after: lines[n + 1] ?? null };
    const step = { path, topic: "cooking", op: "replaced", step: String(n), versions } as const;
    await notePending(join(repo.root, ".loci"), step);
  }
  repo.write(path, "- long rice\n");
  repo.git("commit", "-qam", "mine");
  expect(await commitPending(pendingRequest(repo.root))).toMatchObject({ status: "nothing" });
  expect(repo.git("show", `HEAD:${path}`)).toBe("- long rice\n");
});

test("notePending() keeps no more versions of files than a commit can read", async () => {
  const repo = createVault();
  const versions = { before: null, after: Buffer.alloc(2_000_000, "a") };
  const record = { path: "topics/a.md", topic: "a", op: "derived", step: "1", versions } as const;
  for (let n = 0; n < 12; n++) await notePending(join(repo.root, ".loci"), record);
  expect(statSync(join(repo.root, ".loci/pending")).size).toBeLessThan(20 * 2 ** 20);
  repo.write("topics/a.md", String(versions.after));
  expect(await commitPending(pendingRequest(repo.root))).toMatchObject({ status: "committed" });
  expect(repo.status()).toBe("");
});
