import {
  constants,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { LociError, messageOf } from "../../errors.ts";
import { localTime } from "../../memory/local-time.ts";
import { unlocked } from "../../vault/lock.ts";
import { deviceClock } from "./device-clock.ts";
import { openDeviceFolder } from "./device-folder.ts";
import { devicePlace } from "./device-place.ts";
import { exampleFiles, exampleFolder } from "./example.ts";
import { loadSettings } from "./load-settings.ts";
import { makeFolder } from "./make-folder.ts";
import { setForVault } from "./set-for-vault.ts";

export type StartTopics = "welcome" | "example" | "none";

export interface CreateVaultOptions {
  /** Absolute path; made if missing. */
  readonly root: string;
  /** What a new vault begins with: one topic that welcomes, the example of a family, or nothing. */
  readonly topics: StartTopics;
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Takes one sentence for the person. */
  readonly report?: ((sentence: string) => void) | undefined;
  /** Asked where the folder is a git repository with commits of its own; without it Loci commits nothing there. */
  readonly mayCommit?: (() => Promise<boolean>) | undefined;
}

/** What making a vault did. */
export interface CreatedVault {
  readonly root: string;
  /** False when the folder held files before: it got only what a vault needs. */
  readonly created: boolean;
  /** Files that were written, relative to the vault. */
  readonly files: readonly string[];
  readonly committed: boolean;
  /** The folder was not a git repository, and is one now. */
  readonly repository: boolean;
  /** A sentence for the person, or ''. */
  readonly note: string;
}

/** Files of the example vault that every vault has, whatever its topics. */
const frame = ["loci.yaml", "gitignore", ".gitattributes"];
/** npm leaves a file named `.gitignore` out of a package, so the example's has no dot. */
const nameInVault = (path: string): string => (path === "gitignore" ? ".gitignore" : path);

/**
 * Makes a vault out of a new or empty folder (with the topics it is to begin with), or completes a folder that holds files, none of
 * which is changed. Throws LociError BAD_INPUT or WRITE_FAILED.
 */
export async function createVault(options: CreateVaultOptions): Promise<CreatedVault> {
  const { root } = options;
  const stat = statSync(root, { throwIfNoEntry: false });
  if (stat !== undefined && !stat.isDirectory()) {
    throw new LociError(
      "BAD_INPUT",
      `Cannot make a vault at "${root}": it is a file; name a folder`,
    );
  }
  const wasEmpty = stat === undefined || readdirSync(root).every((name) => isOurs(name));
  if (existsSync(join(root, "loci.yaml")) && existsSync(join(root, ".git"))) {
    return completeVault(options);
  }
  const commits = !(await hasCommits(options)) || (await options.mayCommit?.()) === true;
  const topics = wasEmpty ? options.topics : "none";
  const written = write(root, { topics, today: localDay(options) });
  await openDeviceFolder(root);
  if (!commits) setForVault(devicePlace(root, options.env), root, noCommits);
  const made = { root, created: wasEmpty, files: written };
  const outer = await findOuter(options);
  if (outer !== undefined) {
    if (written.length === 0) throw isVaultAlready(root);
    return { ...made, committed: false, repository: false, note: noteOnOuter(root, outer) };
  }
  if (!commits) return { ...made, committed: false, repository: false, note: noteOnOwn };
  const { isCommitted, why, repository, note } = await commitAll(options, written, wasEmpty);
  return {
    ...made,
    repository,
    committed: isCommitted,
    note: [...why, ...(note === "" ? [] : [note])].join("\n"),
  };
}

const noCommits: ReadonlyMap<string, unknown> = new Map([["commit.enabled", false]]);

const noteOnOwn =
  "The folder is your own git repository, so Loci commits nothing to it; to let it commit what it saves, set commit.enabled to true for this vault in this device's device.yaml";

/** Whether the folder is a repository that somebody has committed to; one that cannot be read counts as such. */
async function hasCommits({ root, env }: CreateVaultOptions): Promise<boolean> {
  if (!existsSync(join(root, ".git"))) return false;
  const { openRepository } = await import("../../git/repository/repository.ts");
  const { readHead } = await import("../../git/refs/refs.ts");
  const { gitHome } = await import("../../git/config/git-config.ts");
  try {
    const { gitDir } = await openRepository(root, gitHome(env));
    return (await readHead(gitDir)).oid !== undefined;
  } catch (error) {
    if (error instanceof LociError) return true;
    throw error;
  }
}

/** The repository that the folder is a part of: one within would hide its files from the other's commits. */
async function findOuter({ root, env }: CreateVaultOptions): Promise<string | undefined> {
  if (existsSync(join(root, ".git"))) return undefined;
  const { openRepository, repositoryAbove } = await import("../../git/repository/repository.ts");
  const outer = await repositoryAbove(dirname(root));
  if (outer === undefined) return undefined;
  const { gitHome } = await import("../../git/config/git-config.ts");
  const { openIgnoreRules } = await import("../../git/ignore/ignore-rules.ts");
  const person = gitHome(env);
  try {
    const rules = openIgnoreRules({ ...(await openRepository(outer, person)), person });
    return (await rules(relative(outer, root).split(sep).join("/"), true)) ? undefined : outer;
  } catch (error) {
    if (error instanceof LociError) return outer; // A worktree or the like: it is there all the same.
    throw error;
  }
}

const noteOnOuter = (root: string, outer: string): string =>
  `No repository was made, and nothing committed: the folder is part of the git repository "${outer}"; commit it there with your own git, or, for a vault with a history and a sync of its own, run "git init" in it and then "loci init ${root}" again`;

/** What a folder may hold that is as good as empty: a repository without files, this device's own folder. */
const isOurs = (name: string): boolean => name === ".git" || name === ".loci";

/** A vault from elsewhere may lack what this device alone has. */
async function completeVault(options: CreateVaultOptions): Promise<CreatedVault> {
  const { root, env } = options;
  await openDeviceFolder(root);
  const { registerMergeDriver } = await import("../../sync/merge-driver.ts");
  if (await registerMergeDriver(root, { env })) {
    const note = "Plain git on this device now merges the vault as loci sync does";
    return { root, created: false, files: [], committed: false, repository: false, note };
  }
  throw isVaultAlready(root);
}

const isVaultAlready = (root: string): LociError =>
  new LociError(
    "BAD_INPUT",
    `Cannot make a vault at "${root}": it is one already, and nothing was changed; "loci up --vault ${root}" runs it`,
    { data: { root } },
  );

/** Makes the folder a git repository, unless it is one, and commits what was written. */
async function commitAll(
  { root, env, now }: CreateVaultOptions,
  written: readonly string[],
  wasEmpty: boolean,
) {
  const { initRepository } = await import("../../git/repository/repository.ts");
  const { commitPaths } = await import("../../sync/commit/commit-paths.ts");
  const { readCommitIdentity } = await import("../../sync/commit/commit-text.ts");
  const settings = await loadSettings({ root, env, onFault: () => {} });
  const repository = await initRepository(root);
  const note = await letGitMerge(root, env);
  const { person, authorOf, device } = await readCommitIdentity(root, env, settings.device);
  const request = {
    root,
    paths: written,
    person,
    author: authorOf(undefined),
    message: wasEmpty ? "a new vault" : "a vault of the files here",
    trailers: { Device: device },
    now: new Date(now()),
    clock: deviceClock,
    lociDir: join(root, ".loci"),
    lock: unlocked, // No other process uses the vault yet.
  };
  try {
    const committed = await commitPaths(request);
    const why = committed.heldBack.map(({ path, reason }) => `Not committed: ${path}: ${reason}`);
    return { isCommitted: committed.status === "committed", why, repository, note };
  } catch (error) {
    if (!(error instanceof LociError && error.code === "GIT_BLOCKED")) throw error;
    return { isCommitted: false, why: [`Not committed: ${messageOf(error)}`], repository, note };
  }
}

/** Returns why not, or ''. A vault without it is whole: its own sync needs no driver. */
async function letGitMerge(root: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { registerMergeDriver } = await import("../../sync/merge-driver.ts");
  try {
    await registerMergeDriver(root, { env });
    return "";
  } catch (error) {
    return messageOf(error);
  }
}

/** Writes what is missing; returns the paths written, relative to the vault. */
function write(root: string, choice: VaultChoice): string[] {
  const names = choice.topics === "example" ? exampleFiles() : frame;
  const welcomePath = join("topics", "welcome.md");
  try {
    const missing = names.filter((name) => !existsSync(join(root, nameInVault(name))));
    makeFolder(root, 0o700);
    for (const name of missing) {
      const target = join(root, nameInVault(name));
      makeFolder(dirname(target));
      if (name === "loci.yaml") writeFileSync(target, settingsFor(choice), { flag: "wx" });
      else copyFileSync(join(exampleFolder, name), target, constants.COPYFILE_EXCL);
    }
    makeFolder(join(root, "topics"));
    const written = missing.map(nameInVault);
    if (choice.topics !== "welcome") return written;
    writeFileSync(join(root, welcomePath), welcome(choice.today), { flag: "wx" });
    return [...written, welcomePath];
  } catch (error) {
    throw new LociError("WRITE_FAILED", `Cannot make the vault "${root}": ${messageOf(error)}`, {
      cause: error,
      data: { root },
    });
  }
}

interface VaultChoice {
  readonly topics: StartTopics;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

const localDay = ({ now }: CreateVaultOptions): string => localTime(now(), undefined).slice(0, 10);

/** The one topic of a vault of one's own. */
const welcome = (today: string): string => `---
title: Welcome
summary: how this vault works, and what to try first
created: ${today}
updated: ${today}
---

# Welcome

This is your memory: plain Markdown files that any editor opens. A **memory** is one list item, one line, with its
date at the end; everything around the list is **notes**. Both are searched, and nobody reformats either.

Try it, and delete this file when you have seen enough:

\`\`\`sh
loci remember "Prefers bomba rice for paella" --topic cooking
loci recall "which rice?"
loci chat
\`\`\`
`;

/** The example's `loci.yaml`; its agent belongs to its topics. */
function settingsFor({ topics }: VaultChoice): string {
  const examples = readFileSync(join(exampleFolder, "loci.yaml"), "utf8");
  const agents = /^agents:\n(?: .*\n)+/m;
  const comment = (lines: string): string => lines.replace(/^(?=.)/gm, "# ");
  return topics === "example" ? examples + isExample : examples.replace(agents, comment);
}

const isExample = `
# This vault is an example: what is said goes to topics of its own, and not into the family's, until someone is set as the
# speaker (\`person\`). Take this line out to make their vault yours.
example: true
`;
