import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { serveGitHttp } from "../../test/git/servers/serve-git-http.ts";
import { type BenchRun, repeats } from "./bench-run.ts";
import { budgetsOf } from "./budgets.ts";
import { type Figure, median } from "./figures.ts";
import { hasCommand } from "./has-command.ts";
import { peakOf, type Ran, runTimed } from "./processes.ts";
import { editVault, git, gitSync } from "./sync-sides.ts";

/** `loci sync` beside what a person would type to the system's git, over a folder and over http on this machine. */
export async function measureSync(run: BenchRun): Promise<readonly Figure[]> {
  if (!hasCommand("git")) return [];
  const folder = join(run.folder, "sync");
  mkdirSync(folder);
  const server = await serveGitHttp({ root: folder });
  try {
    await runTimed(["git", "clone", "-q", "--bare", run.vault, join(folder, "seed.git")]);
    return [
      ...(await measureOver(run, { folder, name: "folder", urlOf: (name) => join(folder, name) })),
      ...(await measureOver(run, {
        folder,
        name: "http",
        urlOf: (name) => `${server.origin}/${name}`,
      })),
    ];
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Place {
  readonly folder: string;
  readonly name: string;
  /** The URL of a bare repository in the folder. */
  readonly urlOf: (repository: string) => string;
}

/** Two remotes that hold the same, one for Loci and one for git, so that neither works on what the other did. */
async function measureOver(run: BenchRun, place: Place): Promise<Figure[]> {
  const { folder, name, urlOf } = place;
  const at = (what: string): string => join(folder, `${name}-${what}`);
  const remotes = { loci: `${name}-loci.git`, git: `${name}-git.git` };
  for (const remote of Object.values(remotes)) {
    await runTimed(["cp", "-a", join(folder, "seed.git"), join(folder, remote)]);
  }
  const cloned = await runTimed([...run.built, "init", "--from", urlOf(remotes.loci), at("loci")]);
  const gitCloned = await runTimed(["git", "clone", "-q", urlOf(remotes.git), at("git")]);
  for (const [peer, remote] of [
    ["loci-peer", remotes.loci],
    ["git-peer", remotes.git],
  ] as const) {
    await runTimed(["git", "clone", "-q", join(folder, remote), at(peer)]);
  }
  const sync = (): Promise<Ran> =>
    runTimed([...run.built, "sync", "--json", "--vault", at("loci")]);
  await sync(); // The first one makes what only the first one makes.
  const idle = await rounds(run, 5, sync);
  const gitIdle = await rounds(run, 5, () => gitSync(at("git")));
  const diverged = await rounds(run, 3, async (n) => {
    await diverge(at("loci"), at("loci-peer"), n);
    return sync();
  });
  const gitDiverged = await rounds(run, 3, async (n) => {
    await diverge(at("git"), at("git-peer"), n);
    return gitSync(at("git"));
  });
  await checkSame(at("loci"), at("loci-peer"));
  await diverge(at("loci"), at("loci-peer"), 99);
  const peak = await peakOf([...run.built, "sync", "--vault", at("loci")]);
  return toFigures(run, name, { cloned, gitCloned, idle, gitIdle, diverged, gitDiverged, peak });
}

/** Changes on both sides: there committed and pushed by git, here as an editor leaves them. */
async function diverge(here: string, there: string, round: number): Promise<void> {
  await git(there, "pull", "-q", "--ff-only");
  editVault(there, "second", round);
  await git(there, "commit", "-qam", `there ${round}`);
  await git(there, "push", "-q");
  editVault(here, "first", round);
}

/** A fast sync that did not do its work is worth nothing. */
async function checkSame(here: string, there: string): Promise<void> {
  await git(there, "pull", "-q", "--ff-only");
  const trees = await Promise.all([here, there].map((one) => git(one, "rev-parse", "HEAD^{tree}")));
  const status = await git(here, "status", "--porcelain");
  if (trees[0]?.stdout !== trees[1]?.stdout || status.stdout !== "") {
    throw new Error(`The two sides differ after a sync: ${status.stdout}`);
  }
}

async function rounds(
  run: BenchRun,
  most: number,
  work: (n: number) => Promise<Ran>,
): Promise<readonly Ran[]> {
  const taken: Ran[] = [];
  for (let n = 0; n < Math.min(most, repeats(run) + 1); n++) taken.push(await work(n));
  return taken;
}

interface Taken {
  readonly cloned: Ran;
  readonly gitCloned: Ran;
  readonly idle: readonly Ran[];
  readonly gitIdle: readonly Ran[];
  readonly diverged: readonly Ran[];
  readonly gitDiverged: readonly Ran[];
  readonly peak: number;
}

function toFigures({ size }: BenchRun, name: string, taken: Taken): Figure[] {
  const max = budgetsOf(size).sync;
  const figure = (
    what: string,
    ours: readonly Ran[],
    theirs: readonly Ran[],
    of: (ran: Ran) => number,
  ): Figure => ({
    what: `${what} (${name})`,
    value: median(ours.map(of)),
    unit: "ms",
    baselines: [{ name: "git", value: median(theirs.map(of)) }],
  });
  const wall = (ran: Ran): number => ran.wallMs;
  const cpu = (ran: Ran): number => ran.cpuMs;
  return [
    figure("first clone, `loci init --from`", [taken.cloned], [taken.gitCloned], wall),
    figure("`loci sync`, nothing new", taken.idle, taken.gitIdle, wall),
    figure("the same, CPU", taken.idle, taken.gitIdle, cpu),
    {
      ...figure("`loci sync`, 100 changes on each side", taken.diverged, taken.gitDiverged, wall),
      ...(max === undefined ? {} : { budget: { max: max * 1000 } }),
      note: "built, as a process; git: add, commit, fetch, merge, push in one shell",
    },
    figure("the same, CPU", taken.diverged, taken.gitDiverged, cpu),
    { what: `peak memory of that sync (${name})`, value: taken.peak, unit: "MB", baselines: [] },
  ];
}
