import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { atSize, type Bench, git, rounds } from "./loci.ts";
import { type Figure, figure, repeat, typical } from "./measure.ts";
import { type Ran, run } from "./processes.ts";

/**
 * `loci sync` beside what a person would type to the system's git, over a folder. Two remotes that hold the same, one for
 * Loci and one for git, so that neither works on what the other did.
 */
export async function measureSync(bench: Bench): Promise<readonly Figure[]> {
  const folder = join(bench.folder, "sync");
  mkdirSync(folder);
  const at = (what: string): string => join(folder, what);
  const ours = await measureOne(bench, at("loci"), {
    clone: () => run([...bench.built, "init", "--from", at("loci.git"), at("loci")]),
    sync: () => run([...bench.built, "sync", "--vault", at("loci")]),
  });
  const theirs = await measureOne(bench, at("git"), {
    clone: () => run(["git", "clone", "-q", at("git.git"), at("git")]),
    sync: () => gitSync(at("git")),
  });
  await checkSame(at("loci"), at("loci-peer"));
  rmSync(folder, { recursive: true, force: true });
  const wall = (what: string, key: keyof typeof ours, max?: number): Figure => {
    const beside = { git: typical(theirs[key]).wallMs };
    return figure(what, typical(ours[key]).wallMs, "ms", { beside, max });
  };
  const gitCpu = { git: typical(theirs.diverged).cpuMs };
  const cpu = { beside: gitCpu, max: atSize(bench.size, undefined, 7, 7), to: "git" };
  const peak = Math.max(...ours.diverged.map(({ peakMb }) => peakMb));
  const changed = "`loci sync`, 100 changes on each side";
  return [
    wall("first clone, `loci init --from`", "clone"),
    wall("`loci sync`, nothing new", "idle"),
    wall(changed, "diverged", atSize(bench.size, undefined, 3_000)),
    figure(`${changed}, CPU`, typical(ours.diverged).cpuMs, "ms", cpu),
    figure("peak memory of that sync", peak, "MB"),
  ];
}

async function measureOne(
  bench: Bench,
  root: string,
  { clone, sync }: Readonly<Record<"clone" | "sync", () => Promise<Ran>>>,
) {
  await run(["git", "clone", "-q", "--bare", bench.vault, `${root}.git`]);
  const cloned = await clone();
  await run(["git", "clone", "-q", `${root}.git`, `${root}-peer`]);
  await sync(); // The first one makes what only the first one makes.
  const idle = await repeat(rounds(bench) + 1, sync);
  const diverged = await repeat(rounds(bench), async (n) => {
    await diverge(root, `${root}-peer`, n);
    return sync();
  });
  return { clone: [cloned], idle, diverged };
}

/** What a person types in place of `loci sync`, in one shell. */
function gitSync(root: string): Promise<Ran> {
  const script = `
    git add -A
    git diff --cached --quiet || git commit -qm "by hand"
    git fetch -q
    git merge -q --no-edit @{upstream}
    git push -q origin HEAD`;
  return run(["bash", "-ec", script], root);
}

/** Changes on both sides: there committed and pushed by git, here as an editor leaves them. */
async function diverge(here: string, there: string, round: number): Promise<void> {
  await git(there, "pull", "-q", "--ff-only");
  editVault(there, "there", round);
  await git(there, "commit", "-qam", `there ${round}`);
  await git(there, "push", "-q");
  editVault(here, "here", round);
}

/** A fast sync that did not do its work is worth nothing. */
async function checkSame(here: string, there: string): Promise<void> {
  await git(there, "pull", "-q", "--ff-only");
  const trees = await repeat(2, (n) => git(n === 0 ? here : there, "rev-parse", "HEAD^{tree}"));
  const status = await git(here, "status", "--porcelain");
  if (trees[0]?.stdout !== trees[1]?.stdout || status.stdout !== "") {
    throw new Error(`The two sides differ after a sync: ${status.stdout}`);
  }
}

/**
 * Edits up to a hundred lines all over the vault, each side in its own half of a file so that plain git can merge too,
 * and adds a line below each tenth. The files look as if saved a minute ago: nobody waits for an editor to finish.
 */
function editVault(root: string, side: "here" | "there", round: number): void {
  const files = readdirSync(join(root, "topics"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(root, "topics", name))
    .filter((file) => (readFileSync(file, "utf8").match(/^- /gm)?.length ?? 0) >= 40)
    .sort();
  const aMinuteAgo = Date.now() / 1000 - 60;
  const perFile = Math.min(15, Math.ceil(100 / files.length));
  for (const file of files.slice(0, Math.ceil(100 / perFile))) {
    const lines = readFileSync(file, "utf8").split("\n");
    const entries = lines.flatMap((line, at) => (line.startsWith("- ") ? [at] : []));
    for (let slot = 0; slot < perFile; slot++) {
      const at = entries.at(side === "here" ? slot : -1 - slot) ?? 0;
      const added = slot % 10 === 0 ? `\n- Learned ${side} in round ${round}` : "";
      lines[at] = `${lines[at]?.replace(/ · \w+ \d+$/, "")} · ${side} ${round}${added}`;
    }
    writeFileSync(file, lines.join("\n"));
    utimesSync(file, aMinuteAgo, aMinuteAgo);
  }
}
