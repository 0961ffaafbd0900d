import { spawn } from "node:child_process";
import { once } from "node:events";
import { promises } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { errnoOf, LociError } from "../errors.ts";
import { disk, draftPath, listFolder, readIfThere } from "./disk.ts";
import { isWhole } from "./object-format.ts";

/** Runs git on the objects of a repository, in a folder of its own; packs that it makes are kept if it ends well. */
export type SystemGit = (
  gitDir: string,
  args: readonly string[],
  call?: GitCall,
) => Promise<GitResult>;

export interface GitCall {
  readonly input?: Uint8Array;
  /** Refs that git finds, by short names; `refs/loci/<name>`. */
  readonly refs?: ReadonlyMap<string, string> | undefined;
  /** Variables beside those of the person. */
  readonly env?: NodeJS.ProcessEnv;
  /** The longest that git may say nothing. */
  readonly silenceMs?: number;
  readonly signal?: AbortSignal | undefined;
}

interface GitResult {
  /** 0: done. */
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** Where `refs/loci/fetched` stands, if the call made it. */
  readonly fetched?: string | undefined;
}

/** Looks for git, 2.31 or newer, in the PATH of `env`. It sees none of a vault's config, which could run programs. */
export async function findGit(env: NodeJS.ProcessEnv): Promise<SystemGit | undefined> {
  const clean = cleanEnv(env);
  const found = await runGit(["--version"], { env: clean }).catch(() => undefined);
  const version = /git version (\d+)\.(\d+)/.exec(found?.stdout.toString("utf8") ?? "") ?? [];
  const [, major = 0, minor = 0] = version.map(Number);
  if (major < 2 || (major === 2 && minor < 31)) return undefined;
  return (gitDir, args, call = {}) =>
    withShadow(gitDir, call.refs, async (shadow) => {
      const own = join(gitDir, "objects").replace(/[\\"]/g, "\\$&");
      const places = {
        GIT_DIR: shadow,
        GIT_OBJECT_DIRECTORY: join(shadow, "objects"),
        GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${own}"`, // A colon would end the path.
      };
      const env = { ...clean, ...call.env, ...places };
      const result = await runGit([...safeguards, ...args], { ...call, env }, shadow);
      if (result.code !== 0) return result;
      await keepPacks(shadow, gitDir);
      const fetched = await readIfThere(join(shadow, "refs", "loci", "fetched"));
      return { ...result, fetched: fetched?.toString("latin1").trim() };
    });
}

/** What no setting of the person's may turn on. `file` is a folder or a stick. */
const safeguards: readonly string[] = [
  ["core.hooksPath", "/dev/null"],
  ["core.alternateRefsCommand", "true"], // Else it asks the vault's own refs, by its own config.
  ["core.fsync", "all"],
  ["fetch.unpackLimit", "1"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["pack.threads", "1"],
  ["core.bigFileThreshold", "16m"], // Larger ones are checked without lying in memory as a whole.
  ["push.gpgSign", "false"],
  ["pack.windowMemory", "32m"],
  ["pack.deltaCacheSize", "16m"],
  ["transfer.fsckObjects", "true"],
  ["fetch.fsckObjects", "true"],
  ["http.followRedirects", "false"],
  ["protocol.allow", "never"],
  ...["https", "http", "ssh"].map((scheme) => [`protocol.${scheme}.allow`, "always"]),
].flatMap(([key, value]) => ["-c", `${key}=${value}`]);

/** What a folder's own git is told, which reads its config and hooks: a stick is of whoever plugs it in. */
export const folderGuards: string = [
  "GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 git", // A partial clone could fetch, and so run, whatever it likes.
  ...safeguards,
  "-c safe.directory=* -c core.fsmonitor=false -c receive.denyCurrentBranch=refuse",
].join(" ");

/** The person's own ways to reach a host stay; all else that steers git goes, and no question is asked on a screen. */
const keptVariables =
  /^(?!GIT_)|^GIT_(?:SSH|SSH_COMMAND|CONFIG_GLOBAL|CONFIG_SYSTEM|CONFIG_NOSYSTEM|SSL_CAINFO)$/;

function cleanEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // A relative folder could be anybody's.
  const folders = (env.PATH ?? env.Path ?? "").split(delimiter).filter(isAbsolute);
  return {
    ...Object.fromEntries(Object.entries(env).filter(([key]) => keptVariables.test(key))),
    PATH: folders.join(delimiter) || "/nonexistent",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    SSH_ASKPASS_REQUIRE: "never",
    GCM_INTERACTIVE: "never",
    LC_ALL: "C",
    LANGUAGE: "C",
  };
}

/** The most bytes of a list of refs, or of what is printed by the way. */
const maxSaid = 64 * 2 ** 20;

/** Runs git niced, in a group of its own, which ends with the time limits or the signal. */
async function runGit(
  args: readonly string[],
  { env, input, signal, silenceMs = 60_000 }: GitCall,
  cwd: string = tmpdir(),
): Promise<GitResult> {
  signal?.throwIfAborted();
  const child = spawn("git", args, { env, cwd, detached: true, stdio: "pipe" });
  const { pid } = child;
  const end = (): void => {
    try {
      if (pid !== undefined) process.kill(-pid, "SIGKILL");
    } catch (error) {
      // It may have ended before.
      if (!["ESRCH", "EPERM"].includes(errnoOf(error) ?? "")) throw error;
    }
  };
  const said: Record<"stdout" | "stderr", Buffer[]> = { stdout: [], stderr: [] };
  const giveUp = (): void => {
    said.stderr.unshift(Buffer.from("it timed out\n"));
    end();
  };
  const limits = [setTimeout(giveUp, silenceMs * 30), setTimeout(giveUp, silenceMs)];
  let heard = 0;
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].on("data", (bytes: Buffer) => {
      said[stream].push(bytes);
      heard += bytes.length;
      if (heard > maxSaid) end();
      limits[1]?.refresh();
    });
  signal?.addEventListener("abort", end);
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  child.stdin.once("error", () => undefined); // It ended without reading all: its code says so.
  child.stdin.end(input);
  try {
    const [code] = await once(child, "close");
    signal?.throwIfAborted();
    const [stdout, stderr] = [Buffer.concat(said.stdout), Buffer.concat(said.stderr)];
    return { code: code ?? 124, stdout, stderr: stderr.toString("utf8") };
  } catch (cause) {
    signal?.throwIfAborted();
    throw new LociError("SYNC_FAILED", "Cannot run git", { cause });
  } finally {
    for (const limit of limits) clearTimeout(limit);
    signal?.removeEventListener("abort", end);
  }
}

/** Works in a repository of its own, without objects, which goes afterwards; `refs` are `refs/loci/<name>` in it. */
export async function withShadow<T>(
  gitDir: string,
  refs: ReadonlyMap<string, string> = new Map(),
  work: (shadow: string) => Promise<T>,
): Promise<T> {
  const shadow = draftPath(gitDir); // Below the repository: a person's `includeIf.gitdir` asks where it is.
  const write = (name: string, text: string) => promises.writeFile(join(shadow, name), text);
  try {
    await disk.mkdir(join(shadow, "refs", "loci"), 0o700);
    await disk.mkdir(packFolder(shadow));
    await write("HEAD", "ref: refs/heads/none\n");
    await write("config", config);
    for (const [name, oid] of refs) await write(join("refs", "loci", name), `${oid}\n`);
    return await work(shadow);
  } finally {
    await promises.rm(shadow, { recursive: true, force: true });
  }
}

/** isomorphic-git refuses to fetch without a refspec; git is given its own. */
const config = `[core]
	repositoryformatversion = 0
	bare = true
[remote "sync"]
	fetch = +refs/heads/*:refs/remotes/sync/*
`;

/** Where a repository has its packs. */
export const packFolder = (gitDir: string): string => join(gitDir, "objects", "pack");

/** Moves packs that are checked and flushed into the vault. */
export async function keepPacks(shadow: string, gitDir: string): Promise<void> {
  const from = packFolder(shadow);
  const to = packFolder(gitDir);
  const names = (await listFolder(from)).map(({ name }) => name);
  if (names.length === 0) return;
  await disk.mkdir(to);
  for (const name of names.sort()) // Each `.idx` before its `.pack`, which nobody would find by itself, nor purge.
    await disk.rename(join(from, name), join(to, name));
  await disk.flushFolder(to);
}

/** The disk as isomorphic-git works on it in a shadow: a pack that is not whole is refused, all is flushed. */
export const shadowFs = {
  promises: {
    ...promises,
    /** It asks whether a commit that the remote is told of is there, and else fetches the whole history. */
    stat: async () => ({ isDirectory: () => true }),
    /** Leaves out an index whose pack a killed process deleted: the library would read no other after it. */
    async readdir(folder: string): Promise<string[]> {
      const names = await promises.readdir(folder);
      return names.filter(
        (name) => !name.endsWith(".idx") || names.includes(name.replace(/idx$/, "pack")),
      );
    },
    async writeFile(path: string, bytes: Uint8Array): Promise<void> {
      if (path.endsWith(".pack") && !isWhole(bytes))
        throw new SyntaxError("Cannot store what was fetched: it is damaged");
      await promises.writeFile(path, bytes, { flush: true });
    },
  },
};
