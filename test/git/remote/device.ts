import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Disk, nodeDisk } from "../../../src/git/disk.ts";
import { type Objects, openObjects } from "../../../src/git/objects/objects.ts";
import { openRemote, type Remote, type RemoteSettings } from "../../../src/git/remote/remote.ts";
import { openRepository } from "../../../src/git/repository/repository.ts";
import { findGit } from "../../../src/git/system-git.ts";
import { createRepo, openRepo, type TestRepo } from "../../sync/repo.ts";
import { useTempFolder } from "../../temp.ts";
import { type GitHttpServer, serveGitHttp } from "../servers/serve-git-http.ts";

/** A vault and its remote, as Loci has them open. */
export interface Device {
  readonly repo: TestRepo;
  readonly objects: Objects;
  readonly remote: Remote;
  /** The commit that a name stands for. */
  oid(name?: string): string;
  /** Writes a file and commits it with plain git; gives the commit. */
  commit(path: string, text: string): string;
  /** Fetches a branch and writes the tracking ref, as a round of sync does. */
  pull(branch?: string): Promise<string>;
}

export interface DeviceOptions {
  readonly repo?: TestRepo;
  readonly disk?: Disk;
  readonly env?: NodeJS.ProcessEnv;
  readonly settings?: Partial<RemoteSettings>;
}

/** Opens a vault, an empty one unless told otherwise, with this remote. */
export async function openDevice(url: string, options: DeviceOptions = {}): Promise<Device> {
  const { repo = createRepo({ empty: true }), disk = nodeDisk, env, settings } = options;
  const repository = await openRepository(repo.root, { configFiles: [] });
  const objects = openObjects(repository.gitDir, disk);
  const own = { PATH: process.env.PATH, HOME: "/nonexistent", ...env };
  const remote = openRemote({
    ...{ url, repository, objects, disk, env: own },
    git: await findGit(own, disk),
    settings: { timeoutMs: 20_000, readToken: () => env?.LOCI_SYNC_TOKEN, ...settings },
  });
  const oid = (name = "HEAD"): string => repo.git("rev-parse", name).trim();
  return {
    repo,
    objects,
    remote,
    oid,
    commit(path, text) {
      repo.write(path, text);
      repo.git("add", "-A");
      repo.git("commit", "-qm", path);
      return oid();
    },
    async pull(branch = "main") {
      const known = repo
        .git("for-each-ref", "--format=%(objectname)", "refs/remotes/origin")
        .trim();
      const tip = await remote.fetch(branch, known === "" ? [] : known.split("\n"));
      repo.git("update-ref", `refs/remotes/origin/${branch}`, tip);
      return tip;
    },
  };
}

/** A bare repository by real git, `vault.git` in a folder of its own. */
export function createBare(...args: string[]): {
  root: string;
  path: string;
  git: TestRepo["git"];
} {
  const root = useTempFolder();
  const path = join(root, "vault.git");
  mkdirSync(path);
  const git = openRepo(path).git;
  git("init", "-q", "--bare", "-b", "main", ...args);
  return { root, path, git };
}

/** A server for one bare repository, closed when the test ends. */
export async function serveBare(
  options: Partial<Parameters<typeof serveGitHttp>[0]> = {},
): Promise<{ server: GitHttpServer; bare: ReturnType<typeof createBare>; url: string }> {
  const bare = createBare();
  const server = await serveGitHttp({ root: bare.root, ...options });
  onTestFinished(() => server.close());
  return { server, bare, url: `${server.origin}/vault.git` };
}

/** Why a remote failed, and all that its error tells. */
export async function failureOf(
  work: Promise<unknown>,
): Promise<{ reason: unknown; message: string; fix: string }> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Error) || !("data" in error)) throw error;
    const { reason, fix } = error.data as { reason?: unknown; fix?: unknown };
    return { reason, message: error.message, fix: String(fix) };
  }
  throw new Error("it did not fail");
}
