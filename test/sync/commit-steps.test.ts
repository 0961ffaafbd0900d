import { existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commitPending } from "../../src/sync/commit/commit-steps.ts";
import { commitMessage } from "../../src/sync/commit/commit-text.ts";
import { dropVersions, notePending, readPending } from "../../src/sync/commit/pending.ts";
import { createPair, list, push } from "./devices.ts";
import { createVault, type TestRepo } from "./repo.ts";
import { createLock, learn, pendingRequest } from "./sync-request.ts";

const log = (repo: TestRepo, count: number): string[] =>
  repo.git("log", `-${count}`, "--format=%an: %s").trim().split("\n").reverse();

test("commitPending() commits what a person wrote before and between steps apart from them", async () => {
  const repo = createVault();
  const note = (text: string, step: string) => learn(repo, "cooking", text, { step });
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
});

test("commitPending() believes no deletion by hand because of a step in its place", async () => {
  const repo = createVault();
  rmSync(join(repo.root, "topics/cooking.md"));
  await learn(repo, "cooking", "a", { step: "1" });
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
  expect(await commitPending(pendingRequest(repo.root))).toMatchObject({ oids: [] });
  repo.write("topics/cooking.md", "- a\n- b\n- theirs\n");
  repo.git("commit", "-qam", "theirs");
  repo.write(".loci/pending", journal);
  expect(await commitPending(pendingRequest(repo.root))).toMatchObject({ oids: [] });
  expect(repo.git("rev-parse", "HEAD~1")).toBe(head);
});

test("commitPending() undoes nothing of what a person's own git brought in since, nor of what they committed", async () => {
  const { laptop, board } = await createPair({ "topics/cooking.md": list("rice", "b", "c", "d") });
  await learn(board, "cooking", "a", { step: "1" });
  laptop.write("topics/cooking.md", list("theirs", "rice", "b", "c", "d"));
  push(laptop);
  board.git("pull", "-q", "--rebase", "--autostash", "origin", "main");
  await commitPending(pendingRequest(board.root));
  expect(board.git("show", "HEAD:topics/cooking.md")).toBe(board.read("topics/cooking.md"));
  await learn(board, "cooking", "e", { step: "2" });
  board.append("topics/cooking.md", "- mine\n");
  board.git("commit", "-qam", "mine");
  await learn(board, "cooking", "f", { step: "3" });
  await commitPending(pendingRequest(board.root));
  expect(board.status()).toBe("");
  expect(board.git("log", "-p", "--format=", "--unified=0")).not.toMatch(/^-- /m);
});

test("commitPending() commits no version that was dropped while it committed another step", async () => {
  const repo = createVault();
  await learn(repo, "cooking", "a", { step: "1" });
  await learn(repo, "travel", "secret", { step: "2" });
  const real = createLock();
  let turns = 0;
  const lock: typeof real = (work) =>
    real(async () => {
      if (++turns === 4) {
        await dropVersions(join(repo.root, ".loci"));
        repo.write("topics/travel.md", "- lisbon\n");
      }
      return work();
    });
  await commitPending(pendingRequest(repo.root, { lock }));
  expect(repo.git("log", "-p")).toContain("+- a");
  expect(repo.git("log", "-p")).not.toContain("secret");
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
  expect(await commitPending(pendingRequest(repo.root))).toMatchObject({ oids: [] });
  expect(repo.git("show", `HEAD:${path}`)).toBe("- long rice\n");
});

test("notePending() keeps no more versions of files than a commit can read", async () => {
  const repo = createVault();
  const versions = { before: null, after: Buffer.alloc(2_000_000, "a") };
  const record = { path: "topics/a.md", topic: "a", op: "derived", step: "1", versions } as const;
  for (let n = 0; n < 12; n++) await notePending(join(repo.root, ".loci"), record);
  expect(statSync(join(repo.root, ".loci/pending")).size).toBeLessThan(20 * 2 ** 20);
  repo.write("topics/a.md", String(versions.after));
  expect(await commitPending(pendingRequest(repo.root))).toMatchObject({
    oids: [expect.any(String)],
  });
  expect(repo.status()).toBe("");
});

const left = async (repo: TestRepo): Promise<string[]> =>
  (await readPending(join(repo.root, ".loci"))).flatMap((record) => record.path);

test("commitPending() keeps what is noted while it commits", async () => {
  const repo = createVault();
  await learn(repo, "cooking", "a");
  const real = createLock();
  let turns = 0;
  const lock: typeof real = async (work) => {
    if (++turns === 3) await learn(repo, "travel", "meanwhile");
    return real(work);
  };
  expect(await commitPending(pendingRequest(repo.root, { lock }))).toMatchObject({
    paths: ["topics/cooking.md"],
  });
  expect(await left(repo)).toEqual(["topics/travel.md"]);
  expect(repo.status()).toBe(" M topics/travel.md\n");
});

test("commitPending() passes over a torn line, and the next note does not continue it", async () => {
  const repo = createVault();
  await learn(repo, "cooking", "a");
  const journal = repo.read(".loci/pending");
  repo.write(".loci/pending", `${journal}{"path":"topics/tr`);
  expect(await left(repo)).toEqual(["topics/cooking.md"]);
  await learn(repo, "travel", "b");
  expect(await left(repo)).toEqual(["topics/cooking.md", "topics/travel.md"]);
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
    oids: [expect.any(String)],
    paths: ["topics/cooking.md"],
  });
  expect(existsSync(join(repo.root, ".loci/pending"))).toBe(false);
  repo.write(".loci/pending", `${forged.join("\n")}\n`);
  expect(await commitPending(pendingRequest(repo.root))).toMatchObject({ oids: [] });
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
