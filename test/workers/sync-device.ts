import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { cleanEnv, lociCommand } from "../run-loci.ts";

export interface Ended {
  /** Null where it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A clone of the vault on one device, used by Loci or by plain git. */
export interface Device {
  readonly nth: number;
  readonly root: string;
  /** `dieAt`: killed at that change to the disk, as die-at.ts has it. */
  loci(words: readonly string[], dieAt?: string): Promise<Ended>;
  git(...words: string[]): Promise<Ended>;
}

const preload = resolve(import.meta.dirname, "die-at.ts");

/** `more`: what Loci's environment has besides. */
export function openDevice(nth: number, root: string, more: NodeJS.ProcessEnv = {}): Device {
  const author = { GIT_AUTHOR_NAME: `person ${nth}`, GIT_COMMITTER_NAME: `person ${nth}` };
  const mail = `person${nth}@loci.invalid`;
  const env = cleanEnv({
    ...author,
    GIT_AUTHOR_EMAIL: mail,
    GIT_COMMITTER_EMAIL: mail,
    LOCI_DEVICE: `device-${nth}`,
  });
  const [node, main] = lociCommand;
  return {
    nth,
    root,
    loci: (words, dieAt) =>
      dieAt === undefined
        ? run(node, [main, ...words, "--vault", root], { ...env, ...more })
        : run(node, ["--import", preload, main, ...words, "--vault", root], {
            ...env,
            ...more,
            LOCI_DIE_AT: dieAt,
          }),
    git: (...words) => run("git", ["-C", root, ...words], env),
  };
}

function run(program: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((done) => {
    const child = execFile(
      program,
      [...words],
      { env, maxBuffer: 2 ** 26, timeout: 120_000, killSignal: "SIGTERM" },
      (_error, stdout, stderr) => done({ code: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end();
  });
}

/** Every file of the vault that git would take along, path → bytes. */
export function filesOf(root: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (path === ".git" || path === ".loci") continue;
      if (entry.isDirectory()) walk(path);
      else files.set(path, readFileSync(join(root, path)));
    }
  };
  walk("");
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Makes Loci forget what it wrote lately: within ten minutes it takes the deletion of a line that it has just written
 * for an editor's stale save, and puts it back once (the race has no ten minutes to wait).
 */
export function letTimePass(root: string): void {
  rmSync(join(root, ".loci", "writes"), { recursive: true, force: true });
}
