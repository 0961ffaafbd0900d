import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BuildOptions } from "../../../site/build/build-options.ts";
import type { HideChoice } from "../../../site/vault/hide-rules.ts";

export interface SiteHistoryOptions {
  readonly root: string;
  readonly lociDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly choice: HideChoice;
  readonly timezone: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Reads what git knows of each document that a site shows; undefined where the vault has no git. */
export function siteHistory(options: SiteHistoryOptions): BuildOptions["history"] {
  const { root, lociDir, env, choice, timezone, signal } = options;
  if (!existsSync(join(root, ".git"))) return undefined;
  return async ({ documents }) => {
    const { readHistory } = await import("../../../site/history/read-history.ts");
    const { gitHome } = await import("../../sync/git/git-config.ts");
    return readHistory(root, {
      person: gitHome(env),
      documents: documents.map(({ path }) => path),
      choice,
      isShown: await hiddenNow(root, choice),
      cacheFile: join(lociDir, "site-history.json"),
      timeZone: timezone,
      signal,
    });
  };
}

/** What was marked private a moment ago may stand open in every commit so far. */
async function hiddenNow(
  root: string,
  choice: HideChoice,
): Promise<(path: string, text: string) => boolean> {
  const { loadVault } = await import("../../../site/vault/load-vault.ts");
  const { toHideRules } = await import("../../../site/vault/hide-rules.ts");
  const { plainText } = await import("../../../site/history/hidden-texts.ts");
  const { shown, hidden } = await loadVault(root, toHideRules(choice));
  const entries = [...shown, ...hidden].flatMap((file) => file.hidden);
  const words = new Set(entries.map(({ text }) => plainText(text)));
  return (_path, text) => !words.has(plainText(text));
}
