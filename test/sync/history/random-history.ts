import { execFileSync } from "node:child_process";
import { useTempFolder } from "../../temp.ts";
import { gitEnv, openRepo, type TestRepo } from "../repo.ts";

/** Numbers from 0 up to below `below`, the same for a seed (mulberry32). */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export interface HistoryShape {
  readonly commits: number;
  readonly paths: readonly string[];
  /** Commits may be dated before their parents. */
  readonly skewed?: boolean;
}

/** A repository whose branch `main` has a random past with forks, merges, removals and files that come back. */
export function randomHistory(
  seed: number,
  { commits, paths, skewed = false }: HistoryShape,
): TestRepo {
  const roll = dice(seed);
  const root = useTempFolder();
  const repo = openRepo(root);
  repo.git("init", "-q", "-b", "main");
  const trees: Map<string, string>[] = [];
  const tips = new Set<number>();
  const stream: string[] = [];
  for (let n = 0; n < commits; n++) {
    const parents = n === 0 ? [] : pickParents(roll, n, tips);
    for (const parent of parents) tips.delete(parent);
    tips.add(n);
    const tree = mergeTrees(
      roll,
      parents.map((parent) => trees[parent] ?? new Map()),
    );
    editTree(roll, tree, { paths, edits: parents.length > 1 ? roll(2) : 1 + roll(2) });
    trees.push(tree);
    const time = 1_700_000_000 + (skewed ? roll(1_000) : n) * 60;
    stream.push(`commit refs/heads/main`, `mark :${n + 1}`);
    stream.push(`committer Ana <ana@example.org> ${time} +0100`, "data 1", "m");
    stream.push(...parents.map((parent, i) => `${i === 0 ? "from" : "merge"} :${parent + 1}`));
    stream.push("deleteall");
    for (const [path, text] of tree) {
      stream.push(`M 100644 inline ${path}`, `data ${Buffer.byteLength(text)}`, text);
    }
  }
  const input = `${stream.join("\n")}\n`;
  execFileSync("git", ["fast-import", "--quiet", "--force"], { cwd: root, env: gitEnv, input });
  return repo;
}

function editTree(
  roll: (below: number) => number,
  tree: Map<string, string>,
  { paths, edits }: { readonly paths: readonly string[]; readonly edits: number },
): void {
  for (let left = edits; left > 0; left--) {
    const path = paths[roll(paths.length)] ?? "";
    if (roll(6) === 0) tree.delete(path);
    else tree.set(path, `- line ${roll(4)} of ${path}\n`);
  }
}

/** Mostly the one before; at times an older one, or two or three branches that come together. */
function pickParents(
  roll: (below: number) => number,
  n: number,
  tips: ReadonlySet<number>,
): number[] {
  const others = [...tips].filter((tip) => tip !== n - 1);
  const merges = others.length > 0 && roll(3) === 0;
  if (merges) return [n - 1, ...others.slice(0, 1 + roll(2))];
  return [roll(3) === 0 ? Math.max(0, n - 1 - roll(8)) : n - 1];
}

function mergeTrees(
  roll: (below: number) => number,
  parents: readonly ReadonlyMap<string, string>[],
): Map<string, string> {
  const tree = new Map<string, string>();
  for (const path of new Set(parents.flatMap((parent) => [...parent.keys()]))) {
    const text = parents[roll(parents.length)]?.get(path);
    if (text !== undefined) tree.set(path, text);
  }
  return tree;
}
