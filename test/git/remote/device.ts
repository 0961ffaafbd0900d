import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createOwn } from "../../sync/devices.ts";
import { openRepo, type TestRepo } from "../../sync/repo.ts";
import { useTempFolder } from "../../temp.ts";
import { type GitHttpServer, serveGitHttp } from "../servers/serve-git-http.ts";

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

/** Why the first round of a device with this remote fails; nobody has git settings unless `env` has a home. */
export async function failureAt(
  url: string,
  env: NodeJS.ProcessEnv = {},
): ReturnType<typeof failureOf> {
  const device = await createOwn("laptop", url);
  return failureOf(device.sync({ env: { ...clean, ...env } }));
}

/** The environment of a person without settings. */
export const clean = { PATH: process.env.PATH, HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" };

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
