import { spawn, spawnSync } from "node:child_process";
import { onTestFinished } from "vitest";
import { cleanEnv, lociCommand } from "../run-loci.ts";

/** Whether util-linux's `script` is here, which gives a process a terminal. Says so where it is not. */
export function hasPty(): boolean {
  const isThere = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;
  if (!isThere) {
    process.stderr.write(
      "Skipped: no script(1) gives a terminal; install bsdutils (Debian) or util-linux\n",
    );
  }
  return isThere;
}

export interface Pty {
  /** All that came, control sequences too. */
  readonly raw: () => string;
  readonly type: (keys: string) => void;
  /** Waits for what comes behind all that was waited for before. */
  readonly until: (words: string) => Promise<void>;
  readonly ended: Promise<number | null>;
}

export const keys = { up: "\u001b[A", ctrlC: "\u0003", ctrlD: "\u0004" } as const;

/** Runs `loci` in a terminal of its own. */
export function openPty(args: readonly string[], env: Record<string, string> = {}): Pty {
  const words = [...lociCommand, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const child = spawn("script", ["-qec", `exec ${words.join(" ")}`, "/dev/null"], {
    cwd: "/",
    env: cleanEnv({ TERM: "xterm", ...env }),
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let raw = "";
  let seen = 0;
  child.stdin.on("error", () => {}); // It may end before it has read everything.
  child.stdout.setEncoding("utf8").on("data", (text) => {
    raw += text;
  });
  return {
    raw: () => raw,
    type: (typed) => void child.stdin.write(typed),
    async until(expected) {
      const deadline = Date.now() + 45_000;
      while (!raw.slice(seen).includes(expected)) {
        if (Date.now() > deadline) {
          throw new Error(
            `The terminal never showed ${JSON.stringify(expected)}:\n${raw.slice(seen)}`,
          );
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      seen = raw.indexOf(expected, seen) + expected.length;
    },
    ended: new Promise((resolve) => child.once("close", resolve)),
  };
}
