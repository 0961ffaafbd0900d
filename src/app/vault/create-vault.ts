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
  /** Asked for a git repository with commits of its own; without it Loci commits nothing there. */
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

/**
 * Makes a vault out of a new or empty folder (with the topics it is to begin with), or completes a folder that holds files, none of
 * which is changed. Throws LociError BAD_INPUT or WRITE_FAILED.
 */
export async function createVault(options: CreateVaultOptions): Promise<CreatedVault> {
  const { root, env } = options;
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
  const mayCommit = !(await hasCommits(options)) || (await options.mayCommit?.()) === true;
  const files = writeMissing(options, wasEmpty ? options.topics : "none");
  await openDeviceFolder(root);
  if (!mayCommit) setForVault(devicePlace(root, env), root, new Map([["commit.enabled", false]]));
  const made = { root, created: wasEmpty, files, committed: false, repository: false };
  const outer = await findOuter(options);
  if (outer !== undefined) {
    if (files.length === 0) throw isVaultAlready(root);
    return { ...made, note: noteOnOuter(root, outer) };
  }
  if (!mayCommit) return { ...made, note: noteOnOwn };
  return { ...made, ...(await commitAll(options, files, wasEmpty)) };
}

/** What an empty folder may hold: a repository without files, this device's own folder. */
const isOurs = (name: string): boolean => name === ".git" || name === ".loci";

const noteOnOwn =
  "The folder is your own git repository, so Loci commits nothing to it; to let it commit what it saves, set commit.enabled to true for this vault in this device's device.yaml";

const noteOnOuter = (root: string, outer: string): string =>
  `No repository was made, and nothing committed: the folder is part of the git repository "${outer}"; commit it there with your own git, or, for a vault with a history and a sync of its own, run "git init" in it and then "loci init ${root}" again`;

const isVaultAlready = (root: string): LociError =>
  new LociError(
    "BAD_INPUT",
    `Cannot make a vault at "${root}": it is one already, and nothing was changed; "loci up --vault ${root}" runs it`,
    { data: { root } },
  );

/** Asks git; what it cannot tell, because a repository cannot be read, is `unknown`. */
async function askGit<T>(work: () => Promise<T>, unknown: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LociError) return unknown;
    throw error;
  }
}

/** Whether somebody has committed to the folder's own repository. */
async function hasCommits({ root, env }: CreateVaultOptions): Promise<boolean> {
  if (!existsSync(join(root, ".git"))) return false;
  const { openRepository } = await import("../../git/repository/repository.ts");
  const { readHead } = await import("../../git/refs/refs.ts");
  const { gitHome } = await import("../../git/config/git-config.ts");
  return askGit(async () => {
    const { gitDir } = await openRepository(root, gitHome(env));
    return (await readHead(gitDir)).oid !== undefined;
  }, true);
}

/** The repository that the folder is part of, unless it ignores it: one within would hide its files from the other's commits. */
async function findOuter({ root, env }: CreateVaultOptions): Promise<string | undefined> {
  if (existsSync(join(root, ".git"))) return undefined;
  const { openRepository, repositoryAbove } = await import("../../git/repository/repository.ts");
  const outer = await repositoryAbove(dirname(root));
  if (outer === undefined) return undefined;
  const { gitHome } = await import("../../git/config/git-config.ts");
  const { openIgnoreRules } = await import("../../git/ignore/ignore-rules.ts");
  const person = gitHome(env);
  return askGit(async () => {
    const rules = openIgnoreRules({ ...(await openRepository(outer, person)), person });
    return (await rules(relative(outer, root).split(sep).join("/"), true)) ? undefined : outer;
  }, outer);
}

/** Gives a vault from elsewhere what this device alone has. */
async function completeVault({ root, env }: CreateVaultOptions): Promise<CreatedVault> {
  await openDeviceFolder(root);
  const { registerMergeDriver } = await import("../../sync/merge-driver.ts");
  if (!(await registerMergeDriver(root, { env }))) throw isVaultAlready(root);
  const note = "Plain git on this device now merges the vault as loci sync does";
  return { root, created: false, files: [], committed: false, repository: false, note };
}

/** Makes the folder a git repository, unless it is one, and commits what was written. */
async function commitAll(
  { root, env, now }: CreateVaultOptions,
  written: readonly string[],
  wasEmpty: boolean,
): Promise<Pick<CreatedVault, "committed" | "repository" | "note">> {
  const { initRepository } = await import("../../git/repository/repository.ts");
  const { commitPaths } = await import("../../sync/commit/commit-paths.ts");
  const { readCommitIdentity } = await import("../../sync/commit/commit-text.ts");
  const { registerMergeDriver } = await import("../../sync/merge-driver.ts");
  const settings = await loadSettings({ root, env, onFault: () => {} });
  const repository = await initRepository(root);
  // A vault is whole without the driver: its own sync needs none.
  const driver = await registerMergeDriver(root, { env }).then(
    () => [],
    (error) => [messageOf(error)],
  );
  const { person, authorOf, device } = await readCommitIdentity(root, env, settings.device);
  try {
    const { status, heldBack } = await commitPaths({
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
    });
    const held = heldBack.map(({ path, reason }) => `Not committed: ${path}: ${reason}`);
    return { committed: status === "committed", repository, note: [...held, ...driver].join("\n") };
  } catch (error) {
    if (!(error instanceof LociError && error.code === "GIT_BLOCKED")) throw error;
    const note = [`Not committed: ${messageOf(error)}`, ...driver].join("\n");
    return { committed: false, repository, note };
  }
}

/** Files of the example vault that every vault has, whatever its topics. */
const frame = ["loci.yaml", "gitignore", ".gitattributes"];
/** npm leaves a file named `.gitignore` out of a package, so the example's has no dot. */
const nameInVault = (path: string): string => (path === "gitignore" ? ".gitignore" : path);

/** Writes what is missing; returns the paths written, relative to the vault. */
function writeMissing({ root, now }: CreateVaultOptions, topics: StartTopics): string[] {
  const names = topics === "example" ? exampleFiles() : frame;
  try {
    const missing = names.filter((name) => !existsSync(join(root, nameInVault(name))));
    makeFolder(root, 0o700);
    for (const name of missing) {
      const target = join(root, nameInVault(name));
      makeFolder(dirname(target));
      if (name === "loci.yaml") writeFileSync(target, settingsFor(topics), { flag: "wx" });
      else copyFileSync(join(exampleFolder, name), target, constants.COPYFILE_EXCL);
    }
    makeFolder(join(root, "topics"));
    const written = missing.map(nameInVault);
    if (topics !== "welcome") return written;
    const path = join("topics", "welcome.md");
    const today = localTime(now(), undefined).slice(0, 10);
    writeFileSync(join(root, path), welcome(today), { flag: "wx" });
    return [...written, path];
  } catch (error) {
    throw new LociError("WRITE_FAILED", `Cannot make the vault "${root}": ${messageOf(error)}`, {
      cause: error,
      data: { root },
    });
  }
}

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
function settingsFor(topics: StartTopics): string {
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
