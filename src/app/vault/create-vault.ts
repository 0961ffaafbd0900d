import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { LociError, messageOf } from "../../errors.ts";
import { gitHome, setConfig } from "../../git/config/git-config.ts";
import { openIgnoreRules } from "../../git/ignore/ignore-rules.ts";
import { readHead } from "../../git/refs/refs.ts";
import { parseRemoteUrl } from "../../git/remote/remote-url.ts";
import {
  initRepository,
  openRepository,
  repositoryAbove,
} from "../../git/repository/repository.ts";
import { localTime } from "../../memory/local-time.ts";
import { isMoving } from "../../sync/apply/move.ts";
import { registerMergeDriver } from "../../sync/merge-driver.ts";
import type { SyncReport } from "../../sync/round/sync-request.ts";
import { listFiles } from "../../vault/list-files.ts";
import { openDeviceFolder } from "./device-folder.ts";
import { devicePlace, setForVault } from "./device-place.ts";
import { exampleFiles, exampleFolder } from "./example.ts";
import { type OpenOptions, openVault } from "./open-vault.ts";

type StartTopics = "welcome" | "example" | "none";

export interface CreateVaultOptions extends Pick<OpenOptions, "root" | "env" | "now"> {
  /** What a new vault begins with: one topic that welcomes, the example of a family, or nothing. */
  readonly topics: StartTopics;
  /** Asked for a git repository with commits of its own; without it Loci commits nothing there. */
  readonly mayCommit?: (() => Promise<boolean>) | undefined;
}

interface JoinVaultOptions extends Omit<CreateVaultOptions, "mayCommit"> {
  readonly report: OpenOptions["report"];
  readonly url: string;
  readonly signal?: AbortSignal;
}

/** What making a vault did. */
export type CreatedVault = Awaited<ReturnType<typeof createVault>>;

/**
 * Makes a vault out of a new or empty folder (with the topics it is to begin with), or completes a folder that holds
 * files, none of which is changed. Throws LociError BAD_INPUT or WRITE_FAILED.
 */
export async function createVault(options: CreateVaultOptions) {
  const { root, env } = options;
  const { names, isEmpty: created, hasCommits } = await lookAtFolder(root);
  if (names.includes("loci.yaml") && hasCommits) throw isVaultAlready(root);
  const mayCommit = !hasCommits || (await options.mayCommit?.()) === true;
  const files = writeMissing(options, created ? options.topics : "none");
  // `created` is false where the folder held files: it got only what a vault needs.
  const made = { root, created, files, committed: false, repository: false };
  await openDeviceFolder(root);
  if (!mayCommit) {
    await setForVault(devicePlace(root, env), root, new Map([["commit.enabled", false]]));
    const note =
      "The folder is your own git repository, so Loci commits nothing to it; to let it commit, set commit.enabled to true for this vault in this device's device.yaml";
    return { ...made, note };
  }
  const outer = names.includes(".git") ? undefined : await findOuter(root, env);
  if (outer === undefined) return { ...made, ...(await commitAll(options, files)) };
  if (files.length === 0) throw isVaultAlready(root);
  const note = `No repository was made, and nothing committed: the folder is part of the git repository "${outer}"; commit it there, or, for a history and a sync of its own, run "git init" in it and then "loci init ${root}" again`;
  return { ...made, note };
}

/**
 * Makes this device's copy of the vault that a remote holds, in a new or empty folder: an empty vault, and its first
 * round. What is not a vault yet becomes one, with `topics` where the remote is empty: it is `made`, and the next round
 * sends it. If it is killed, the same call goes on, or a later round does. Rejects as `syncRound` does, and with
 * BAD_INPUT where the folder holds anything else.
 */
export async function joinVault(
  options: JoinVaultOptions,
): Promise<{ report: SyncReport; made: CreatedVault | undefined }> {
  const { root, env, url } = options;
  parseRemoteUrl(url, { root, home: env.HOME });
  const { isEmpty, hasCommits } = await lookAtFolder(root);
  if (hasCommits || !(isEmpty || (await isMoving(join(root, ".git"))))) {
    const way = `to merge what it holds with the vault there, run "loci init ${root}" if it is not a vault yet, then "cd ${root} && loci sync --remote ${url}"`;
    const message = `Cannot join "${url}" into "${root}": the folder is not empty; ${way}`;
    throw new LociError("BAD_INPUT", message);
  }
  try {
    mkdirSync(join(root, ".loci"), { recursive: true, mode: 0o700 });
    await initRepository(root);
  } catch (error) {
    throw cannotMake(root, messageOf(error), error);
  }
  const report = await firstRound(options);
  if (existsSync(join(root, "loci.yaml")) || listFiles(root).files.length > 0)
    return { report, made: undefined };
  const topics = report.head === null ? options.topics : "none";
  // Who names a remote to sync with wants commits.
  const made = await createVault({ ...options, topics, mayCommit: async () => true });
  return { report, made };
}

async function firstRound(options: JoinVaultOptions): Promise<SyncReport> {
  const { root, url, signal } = options;
  const vault = await openVault({ ...options, toleratesBadSettings: true });
  try {
    const report = await vault.round({ remote: url, signal });
    // The person's own `git pull` knows then which branch this one follows.
    const upstream = `branch.${report.branch}`;
    await setConfig(join(root, ".git"), {
      [`${upstream}.remote`]: vault.settings.sync.remote,
      [`${upstream}.merge`]: `refs/heads/${report.branch}`,
    });
    return report;
  } finally {
    await vault.close();
  }
}

const cannotMake = (root: string, state: string, cause?: unknown): LociError =>
  new LociError(
    cause === undefined ? "BAD_INPUT" : "WRITE_FAILED",
    `Cannot make a vault at "${root}": ${state}`,
    { data: { root }, cause },
  );

const isVaultAlready = (root: string): LociError =>
  cannotMake(root, `it is one already, and nothing was changed; "loci up --vault ${root}" runs it`);

/** What is in the folder of a vault to be. An empty one may hold a repository without commits, and `.loci`. */
async function lookAtFolder(root: string) {
  const stat = statSync(root, { throwIfNoEntry: false });
  if (stat?.isDirectory() === false) throw cannotMake(root, "it is a file; name a folder");
  const names = stat === undefined ? [] : readdirSync(root);
  // A repository that cannot be read is somebody's too.
  const head = readHead(join(root, ".git")).catch(() => ({ oid: "unknown" }));
  const hasCommits = names.includes(".git") && (await head).oid !== undefined;
  const isOurs = /^\.(?:loci|git(?:\.\d+-[0-9a-f]+)?)$/;
  return { names, hasCommits, isEmpty: names.every((name) => isOurs.test(name)) };
}

/** The repository that the folder is part of, unless that ignores it; one within would hide files from its commits. */
async function findOuter(root: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const outer = await repositoryAbove(dirname(root));
  if (outer === undefined) return undefined;
  const path = relative(outer, root).split(sep).join("/");
  const isIgnored = openRepository(outer, gitHome(env))
    .then(openIgnoreRules)
    .then((ignores) => ignores(path, true));
  return (await isIgnored.catch(() => false)) ? undefined : outer; // It may be unreadable.
}

/** Makes the folder a git repository, unless it is one, and commits what was written. */
async function commitAll({ root, env, now }: CreateVaultOptions, paths: readonly string[]) {
  const repository = await initRepository(root);
  const notes: string[] = [];
  const report = (sentence: string): void => void notes.push(sentence);
  const vault = await openVault({ root, env, now, report, toleratesBadSettings: true });
  const { committer, lociDir } = vault;
  try {
    await committer.note(paths.map((path) => ({ path, topic: "the vault", op: "derived" })));
    await committer.commit();
  } finally {
    await vault.close();
  }
  const isWaiting = !committer.isActive || existsSync(join(lociDir, "pending"));
  // A vault is whole without the driver: its own sync needs none.
  await registerMergeDriver(root, { env }).catch((error) => report(messageOf(error)));
  return { committed: paths.length > 0 && !isWaiting, repository, note: notes.join("\n") };
}

/** Files of the example vault that every vault has, whatever its topics. */
const frame = ["loci.yaml", "gitignore", ".gitattributes"];

/** Writes what is missing; returns the paths written, relative to the vault. */
function writeMissing({ root, now }: CreateVaultOptions, topics: StartTopics): string[] {
  try {
    const files = new Map<string, string | Uint8Array>();
    for (const name of topics === "example" ? exampleFiles() : frame) {
      const bytes = readFileSync(join(exampleFolder, name));
      // npm leaves a file named `.gitignore` out of a package, so the example's has no dot.
      const path = name === "gitignore" ? ".gitignore" : name;
      files.set(path, name === "loci.yaml" ? settingsFor(topics, bytes.toString()) : bytes);
    }
    const today = localTime(now(), undefined).slice(0, 10);
    if (topics === "welcome") files.set(join("topics", "welcome.md"), welcome(today));
    const missing = [...files].filter(([path]) => !existsSync(join(root, path)));
    mkdirSync(root, { recursive: true, mode: 0o700 });
    mkdirSync(join(root, "topics"), { recursive: true });
    for (const [path, content] of missing) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content, { flag: "wx" });
    }
    return missing.map(([path]) => path);
  } catch (error) {
    throw cannotMake(root, messageOf(error), error);
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
function settingsFor(topics: StartTopics, examples: string): string {
  if (topics === "example") return examples + isExample;
  const comment = (lines: string): string => lines.replace(/^(?=.)/gm, "# ");
  return examples.replace(/^agents:\n(?: .*\n)+/m, comment);
}

const isExample = `
# This vault is an example: what is said goes to topics of its own, and not into the family's, until someone is set as
# the speaker (\`person\`). Take this line out to make their vault yours.
example: true
`;
