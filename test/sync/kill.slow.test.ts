import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nodeDisk } from "../../src/git/disk.ts";
import { initRepository } from "../../src/git/repository/init-repository.ts";
import { commitPending } from "../../src/sync/commit/commit-pending.ts";
import { useTempFolder, useVault } from "../temp.ts";
import type { Job } from "./dying-commit.ts";
import { createFailingDisk } from "./dying-disk.ts";
import { pendingRequest } from "./pending-request.ts";
import { createRepo, openRepo, type TestRepo } from "./repo.ts";
import { isSampled } from "./sample-kills.ts";

const script = join(import.meta.dirname, "dying-commit.ts");

/** Runs the commit in a process that dies at its nth call (0: never) and gives the names of its calls. */
function run(
  root: string,
  nth: number,
  death: string,
  job: Job = "commit",
): { calls: string[]; killed: boolean } {
  const child = spawnSync(process.execPath, [script, root, String(nth), death, job], {
    encoding: "utf8",
  });
  const killed = child.signal === "SIGKILL";
  if (!killed && child.status !== 0) throw new Error(child.stderr);
  return { calls: killed ? [] : child.stdout.split(" "), killed };
}

/** Makes copies of a repository with a packed past, and a file of the person's that is staged. */
function createTemplate(): () => TestRepo {
  const template = createRepo();
  template.write(".gitignore", ".loci/\n");
  template.git("add", "-A");
  template.git("commit", "-qm", "second");
  template.git("gc", "-q");
  rmSync(join(template.root, ".git/hooks"), { recursive: true });
  template.write("staged.md", "mine\n");
  template.git("add", "staged.md");
  return () => {
    const root = useTempFolder();
    cpSync(template.root, root, { recursive: true, preserveTimestamps: true });
    return openRepo(root);
  };
}

const subjects =
  "edited by hand: cooking, new\ncooking, new: created, learned 1\ncooking: learned 1\n";
const all = "- bomba rice\n- mine\n- saffron\n- parsley\n";

/** Only a write can stop half-way; before a call is after the one before it. */
const hasHalf = (call: string): boolean => call === "create" || call === "append";

describe("commitPending() killed at every call it makes to the disk", () => {
  test.each(["half", "after"])(
    "%s the call leaves nothing broken, and the next one finishes",
    async (death) => {
      const prepare = createTemplate();
      const { calls } = run(prepare().root, 0, death);
      expect(calls.length).toBeGreaterThan(25);
      const parent = prepare().git("rev-parse", "HEAD").trim();
      for (const [n, name] of calls.entries()) {
        if (death === "half" ? !hasHalf(name) : !isSampled(n, 5)) continue;
        const repo = prepare();
        const at = `killed ${death} call ${n + 1}, ${name}`;
        expect(run(repo.root, n + 1, death).killed, at).toBe(true);
        expect(() => repo.fsck(), at).not.toThrow();
        const made = () => repo.git("log", "--format=%s", "--reverse", `${parent}..HEAD`);
        expect(subjects.startsWith(made()), at).toBe(true);
        expect(repo.git("diff", "--cached", "--name-only", "--diff-filter=D"), at).toBe("");

        const again = await commitPending(pendingRequest(repo.root));
        expect(again.status, at).toMatch(/committed|nothing/);
        expect(repo.status(), at).toBe("A  staged.md\n");
        const versions = ["HEAD", "HEAD~", "HEAD~2"].map((name) =>
          repo.git("show", `${name}:topics/cooking.md`),
        );
        expect(versions, at).toEqual([
          all,
          all.replace("- parsley\n", ""),
          "- bomba rice\n- mine\n",
        ]);
        expect(made(), at).toBe(subjects);
        expect(existsSync(join(repo.root, ".loci/pending")), at).toBe(false);
        expect(existsSync(join(repo.root, ".git/index.lock")), at).toBe(false);
        expect(() => repo.fsck(), at).not.toThrow();
      }
    },
    180_000,
  );

  test("also lets the person go on by removing the lock by hand", async () => {
    const prepare = createTemplate();
    const { calls } = run(prepare().root, 0, "after");
    for (let nth = calls.indexOf("link"); nth <= calls.lastIndexOf("flushFolder"); nth += 4) {
      const repo = prepare();
      run(repo.root, nth, "after");
      rmSync(join(repo.root, ".git/index.lock"), { force: true });
      rmSync(join(repo.root, ".git/refs/heads/main.lock"), { force: true });
      repo.git("commit", "-qam", "mine");
      await commitPending(pendingRequest(repo.root));
      expect(repo.status()).toBe("");
      expect(repo.git("show", "HEAD:topics/cooking.md")).toBe(all);
    }
  }, 180_000);
});

test("initRepository() killed at every call makes a whole repository the next time", async () => {
  const first = useVault({ "a.md": "x\n" });
  const { calls } = run(first, 0, "after", "init");
  for (const death of ["half", "after"]) {
    for (const [at, name] of calls.entries()) {
      if (death === "half" ? !hasHalf(name) : !isSampled(at, 3)) continue;
      const root = useVault({ "a.md": "x\n" });
      run(root, at + 1, death, "init");
      await initRepository(root);
      const repo = openRepo(root);
      expect(repo.status()).toBe("?? a.md\n");
      repo.git("add", "-A");
      repo.git("commit", "-qm", "x");
      repo.fsck();
    }
  }
}, 180_000);

test("commitPending() that fails at any one call leaves no lock and nothing staged", async () => {
  const prepare = createTemplate();
  for (let nth = 1; ; nth++) {
    const repo = prepare();
    repo.write(".loci/pending", '{"path":"topics/cooking.md","op":"learned","topic":"cooking"}\n');
    repo.write("topics/cooking.md", "- saffron\n");
    const disk = createFailingDisk(nth, "ENOSPC");
    // the disk is full, but a file can always be removed
    const request = pendingRequest(repo.root, { disk: { ...disk, unlink: nodeDisk.unlink } });
    const failed = await commitPending(request).catch((error: unknown) => error);
    if (disk.calls.length < nth) break;
    const at = `failed at call ${nth}, ${disk.calls.at(-1)}`;
    expect(existsSync(join(repo.root, ".git/index.lock")), at).toBe(false);
    expect(existsSync(join(repo.root, ".git/refs/heads/main.lock")), at).toBe(false);
    const committed = repo.git("log", "-1", "--format=%s") === "cooking: learned 1\n";
    expect(repo.status(), at).toBe(
      committed ? "A  staged.md\n" : "A  staged.md\n M topics/cooking.md\n",
    );
    if (!committed) expect(failed, at).toMatchObject({ code: "GIT_BLOCKED" });
    await commitPending(pendingRequest(repo.root));
    expect(repo.status(), at).toBe("A  staged.md\n");
    if (isSampled(nth, 4)) repo.fsck();
  }
}, 180_000);
