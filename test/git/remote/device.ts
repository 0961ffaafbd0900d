import { basename, dirname } from "node:path";
import { onTestFinished } from "vitest";
import { createBare, createOwn } from "../../sync/devices.ts";
import { openRepo, type TestRepo } from "../../sync/repo.ts";
import { type GitHttpServer, serveGitHttp } from "../servers/serve-git-http.ts";

/** A server for one bare repository, closed when the test ends. */
export async function serveBare(
  options: Partial<Parameters<typeof serveGitHttp>[0]> = {},
): Promise<{ server: GitHttpServer; bare: TestRepo; url: string }> {
  const bare = openRepo(createBare());
  const server = await serveGitHttp({ root: dirname(bare.root), ...options });
  onTestFinished(() => server.close());
  return { server, bare, url: `${server.origin}/${basename(bare.root)}` };
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
