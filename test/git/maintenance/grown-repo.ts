import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { createRepo, gitEnv, openRepo, type TestRepo } from "../../sync/repo.ts";
import { useTempFolder } from "../../temp.ts";

const grown = new Map<number, string>();
afterAll(() => {
  for (const folder of grown.values()) rmSync(folder, { recursive: true, force: true });
});

/**
 * A repository of `commits` small commits, each with three or four loose objects of its own; grown once a test file.
 * Real git packs nothing in it by itself.
 */
export function growRepo(commits: number): TestRepo {
  const known = grown.get(commits);
  if (known !== undefined) return copyRepo(known);
  const repo = growNew(commits);
  const kept = mkdtempSync(join(tmpdir(), "loci-grown-"));
  grown.set(commits, kept);
  execFileSync("cp", ["-a", "--reflink=auto", `${repo.root}/.`, kept]);
  return repo;
}

/** A copy of a repository, in a folder that goes when the test ends. */
export function copyRepo(from: string): TestRepo {
  const root = useTempFolder();
  execFileSync("cp", ["-a", "--reflink=auto", `${from}/.`, root]);
  return openRepo(root);
}

function growNew(commits: number): TestRepo {
  const repo = createRepo();
  // A `git gc --auto` would go on in the background while the test looks.
  repo.git("config", "gc.auto", "0");
  repo.git("config", "maintenance.auto", "false");
  const input: string[] = [];
  let text = "---\ntitle: Cooking\nupdated: 0\n---\n\n";
  for (let n = 1; n <= commits; n++) {
    text = `${text.replace(/updated: \d+/, `updated: ${n}`)}- Memory ${n} of ${(n * 7919) % 1000} things\n`;
    if (n % 100 === 0) text = text.slice(0, 40); // Topics are split when they grow long.
    const message = `memory ${n}`;
    input.push(
      "commit refs/heads/main",
      `committer Ana <ana@example.org> ${1_700_000_000 + n} +0100`,
      `data ${message.length}`,
      message,
      ...(n === 1 ? ["from refs/heads/main^0"] : []),
      "M 100644 inline topics/cooking.md",
      `data ${Buffer.byteLength(text)}`,
      text,
    );
  }
  execFileSync("git", ["fast-import", "--quiet", "--force"], {
    cwd: repo.root,
    env: gitEnv,
    input: `${input.join("\n")}\ndone\n`,
  });
  unpackAll(repo);
  repo.git("reset", "-q", "--hard");
  return repo;
}

/** Git unpacks only what it does not have: the packs have to be elsewhere meanwhile. */
function unpackAll(repo: TestRepo): void {
  const folder = join(repo.root, ".git/objects/pack");
  const away = join(repo.root, ".git/away");
  mkdirSync(folder, { recursive: true });
  renameSync(folder, away);
  mkdirSync(folder);
  for (const name of readdirSync(away).filter((file) => file.endsWith(".pack"))) {
    const command = 'exec git unpack-objects -q < "$1"';
    execFileSync("sh", ["-c", command, "sh", join(away, name)], { cwd: repo.root, env: gitEnv });
  }
  rmSync(away, { recursive: true });
}

/** The names of all loose objects. */
export function looseIn(repo: TestRepo): string[] {
  const objects = join(repo.root, ".git/objects");
  const folders = readdirSync(objects).filter((name) => /^[0-9a-f]{2}$/.test(name));
  return folders.flatMap((start) => readdirSync(join(objects, start)).map((rest) => start + rest));
}
