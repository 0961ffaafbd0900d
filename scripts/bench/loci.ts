import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";
import { z } from "zod";
import { configFolder } from "../../src/app/vault/device-place.ts";
import type { Figure } from "./measure.ts";
import { pidOf, run, startChild, stopChild, talkTo } from "./processes.ts";

/** What a measurement works on: one vault of one size, and the commands to measure. */
export interface Bench {
  /** Entries in the vault. */
  readonly size: number;
  /** A temporary folder of this size's own, with the vault in it. */
  readonly folder: string;
  readonly vault: string;
  /** Fewer repetitions, for a look in passing. */
  readonly quick: boolean;
  /** The command line of `loci`, run from source and built. */
  readonly source: readonly string[];
  readonly built: readonly string[];
}

/** Takes figures; the index is in step with the files when it begins, and must be when it ends. */
export type Measurement = (bench: Bench) => Promise<readonly Figure[]>;

/** How often to repeat what takes long in a large vault. */
export const rounds = ({ size, quick }: Bench): number => (quick || size > 20_000 ? 1 : 3);

/** A limit of DESIGN.md for the size of a vault; none for other sizes. */
export const atSize = (size: number, ...limits: readonly (number | undefined)[]) =>
  limits[[200, 10_000, 100_000].indexOf(size)];

export const repository: string = resolve(import.meta.dirname, "../..");
export const fromSource: readonly string[] = [
  process.execPath,
  join(repository, "src", "cli", "main.ts"),
];

/** Nothing that is measured reads or leaves anything of the person's own: neither settings nor compiled code. */
export function keepApart(folder: string): void {
  process.env.LOCI_CONFIG_DIR = join(folder, "config");
  process.env.XDG_CACHE_HOME = join(folder, "cache");
  process.env.GIT_CONFIG_GLOBAL = join(folder, "gitconfig");
  // Git would pack in the background, and disturb what is measured next.
  writeFileSync(
    process.env.GIT_CONFIG_GLOBAL,
    "[user]\n name = bench\n email = bench@example.org\n[gc]\n auto = 0\n[maintenance]\n auto = false\n",
  );
}

/** Builds a copy of Loci in `folder`, so that the repository's own `dist/` stays as it is; returns its command line. */
export async function buildLoci(folder: string): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "src", join("scripts", "build.ts")]) {
    cpSync(join(repository, name), join(folder, name), { recursive: true });
  }
  for (const name of ["node_modules", "site", "vault"]) {
    symlinkSync(join(repository, name), join(folder, name));
  }
  await run([process.execPath, join(folder, "scripts", "build.ts")], folder);
  return [process.execPath, join(folder, "dist", "cli", "main.js")];
}

const hit = z.object({ text: z.string(), file: z.string(), line: z.int() });

/** One `loci recall --stdin`; the first answer comes when it is ready. */
export function openRecall(loci: readonly string[], vault: string, floor = 0) {
  const child = startChild([...loci, "recall", "--stdin", "--vault", vault, "--floor", `${floor}`]);
  const ask = talkTo(child);
  const answer = z.object({ results: z.array(hit) });
  return {
    pid: pidOf(child),
    ask: async (query: string, k = 8) =>
      answer.parse(JSON.parse(await ask(JSON.stringify({ id: 1, query, k })))).results,
    close: () => stopChild(child),
  };
}

/** A running `loci up` with its web server, when watcher and server are ready. */
export async function startUp(loci: readonly string[], vault: string) {
  const child = startChild([...loci, "up", "--port", "0", "--vault", vault]);
  child.stdin.end();
  child.stdout.resume();
  const said: string[] = [];
  const address = await new Promise<string>((found, reject) => {
    const lines = createInterface({ input: child.stderr });
    lines.on("line", (line) => {
      said.push(line);
      const [url] = /http:[^\s"]+/.exec(line) ?? [];
      if (url !== undefined) found(url);
    });
    lines.on("close", () => reject(new Error(`loci up ended: ${said.join("\n")}`)));
  });
  const { origin } = new URL(address);
  const token = readFileSync(join(configFolder(process.env), "token"), "utf8").trim();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = z.object({ hits: z.array(hit) });
  return {
    origin,
    headers,
    pid: pidOf(child),
    async ask(query: string, k = 8): Promise<string[]> {
      const url = `${origin}/api/recall?${new URLSearchParams({ q: query, k: String(k) })}`;
      const response = await fetch(url, { headers });
      if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
      return answer.parse(await response.json()).hits.map(({ text }) => text);
    },
    close: () => stopChild(child),
  };
}

/** Looks into the newest index of a vault without Loci's code: what is committed, and nothing more. */
export function peekIndex(vault: string) {
  const names = readdirSync(join(vault, ".loci")).filter((name) =>
    /^index(?:-\d+)?\.db$/.test(name),
  );
  const newest = names.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).at(-1);
  if (newest === undefined) throw new Error(`There is no index in ${vault}`);
  const db = new Database(join(vault, ".loci", newest), { readonly: true });
  const holding = db.prepare("SELECT 1 FROM chunk_fts WHERE chunk_fts MATCH ? LIMIT 1").pluck();
  return {
    chunks: () => Number(db.prepare("SELECT count(*) FROM chunk").pluck().get()),
    has: (word: string): boolean => holding.get(`"${word}"`) !== undefined,
    close: () => void db.close(),
  };
}

export const git = (root: string, ...args: readonly string[]) => run(["git", "-C", root, ...args]);

/** Makes a folder a git repository with all its files in one commit. */
export async function commitAll(root: string): Promise<void> {
  await git(root, "init", "-q");
  await git(root, "add", "-A");
  await git(root, "commit", "-qm", "The vault");
}
