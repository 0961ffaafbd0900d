import { existsSync } from "node:fs";
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
    ...(await problemsOfGit(loci)),
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
    fix: "Rename it, split it, or put the file itself in the place of the link, as the reason asks",
  }));
  const twins = loci.read(listTwins).map((paths) => ({
    code: "TWINS",
    file: paths[0] ?? "",
    message: `Some disks cannot tell these names apart: ${paths.join(", ")}`,
    fix: "Move what they hold into one file",
  }));
  return [...skipped, ...twins];
}

async function problemsOfGit(loci: Loci): Promise<Diagnosis[]> {
  if (!existsSync(join(loci.root, ".git"))) {
    return [
      {
        code: "NO_GIT",
        message: "The vault is no git repository, so there is no history to go back to",
        fix: 'Run "loci init" on it (nothing in it is changed), or "git init"',
      },
    ];
  }
  const { findBlock } = await import("../sync/find-block.ts");
  const { gitHome } = await import("../sync/git-config.ts");
  const block = await findBlock(loci.root, gitHome(process.env));
  if (block === undefined) return [];
  return [
    { code: "GIT_BLOCKED", message: `Nothing can be committed: ${block.reason}`, fix: block.fix },
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
