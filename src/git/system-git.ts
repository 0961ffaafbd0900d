import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority, tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { errnoOf, LociError } from "../errors.ts";
import { readIfThere } from "./disk.ts";
import { keepPacks, withShadow } from "./shadow.ts";

/** The system's git, 2.31 or newer. */
export interface SystemGit {
  /** Runs git on the objects of a repository, in a folder of its own; packs that it makes are kept if it ends well. */
  run(gitDir: string, args: readonly string[], call?: GitCall): Promise<GitResult>;
}

export interface GitCall {
  readonly input?: Uint8Array;
  /** Refs that git finds, by short names; `refs/loci/<name>`. */
  readonly refs?: ReadonlyMap<string, string>;
  /** Variables beside those of the person. */
  readonly env?: NodeJS.ProcessEnv;
  /** The longest that git may say nothing. */
  readonly silenceMs?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface GitResult {
  /** 0: done. */
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** Where `refs/loci/fetched` stands, if the call made it. */
  readonly fetched?: string | undefined;
}

/**
 * Looks for git in the PATH of `env`; undefined where there is none, or an older one. It runs in a folder of its own,
 * with refs but without config, hooks or attributes: the objects are the vault's. So nothing in the vault's own config
 * can run a program, whatever git may come to read there.
 */
export async function findGit(env: NodeJS.ProcessEnv): Promise<SystemGit | undefined> {
  const clean = cleanEnv(env);
  const found = await runGit(["--version"], { env: clean }).catch(() => undefined);
  const version = /git version (\d+)\.(\d+)/.exec(found?.stdout.toString("utf8") ?? "") ?? [];
  const [, major = 0, minor = 0] = version.map(Number);
  if (major < 2 || (major === 2 && minor < 31)) return undefined;
  const run: SystemGit["run"] = (gitDir, args, call = {}) =>
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
  return { run };
}

/** What no setting of the person's may turn on. `file` is a folder or a stick. */
const safeguards: readonly string[] = [
  ["core.hooksPath", "/dev/null"],
  ["core.alternateRefsCommand", "true"], // Else it asks the vault's own refs, by its own config.
  ["core.fsync", "all"],
  ["core.fsyncObjectFiles", "true"],
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

/**
 * What a folder's own git is told, which reads its config and hooks; a stick is of whoever plugs it in. One that calls
 * itself a partial clone could fetch, and so run, whatever it likes.
 */
export const folderGuards: string = [
  "GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 git",
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
  const tell = (telling: (pid: number) => unknown): void => {
    try {
      if (child.pid !== undefined) telling(child.pid);
    } catch (error) {
      // It may have ended before.
      if (!["ESRCH", "EPERM", "EACCES"].includes(errnoOf(error) ?? "")) throw error;
    }
  };
  const end = (): void => tell((pid) => process.kill(-pid, "SIGKILL"));
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
  tell((pid) => setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL));
  child.stdin.once("error", () => undefined); // It ended without reading all: its code says so.
  child.stdin.end(input);
  try {
    const [code] = await once(child, "close");
    signal?.throwIfAborted();
    const stderr = Buffer.concat(said.stderr).toString("utf8");
    return { code: code ?? 124, stdout: Buffer.concat(said.stdout), stderr };
  } catch (cause) {
    signal?.throwIfAborted();
    throw new LociError("SYNC_FAILED", "Cannot run git", { cause });
  } finally {
    for (const limit of limits) clearTimeout(limit);
    signal?.removeEventListener("abort", end);
  }
}
