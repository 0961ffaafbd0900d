import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { cleanEnv, configFolder, lociCommand } from "./run-loci.ts";

export type RunningLoci = ReturnType<typeof startLoci>;

/** It ends within 8 s of SIGTERM where the processor is not shared with other tests; here, that it ends by itself. */
const maxStopMs = 20_000;

/** Runs `loci` as a process that is not waited for, and is gone when the test ends. */
export function startLoci(args: readonly string[], env: Record<string, string> = {}) {
  const [node, main] = lociCommand;
  const child = spawn(node, [main, ...args], { cwd: "/", env: cleanEnv(env), stdio: "pipe" });
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  let [stdout, stderr] = ["", ""];
  child.stdin.on("error", () => {}); // It may end first.
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  const said = () => stdout + stderr;
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    said,
    /** Waits until that was said, on either. */
    async until(words: string | RegExp) {
      await expect.poll(said, { timeout: 45_000 }).toMatch(words);
    },
    type: (text: string) => void child.stdin.write(text),
    /** Its child processes, zombies too. */
    children: () => childrenOf(child.pid ?? 0),
    /** Stops it by a signal and gives its exit code. */
    async stop(signal: NodeJS.Signals = "SIGTERM") {
      const since = performance.now();
      child.kill(signal);
      const code = await closed;
      expect(performance.now() - since).toBeLessThan(maxStopMs);
      return code;
    },
  };
}

/** Runs `loci up`, and asks it with the owner's token once it has printed its address. */
export async function startUp(root: string, env: Record<string, string> = {}, ...flags: string[]) {
  const up = startLoci(["up", "--vault", root, "--port", "0", ...flags], env);
  const address = /http:[^\s"]+login\?code=[\w-]+(?=["\s])/;
  await up.until(address);
  const { origin: base } = new URL(address.exec(up.said())?.[0] ?? "");
  const token = readFileSync(join(configFolder, "token"), "utf8").trim();
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(base + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
  /** Resolves when the page has the words. */
  const shows = async (path: string, words: string) => {
    const page = async () => (await ask(path)).text();
    await expect.poll(page, { timeout: 40_000, interval: 50 }).toContain(words);
  };
  return { ...up, base, ask, shows };
}

const childrenOf = (pid: number): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return undefined; // It is gone.
  }
}
