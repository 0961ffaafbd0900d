import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CommitResult } from "../../src/sync/commit/commit-files.ts";
import { useTempFolder, useVault } from "../temp.ts";
import { type CommitRequest, commitPaths } from "./commit-paths.ts";
import { placeOf } from "./sync-request.ts";

/** Nothing of the machine's own git settings reaches a test. */
export const gitEnv = {
  PATH: process.env.PATH ?? "",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Ana",
  GIT_AUTHOR_EMAIL: "ana@example.org",
  GIT_COMMITTER_NAME: "Ana",
  GIT_COMMITTER_EMAIL: "ana@example.org",
};

/** A vault in a temp folder, and real git to look at it with. */
export interface TestRepo {
  readonly root: string;
  git(...args: string[]): string;
  write(path: string, text: string | Uint8Array): void;
  read(path: string): string;
  /** Commits all that stands there with real git, as a person does. */
  commitAll(message?: string): void;
  /** Lets Loci commit these paths. */
  loci(paths: string[], options?: Partial<CommitRequest>): Promise<CommitResult>;
  /** `git status`, empty where it is clean. */
  status(): string;
  /** Throws where fsck finds anything. */
  fsck(): void;
}

/** Makes a repository with real git and, unless told not to, a first commit of two topics. */
export function createRepo(options: { empty?: boolean } = {}): TestRepo {
  const root = useTempFolder();
  const repo = openRepo(root);
  repo.git("init", "-q", "-b", "main");
  if (options.empty) return repo;
  repo.write("topics/cooking.md", "- bomba rice\n");
  repo.write("topics/travel.md", "- lisbon\n");
  repo.write("notes.txt", "mine\n");
  repo.commitAll("first");
  return repo;
}

/** A repository in which Loci's own folder is ignored. */
export function createVault(): TestRepo {
  const repo = createRepo();
  repo.write(".gitignore", ".loci/\n");
  repo.commitAll("ignore");
  mkdirSync(join(repo.root, ".loci"));
  return repo;
}

/** A vault with its settings and these files, all of it in one commit of real git. */
export function useCommitted(files: Readonly<Record<string, string>>): string {
  const root = useVault({ "loci.yaml": "languages: [en]\n", ".gitignore": ".loci/\n", ...files });
  const { git, commitAll } = openRepo(root);
  git("init", "-qb", "main");
  commitAll("start");
  return root;
}

export function openRepo(root: string): TestRepo {
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: root, env: gitEnv, encoding: "utf8", stdio: "pipe" });
  return {
    root,
    git,
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    read: (path) => readFileSync(join(root, path), "utf8"),
    commitAll(message = "by hand") {
      git("add", "-A");
      git("commit", "-qm", message);
    },
    loci: (paths, options) => commitPaths({ ...request(root), paths, ...options }),
    status: () => git("status", "--porcelain", "--untracked-files=all"),
    fsck: () => void git("fsck", "--strict", "--no-dangling"),
  };
}

/** What every commit of the tests has in common. */
function request(root: string): CommitRequest {
  return {
    ...placeOf(root),
    lockTimeout: 300,
    paths: [],
    message: "cooking: learned 1",
    trailers: { Device: "board", Agent: "rostro" },
    author: { name: "rostro", email: "rostro@board.invalid" },
    now: new Date(),
  };
}

/** Stores an object as it is given, sound or not. */
export function store(repo: TestRepo, type: string, content: Uint8Array | string): string {
  const args = ["hash-object", "-w", "-t", type, "--stdin", "--literally"];
  const options = { cwd: repo.root, env: gitEnv, input: content };
  return execFileSync("git", args, options).toString().trim();
}
