import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { SiteOptions } from "../../../site/vault/site-options.ts";
import { adviceOn, LociError } from "../../errors.ts";
import type { Settings } from "../../settings/schema.ts";
import { type SiteLanguage, siteLanguages } from "../../settings/site.ts";
import { openDeviceFolder } from "../vault/device-folder.ts";
import { loadSettings } from "../vault/load-settings.ts";
import { checkIsVault } from "../vault/open-vault.ts";

export interface BuildRequest {
  /** Absolute path of the vault. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Takes one sentence for the person. */
  readonly report: (sentence: string) => void;
  /** What is shown beside what the settings show. */
  readonly include: readonly string[];
  readonly isPublic: boolean;
}

/** What `loci site build` is to make. Throws LociError NO_VAULT, BAD_CONFIG, BAD_INPUT, USAGE, NOT_FOUND or WRITE_FAILED. */
export async function readSiteOptions({ root, env, report, include, isPublic }: BuildRequest) {
  checkIsVault(root);
  const lociDir = await openDeviceFolder(root);
  const settings = await loadSettings({ root, env, report });
  if (isPublic) return { lociDir, options: publicSiteOptions(root, settings) };
  const options = siteOptions(root, settings);
  const asked = include.map((what) => knownPart(what, root, settings.banks));
  return { lociDir, options: { ...options, include: [...options.include, ...asked] } };
}

/** A misspelt name would show nothing, in silence. */
function knownPart(what: string, root: string, banks: readonly string[]): string {
  if (what.startsWith("bank:"))
    return `bank:${knownBank(what.slice(5), banks, "--include", "USAGE")}`;
  if (!what.includes("/") || existsSync(join(root, what))) return what;
  throw new LociError("NOT_FOUND", `Cannot include "${what}": the vault has no such folder`, {
    data: { include: what },
  });
}

/** A site of the vault as its settings want it. Throws LociError BAD_CONFIG for a bank that is none. */
function siteOptions(root: string, settings: Settings): SiteOptions {
  const { site, banks, defaultBank } = settings;
  const asBank = (name: string, key: string): string => knownBank(name, banks, key);
  return {
    root,
    title: site.title ?? basename(root),
    language: siteLanguage(settings),
    banks,
    defaultBank,
    include: site.include.map((what) =>
      what.startsWith("bank:") ? `bank:${asBank(what.slice(5), "site.include")}` : what,
    ),
    protectedBanks: site.protectedBanks.map((name) => asBank(name, "site.protectedBanks")),
  };
}

/** The site that `loci up` serves to who owns the device: what is their own is theirs to see. */
export function liveSiteOptions(root: string, settings: Settings): SiteOptions {
  const { include, ...options } = siteOptions(root, settings);
  const own = settings.person === undefined ? [] : [`people/${settings.person}`];
  return { ...options, include: [...include, ...own], isLive: true };
}

/** What everyone may see: nothing private, whatever the list names. Throws LociError BAD_CONFIG or BAD_INPUT. */
function publicSiteOptions(root: string, settings: Settings): SiteOptions {
  if (existsSync(join(root, "public.txt"))) {
    throw new LociError(
      "BAD_INPUT",
      `Cannot build a public site by "public.txt", which may name what is private by now: list topics, folders and #tags as site.public in device.yaml, and delete the file`,
      { data: { file: "public.txt" } },
    );
  }
  const publicList = settings.site.public;
  if (publicList.length === 0) {
    throw new LociError(
      "BAD_CONFIG",
      "Cannot build a public site without a list of what everyone may see: set site.public in device.yaml to topics, folders or #tags",
    );
  }
  return { ...siteOptions(root, settings), include: [], publicList };
}

/** Language of the site's interface: as set, else the household's first that the site speaks, else English. */
function siteLanguage({ site, languages }: Pick<Settings, "site" | "languages">): string {
  const speaks = (language: string): language is SiteLanguage =>
    siteLanguages.some((own) => own === language);
  return site.language ?? languages.find(speaks) ?? "en";
}

/** The bank of that name, however its letters are cased. A misspelt one would show what it should hide. Throws LociError. */
function knownBank(
  name: string,
  banks: readonly string[],
  place: string,
  code: "BAD_CONFIG" | "USAGE" = "BAD_CONFIG",
): string {
  const wanted = name.toLowerCase();
  const found = banks.find((bank) => bank.toLowerCase() === wanted);
  if (found !== undefined) return found;
  const advice = adviceOn(name, banks, `the banks are ${banks.join(", ")}`);
  throw new LociError(
    code,
    `Cannot use the bank "${name}" of ${place}: there is no such bank; ${advice}`,
    { data: { place, bank: name } },
  );
}
