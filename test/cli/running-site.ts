import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { cleanEnv, configFolder, lociCommand } from "../run-loci.ts";

/** A `loci` that serves pages, stopped when the test ends. */
export interface RunningSite {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly base: string;
  readonly token: string;
  readonly said: () => string;
  /** Asks with the token. */
  ask(path: string): Promise<Response>;
  /** Resolves when the page has the words. */
  shows(path: string, words: string): Promise<void>;
  /** Its child processes, zombies too. */
  children(): number[];
  /** Stops it by a signal and gives its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts `loci …` and waits for the address that it prints. */
export async function startLoci(
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<RunningSite> {
  const [node, main] = lociCommand;
  const child = spawn(node, [main, ...words, "--port", "0"], {
    ...{ cwd: "/", env: cleanEnv(env), stdio: ["ignore", "pipe", "pipe"] },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  }
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  await expect.poll(() => said, { timeout: 30_000 }).toMatch(/http:\S+login\?code=[\w-]+["\s]/);
  const { origin: base } = new URL(/http:[^\s"]+/.exec(said)?.[0] ?? "");
  const token = readFileSync(join(configFolder, "token"), "utf8").trim();
  const authorization = `Bearer ${token}`;
  const ask: RunningSite["ask"] = (path) => fetch(base + path, { headers: { authorization } });
  const pid = child.pid ?? 0;
  return {
    ...{ child, pid, base, token, ask, said: () => said },
    async shows(path, words) {
      const page = async (): Promise<string> => (await ask(path)).text();
      await expect.poll(page, { timeout: 40_000, interval: 50 }).toContain(words);
    },
    children: () => childrenOf(pid),
    stop(signal = "SIGTERM") {
      child.kill(signal);
      return closed;
    },
  };
}

function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => parentOf(other) === pid);
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return undefined; // It is gone.
  }
}
