import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nodeDisk } from "../../src/git/disk.ts";
import { initRepository } from "../../src/git/repository/repository.ts";
import { commitPending } from "../../src/sync/commit/commit-pending.ts";
import { useTempFolder, useVault } from "../temp.ts";
import { createFailingDisk } from "./dying-disk.ts";
import { after, eachHalf, kills, runJob } from "./kills.ts";
import { pendingRequest } from "./pending-request.ts";
import { createRepo, openRepo, type TestRepo } from "./repo.ts";
import { isSampled } from "./sample-kills.ts";

/** Makes copies of a repository with a packed past, and a file of the person's that is staged. */
function createTemplate(): () => TestRepo {
  const template = createRepo();
  template.write(".gitignore", ".loci/\n");
  template.commitAll("second");
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

describe("commitPending() killed at every call it makes to the disk", { timeout: 300_000 }, () => {
  test.each([
    ["half-way through", eachHalf],
    ["after", after(5)],
  ])("%s it leaves nothing broken, and the next one finishes", async (_, pick) => {
    const prepare = createTemplate();
    const calls = runJob("commit", prepare().root);
    expect(calls.length).toBeGreaterThan(25);
    const parent = prepare().git("rev-parse", "HEAD").trim();
    for (const [repo, at] of kills({ job: "commit", calls, prepare, pick })) {
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
      expect(versions, at).toEqual([all, all.replace("- parsley\n", ""), "- bomba rice\n- mine\n"]);
      expect(made(), at).toBe(subjects);
      expect(existsSync(join(repo.root, ".loci/pending")), at).toBe(false);
      expect(existsSync(join(repo.root, ".git/index.lock")), at).toBe(false);
      expect(() => repo.fsck(), at).not.toThrow();
    }
  });

  test("also lets the person go on by removing the lock by hand", async () => {
    const prepare = createTemplate();
    const calls = runJob("commit", prepare().root);
    const [first, last] = [calls.indexOf("link"), calls.lastIndexOf("flushFolder")];
    const pick = (_: string, at: number) =>
      at + 1 >= first && at < last && (at + 1 - first) % 4 === 0 ? "after" : undefined;
    for (const [repo, at] of kills({ job: "commit", calls, prepare, pick })) {
      rmSync(join(repo.root, ".git/index.lock"), { force: true });
      rmSync(join(repo.root, ".git/refs/heads/main.lock"), { force: true });
      repo.git("commit", "-qam", "mine");
      await commitPending(pendingRequest(repo.root));
      expect(repo.status(), at).toBe("");
      expect(repo.git("show", "HEAD:topics/cooking.md"), at).toBe(all);
    }
  });
});

test("initRepository() killed at every call makes a whole repository the next time", async () => {
  const prepare = () => openRepo(useVault({ "a.md": "x\n" }));
  const calls = runJob("init", prepare().root);
  for (const pick of [eachHalf, after(3)]) {
    for (const [repo, at] of kills({ job: "init", calls, prepare, pick })) {
      await initRepository(repo.root);
      expect(repo.status(), at).toBe("?? a.md\n");
      repo.commitAll();
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
