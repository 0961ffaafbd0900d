import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeDisk } from "../../src/git/disk.ts";
import { createRepo, openRepo, type TestRepo } from "./repo.ts";

/** Runs git where failing is the point, as with a conflict. */
function fails(repo: TestRepo, ...args: string[]): void {
  expect(() => repo.git(...args)).toThrow();
}

/** Two branches that change one line in two ways. */
function diverge(repo: TestRepo): void {
  repo.git("switch", "-qc", "other");
  repo.write("topics/travel.md", "- porto\n");
  repo.git("commit", "-qam", "theirs");
  repo.git("switch", "-q", "main");
  repo.write("topics/travel.md", "- faro\n");
  repo.git("commit", "-qam", "ours");
}

const tip = (repo: TestRepo): string => repo.git("rev-parse", "main").trim();

const states: Record<string, (repo: TestRepo) => void> = {
  "a merge": (repo) => {
    diverge(repo);
    fails(repo, "merge", "other");
  },
  "a rebase": (repo) => {
    diverge(repo);
    fails(repo, "rebase", "other");
  },
  "a bisection": (repo) => {
    repo.git("bisect", "start");
  },
  "a conflict left by stash": (repo) => {
    repo.write("topics/travel.md", "- a\n");
    repo.git("stash");
    repo.write("topics/travel.md", "- b\n");
    repo.git("commit", "-qam", "b");
    fails(repo, "stash", "pop");
  },
  "a detached HEAD": (repo) => {
    repo.git("switch", "-q", "--detach");
  },
  "an empty HEAD": (repo) => repo.write(".git/HEAD", ""),
  "an empty ref": (repo) => repo.write(".git/refs/heads/main", ""),
  "an empty ref with an older packed one": (repo) => {
    repo.git("pack-refs", "--all");
    repo.git("commit", "-q", "--allow-empty", "-m", "newer");
    repo.write(".git/refs/heads/main", "");
  },
  "a ref that vanished": (repo) => rmSync(join(repo.root, ".git/refs/heads/main")),
  "a ref that is a link": (repo) => repo.write(".git/refs/heads/main", "ref: refs/heads/x\n"),
  "a damaged history": (repo) => {
    const oid = tip(repo);
    rmSync(join(repo.root, `.git/objects/${oid.slice(0, 2)}/${oid.slice(2)}`));
  },
  "a split index": (repo) => {
    repo.git("update-index", "--split-index");
  },
  "an index of a future version": (repo) => {
    repo.write(".git/index", Buffer.concat([Buffer.from("DIRC\0\0\0\x09"), Buffer.alloc(40)]));
  },
  "a sparse checkout": (repo) => {
    repo.git("sparse-checkout", "set", "topics");
  },
  "a partial clone": (repo) => {
    repo.git("config", "remote.origin.promisor", "true");
  },
  "borrowed objects": (repo) => {
    repo.write(".git/objects/info/alternates", "/elsewhere/objects\n");
  },
  "an unknown extension": (repo) => {
    repo.git("config", "core.repositoryformatversion", "1");
    repo.git("config", "extensions.relativeworktrees", "true");
  },
  "refs in reftable": (repo) => {
    repo.git("config", "core.repositoryformatversion", "1");
    repo.git("config", "extensions.refstorage", "reftable");
  },
  "a bare repository": (repo) => {
    repo.git("config", "core.bare", "true");
  },
  "a git lock of someone else": (repo) => repo.write(".git/index.lock", ""),
  "a ref lock of someone else": (repo) => repo.write(".git/refs/heads/main.lock", ""),
  "a lock of a Loci on another machine": (repo) => {
    const loci = { host: "elsewhere", boot: "", space: "", pid: 1, start: "" };
    repo.write(".git/index.lock", JSON.stringify({ loci, journal: {} }));
  },
  "a worktree": (repo) => {
    renameSync(join(repo.root, ".git"), join(repo.root, "moved"));
    repo.write(".git", "gitdir: moved\n");
  },
  "a linked .git": (repo) => {
    renameSync(join(repo.root, ".git"), join(repo.root, "moved"));
    symlinkSync("moved", join(repo.root, ".git"));
  },
  "no repository": (repo) => rmSync(join(repo.root, ".git"), { recursive: true }),
};

test.each(Object.keys(states))("commitPaths() moves nothing during %s", async (name) => {
  const repo = createRepo();
  states[name]?.(repo);
  repo.write("topics/cooking.md", "- new\n");
  const look = (...args: string[]): string => {
    try {
      return repo.git(...args);
    } catch {
      return "fails";
    }
  };
  const before = [look("status", "--porcelain"), look("for-each-ref"), look("ls-files", "-s")];
  const error = await repo.loci(["topics/cooking.md"]).catch((thrown: unknown) => thrown);
  expect([look("status", "--porcelain"), look("for-each-ref"), look("ls-files", "-s")]).toEqual(
    before,
  );
  expect(error).toMatchObject(oneSentence);
});

/** What a person is told: what stands in the way, and what to do. */
const oneSentence = {
  code: "GIT_BLOCKED",
  message: expect.stringMatching(/^Cannot use the vault's git: [^\n]+$/),
  data: { fix: expect.stringMatching(/^[^\n]+$/) },
};

test("commitPaths() refuses a repository with sha256 names", async () => {
  const repo = createRepo({ empty: true, args: ["--object-format=sha256"] });
  repo.write("a.md", "x\n");
  await expect(repo.loci(["a.md"])).rejects.toMatchObject(oneSentence);
});

test("commitPaths() refuses a vault that is a folder of another repository", async () => {
  const outer = createRepo();
  const vault = openRepo(join(outer.root, "vault"));
  mkdirSync(vault.root);
  vault.write("a.md", "x\n");
  await expect(vault.loci(["a.md"])).rejects.toMatchObject(oneSentence);
  expect(outer.status()).toBe("?? vault/a.md\n");
});

test.each(["EROFS", "EACCES", "ENOSPC", "EDQUOT"])(
  "commitPaths() says what to do about %s, whichever call it hits",
  async (code) => {
    const repo = createRepo();
    repo.write("topics/cooking.md", "- new\n");
    const failure = (): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }));
    const disk = { ...nodeDisk, create: failure };
    await expect(repo.loci(["topics/cooking.md"], { disk })).rejects.toMatchObject(oneSentence);
    const late = { ...nodeDisk, rename: failure };
    await expect(repo.loci(["topics/cooking.md"], { disk: late })).rejects.toMatchObject(
      oneSentence,
    );
    expect(repo.status()).toBe(" M topics/cooking.md\n");
    expect((await repo.loci(["topics/cooking.md"])).status).toBe("committed");
  },
);

test("commitPaths() commits where HEAD is, as git does", async () => {
  const repo = createRepo();
  repo.git("branch", "-qm", "deep/trunk");
  repo.git("pack-refs", "--all");
  repo.write("topics/cooking.md", "- new\n");
  expect((await repo.loci(["topics/cooking.md"])).status).toBe("committed");
  repo.git("switch", "-qc", "experiment");
  repo.write("topics/cooking.md", "- newer\n");
  expect((await repo.loci(["topics/cooking.md"])).status).toBe("committed");
  expect(repo.git("rev-list", "--count", "deep/trunk..experiment").trim()).toBe("1");
});
