import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BuildOptions } from "../../../site/build/build-options.ts";
import type { HideChoice } from "../../../site/vault/hide-rules.ts";

export interface SiteHistoryOptions {
  readonly root: string;
  readonly lociDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly choice: HideChoice;
  readonly signal: AbortSignal | undefined;
}

/** Reads what git knows of each document that a site shows; undefined where the vault has no git. */
export function siteHistory(options: SiteHistoryOptions): BuildOptions["history"] {
  const { root, lociDir, env, choice, signal } = options;
  if (!existsSync(join(root, ".git"))) return undefined;
  return async ({ documents, isHidden }, version) => {
    const { openHistoryTable } = await import("../../index/history-table.ts");
    const { readHistory } = await import("../../../site/history/read-history.ts");
    const { gitHome } = await import("../../git/config/git-config.ts");
    const table = openHistoryTable(join(lociDir, "history.db"));
    return readHistory(root, {
      ...{ person: gitHome(env), table },
      documents: documents.map(({ path }) => path),
      choice,
      ...{ isHidden, version },
      cacheFile: join(lociDir, "site-history.json"),
      signal,
    }).finally(table.close);
  };
}
