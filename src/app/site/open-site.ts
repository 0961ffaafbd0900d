import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BuildOptions, BuildReport, BuildStage } from "../../../site/build/build-options.ts";
import type { HideChoice } from "../../../site/vault/hide-rules.ts";
import { createReadFiles, type ReadFiles } from "../../../site/vault/read-files.ts";
import type { LociError } from "../../errors.ts";
import type { Settings } from "../../settings/schema.ts";
import { openDeviceFolder } from "../vault/device-folder.ts";
import { loadSettings } from "../vault/load-settings.ts";
import { checkIsVault } from "../vault/open-vault.ts";
import { siteSettings } from "./site-settings.ts";

export interface OpenSiteOptions {
  /** Absolute path of the vault. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Takes one sentence for the person. */
  readonly report?: (sentence: string) => void;
  /** Uses what is valid in an unusable `loci.yaml`, and reports the rest. */
  readonly onFault?: (fault: LociError) => void;
  /** The same vault, opened before: what it read of files that are as they were is not read again. */
  readonly earlier?: VaultSite | undefined;
}

/** What one build adds to the settings. */
export type BuildRequest = Pick<BuildOptions, "out" | "base" | "isServed" | "isLive"> &
  Partial<
    Pick<
      BuildOptions,
      "include" | "publicList" | "siteUrl" | "search" | "onPages" | "onProgress" | "signal"
    >
  >;

export type SiteReport = BuildReport;
export type SiteStage = BuildStage;

/** A vault as its site is made of it. Its index is not needed, and not opened. */
export interface VaultSite {
  readonly settings: Settings;
  readonly lociDir: string;
  /** What live builds read. */
  readonly readFiles: ReadFiles;
  build(request: BuildRequest): Promise<SiteReport>;
  /** All that a public site could show, one line each, for a reviewer. */
  list(include: readonly string[]): Promise<string>;
}

/** Opens a vault for building its site. Throws LociError NO_VAULT, BAD_CONFIG or WRITE_FAILED. */
export async function openSite({
  root,
  env,
  now,
  report,
  onFault,
  earlier,
}: OpenSiteOptions): Promise<VaultSite> {
  await checkIsVault(root);
  const lociDir = await openDeviceFolder(root);
  const settings = await loadSettings({ root, env, report, onFault });
  const own = siteSettings(root, settings);
  const readFiles = earlier?.readFiles ?? createReadFiles();
  return {
    settings,
    lociDir,
    readFiles,
    async build(request) {
      const { buildSite } = await import("../../../site/build/build-site.ts");
      const include = [...own.include, ...(request.include ?? [])];
      const history = siteHistory({
        ...{ root, lociDir, env, signal: request.signal },
        choice: { ...own, include },
      });
      const known = request.isLive ? { readFiles } : {};
      return buildSite({ ...own, root, now: now(), history, ...known, ...request, include });
    },
    async list(more) {
      const { listPublic } = await import("../../../site/vault/show-listed.ts");
      return listPublic(root, { ...own, include: [...own.include, ...more] });
    },
  };
}

interface SiteHistoryOptions {
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
    const { readHistory } = await import("../../../site/history/read-history.ts");
    const { gitHome } = await import("../../git/config/git-config.ts");
    return readHistory(root, {
      person: gitHome(env),
      documents: documents.map(({ path }) => path),
      choice,
      ...{ isHidden, version },
      cacheFile: join(lociDir, "site-history.json"),
      signal,
    });
  };
}
