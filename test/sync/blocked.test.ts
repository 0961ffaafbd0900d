import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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

const states: Record<string, (repo: TestRepo) => unknown> = {
  "a merge": (repo) => {
    diverge(repo);
    fails(repo, "merge", "other");
  },
  "a rebase": (repo) => {
    diverge(repo);
    fails(repo, "rebase", "other");
  },
  "a bisection": ({ git }) => git("bisect", "start"),
  "a conflict left by stash": (repo) => {
    repo.write("topics/travel.md", "- a\n");
    repo.git("stash");
    repo.write("topics/travel.md", "- b\n");
    repo.git("commit", "-qam", "b");
    fails(repo, "stash", "pop");
  },
  "a detached HEAD": ({ git }) => git("switch", "-q", "--detach"),
  "an empty HEAD": ({ write }) => write(".git/HEAD", ""),
  "an empty ref": ({ write }) => write(".git/refs/heads/main", ""),
  "an empty ref with an older packed one": ({ git, write }) => {
    git("pack-refs", "--all");
    git("commit", "-q", "--allow-empty", "-m", "newer");
    write(".git/refs/heads/main", "");
  },
  "a ref that vanished": ({ root }) => rmSync(join(root, ".git/refs/heads/main")),
  "a ref that is a link": ({ write }) => write(".git/refs/heads/main", "ref: refs/heads/x\n"),
  "a damaged history": ({ root, git }) =>
    rmSync(join(root, ".git/objects", git("rev-parse", "main").trim().replace(/^../, "$&/"))),
  "a split index": ({ git }) => git("update-index", "--split-index"),
  "an index of version 4": ({ git }) => git("update-index", "--index-version", "4"),
  "an index of a future version": ({ write }) =>
    write(".git/index", Buffer.concat([Buffer.from("DIRC\0\0\0\x09"), Buffer.alloc(40)])),
  "a sparse checkout": ({ git }) => git("sparse-checkout", "set", "topics"),
  "a partial clone": ({ git }) => git("config", "remote.origin.promisor", "true"),
  "borrowed objects": ({ write }) => write(".git/objects/info/alternates", "/elsewhere/objects\n"),
  "an unknown extension": ({ git }) => {
    git("config", "core.repositoryformatversion", "1");
    git("config", "extensions.relativeworktrees", "true");
  },
  "refs in reftable": ({ git }) => {
    git("config", "core.repositoryformatversion", "1");
    git("config", "extensions.refstorage", "reftable");
  },
  "a program that git puts files through (git-crypt)": ({ git, write }) => {
    git("config", "filter.crypt.clean", "tr a-z b-za");
    write(".gitattributes", "*.md filter=crypt\n");
  },
  "a program that a file names, which is included under a condition": ({ git, write }) => {
    git("config", "includeIf.gitdir:/**.path", "more");
    write(".git/more", '[filter "crypt"]\n\tprocess = tr a-z b-za\n');
  },
  "names of sha256": ({ root, git }) => {
    rmSync(join(root, ".git"), { recursive: true });
    git("init", "-q", "--object-format=sha256");
  },
  "a bare repository": ({ git }) => git("config", "core.bare", "true"),
  "a git lock of someone else": ({ write }) => write(".git/index.lock", ""),
  "a ref lock of someone else": ({ write }) => write(".git/refs/heads/main.lock", ""),
  "a lock of a Loci on another machine": ({ write }) => {
    const loci = { host: "elsewhere", boot: "", space: "", pid: 1, start: "" };
    write(".git/index.lock", JSON.stringify({ loci, journal: {} }));
  },
  "a worktree": (repo) => {
    renameSync(join(repo.root, ".git"), join(repo.root, "moved"));
    repo.write(".git", "gitdir: moved\n");
  },
  "a linked .git": ({ root }) => {
    renameSync(join(root, ".git"), join(root, "moved"));
    symlinkSync("moved", join(root, ".git"));
  },
  "no repository": ({ root }) => rmSync(join(root, ".git"), { recursive: true }),
};

test.each(Object.entries(states))("commitPaths() moves nothing during %s", async (_, begin) => {
  const repo = createRepo();
  begin(repo);
  repo.write("topics/cooking.md", "- new\n");
  const look = (...args: string[]): string => {
    try {
      return repo.git(...args);
    } catch {
      return "fails";
    }
  };
  const all = () => [look("status", "--porcelain"), look("for-each-ref"), look("ls-files", "-s")];
  const before = all();
  await expect(repo.loci(["topics/cooking.md"])).rejects.toMatchObject(oneSentence);
  expect(all()).toEqual(before);
});

/** What a person is told: what stands in the way, and what to do. */
const oneSentence = {
  code: "GIT_BLOCKED",
  message: expect.stringMatching(/^Cannot use the vault's git: [^\n]+$/),
  data: { fix: expect.stringMatching(/^[^\n]+$/) },
};

test("commitPaths() stores nothing in the clear that a filter of the person's own would encrypt", async () => {
  const repo = createRepo();
  repo.write("settings", '[filter "crypt"]\n\tclean = tr a-z b-za\n');
  const person = { configFiles: [join(repo.root, "settings")] };
  repo.write("topics/cooking.md", "- new\n");
  expect(await repo.loci(["topics/cooking.md"], { person })).toMatchObject({
    oids: [expect.any(String)],
  });
  for (const path of ["topics/.gitattributes", ".git/info/attributes"]) {
    repo.write(path, "[attr]private filter=crypt\n*.md private\n");
    repo.write("topics/cooking.md", `- ${path}\n`);
    const message = expect.stringContaining('your filter "crypt"');
    const refused = { ...oneSentence, message };
    await expect(repo.loci(["topics/cooking.md"], { person })).rejects.toMatchObject(refused);
    repo.write(path, "");
  }
});

test("commitPaths() refuses a vault that is a folder of another repository", async () => {
  const outer = createRepo();
  const vault = openRepo(join(outer.root, "vault"));
  mkdirSync(vault.root);
  vault.write("a.md", "x\n");
  await expect(vault.loci(["a.md"])).rejects.toMatchObject(oneSentence);
  expect(outer.status()).toBe("?? vault/a.md\n");
});
