import { execFileSync } from "node:child_process";
import { createRandom, type Random } from "../../../scripts/bench/random.ts";
import { createRepo, gitEnv, type TestRepo } from "../repo.ts";

/** A commit as tests write it; the parents are the places of others in the list, by default the one before. */
export interface WrittenCommit {
  readonly files: ReadonlyMap<string, string>;
  readonly minute: number;
  readonly parents?: readonly number[];
}

/** A repository whose branch `main` has these commits, the oldest first. */
export function importCommits(commits: readonly WrittenCommit[]): TestRepo {
  const repo = createRepo({ empty: true });
  const stream = commits.flatMap(({ files, minute, parents }, n) => [
    `commit refs/heads/main\nmark :${n + 1}`,
    `committer Ana <ana@example.org> ${1_700_000_000 + minute * 60} +0100\ndata 1\nm`,
    ...(parents ?? (n > 0 ? [n - 1] : [])).map(
      (parent, i) => `${i === 0 ? "from" : "merge"} :${parent + 1}`,
    ),
    "deleteall",
    ...Array.from(
      files,
      ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}`,
    ),
  ]);
  const input = `${stream.join("\n")}\n`;
  const options = { cwd: repo.root, env: gitEnv, input };
  execFileSync("git", ["fast-import", "--quiet", "--force"], options);
  repo.git("reset", "-q", "--hard");
  return repo;
}

/**
 * A random past of some commits with forks, merges, removals and files that come back; with `skewed` clocks commits
 * may be dated before their parents.
 */
export function randomHistory(seed: number, { paths, commits: count, skewed }: Shape): TestRepo {
  const random = createRandom(seed);
  const commits: Required<WrittenCommit>[] = [];
  const tips = new Set<number>();
  for (let n = 0; n < count; n++) {
    const parents = n === 0 ? [] : pickParents(random, n, tips);
    for (const parent of parents) tips.delete(parent);
    tips.add(n);
    const files = mergeFiles(
      random,
      parents.map((parent) => commits[parent]?.files ?? new Map()),
    );
    for (let edits = random.below(2) + (parents.length > 1 ? 0 : 1); edits > 0; edits--) {
      const path = random.pick(paths);
      if (random.below(6) === 0) files.delete(path);
      else files.set(path, `- line ${random.below(4)} of ${path}\n`);
    }
    commits.push({ files, parents, minute: skewed ? random.below(1_000) : n });
  }
  return importCommits(commits);
}

interface Shape {
  readonly commits: number;
  readonly paths: readonly string[];
  readonly skewed?: boolean;
}

/** Mostly the one before; at times an older one, or two or three branches that come together. */
function pickParents(random: Random, n: number, tips: ReadonlySet<number>): number[] {
  const others = [...tips].filter((tip) => tip !== n - 1);
  if (others.length > 0 && random.below(3) === 0)
    return [n - 1, ...others.slice(0, 1 + random.below(2))];
  return [random.below(3) === 0 ? Math.max(0, n - 1 - random.below(8)) : n - 1];
}

function mergeFiles(random: Random, sides: readonly ReadonlyMap<string, string>[]) {
  const files = new Map<string, string>();
  for (const path of new Set(sides.flatMap((side) => [...side.keys()]))) {
    const text = random.pick(sides).get(path);
    if (text !== undefined) files.set(path, text);
  }
  return files;
}
