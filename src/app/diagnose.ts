import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Loci } from "../app.ts";
import { LociError } from "../errors.ts";
import { listProblems, listTwins } from "../index/overview.ts";
import { listFiles } from "../vault/list-files.ts";

/** One thing that is wrong, and what to do about it. */
export interface Diagnosis {
  readonly code: string;
  readonly file?: string;
  readonly line?: number;
  readonly message: string;
  readonly fix: string;
}

/** Looks for problems in the files, the names, git and the embedding model. */
export async function diagnose(loci: Loci): Promise<readonly Diagnosis[]> {
  const found = await problemsOfFiles(loci);
  return [
    ...found,
    ...problemsOfNames(loci),
    ...problemsOfGit(loci),
    ...(await problemsOfModel(loci)),
  ];
}

async function problemsOfFiles(loci: Loci): Promise<Diagnosis[]> {
  try {
    await loci.refresh();
  } catch (error) {
    if (!(error instanceof LociError)) throw error;
    return [
      {
        code: error.code,
        message: error.message,
        fix: "Mend this first; the rest is told as it was last seen",
      },
    ];
  }
  return loci.read(listProblems);
}

function problemsOfNames(loci: Loci): Diagnosis[] {
  const skipped = listFiles(loci.root).skipped.map(({ path, reason }) => ({
    code: "SKIPPED",
    file: path,
    message: `This file is not read: ${reason}`,
    fix: "Rename it, or put the file itself in the place of the link",
  }));
  const twins = loci.read(listTwins).map((paths) => ({
    code: "TWINS",
    file: paths[0] ?? "",
    message: `Some disks cannot tell these names apart: ${paths.join(", ")}`,
    fix: "Move what they hold into one file",
  }));
  return [...skipped, ...twins];
}

function problemsOfGit(loci: Loci): Diagnosis[] {
  if (!existsSync(join(loci.root, ".git"))) {
    return [
      {
        code: "NO_GIT",
        message: "The vault is no git repository, so there is no history to go back to",
        fix: 'Run "loci init" on it (nothing in it is changed), or "git init"',
      },
    ];
  }
  const ignore = join(loci.root, ".gitignore");
  const ignored = existsSync(ignore) ? readFileSync(ignore, "utf8") : "";
  if (/^\/?\.loci\/?\s*$/m.test(ignored) || existsSync(join(loci.lociDir, ".gitignore"))) return [];
  return [
    {
      code: "NOT_IGNORED",
      file: ".gitignore",
      message: "git does not ignore the folder .loci, which belongs to this device alone",
      fix: "Add a line with .loci/ to .gitignore",
    },
  ];
}

async function problemsOfModel(loci: Loci): Promise<Diagnosis[]> {
  const failure = await loci.probeModel();
  if (failure === undefined) return [];
  return [
    {
      code: failure.code,
      message: failure.message,
      fix: "Recall goes by keywords and offline vectors meanwhile; check embedding.* in .loci/device.yaml",
    },
  ];
}
