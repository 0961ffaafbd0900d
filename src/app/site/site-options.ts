import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { SiteOptions } from "../../../site/vault/site-options.ts";
import { adviceOn, LociError } from "../../errors.ts";
import type { Settings } from "../../settings/schema.ts";
import { siteLanguages } from "../../settings/site.ts";
import { openDeviceFolder } from "../vault/device-folder.ts";
import { loadSettings } from "../vault/load-settings.ts";
import { checkIsVault, type OpenOptions } from "../vault/open-vault.ts";

export interface BuildRequest extends Pick<OpenOptions, "root" | "env" | "report"> {
  /** What is shown beside what the settings show. */
  readonly include: readonly string[];
  readonly isPublic: boolean;
}

/** What `loci site build` is to make. Throws LociError NO_VAULT, BAD_CONFIG, BAD_INPUT, USAGE, NOT_FOUND or WRITE_FAILED. */
export async function readSiteOptions({ root, env, report, include, isPublic }: BuildRequest) {
  checkIsVault(root);
  const lociDir = await openDeviceFolder(root);
  const settings = await loadSettings({ root, env, report });
  const options = siteOptions(root, settings);
  if (isPublic) return { lociDir, options: publicSiteOptions(options, settings) };
  const asked = include.map((what) => knownPart(what, settings, "--include"));
  // A misspelt name would show nothing, in silence.
  const isFolder = /^(?:people|agents)\//;
  const missing = asked.find((what) => isFolder.test(what) && !existsSync(join(root, what)));
  if (missing === undefined)
    return { lociDir, options: { ...options, include: [...options.include, ...asked] } };
  throw new LociError("NOT_FOUND", `Cannot include "${missing}": the vault has no such folder`, {
    data: { include: missing },
  });
}

/** A site of the vault as its settings want it. Throws LociError BAD_CONFIG for a bank that is none. */
function siteOptions(root: string, settings: Settings): SiteOptions {
  const { site, banks, defaultBank, languages } = settings;
  const { include, protectedBanks } = site;
  const own = languages.find((language) => siteLanguages.some((one) => one === language));
  return {
    root,
    title: site.title ?? basename(root),
    // Of the site's interface: the household's first that the site speaks.
    language: site.language ?? own ?? "en",
    banks,
    defaultBank,
    include: include.map((what) => knownPart(what, settings, "site.include")),
    protectedBanks: protectedBanks.map((name) => knownBank(name, settings, "site.protectedBanks")),
  };
}

/** The site that `loci up` serves to who owns the device: what is their own is theirs to see. */
export function liveSiteOptions(root: string, settings: Settings): SiteOptions {
  const { include, ...options } = siteOptions(root, settings);
  const own = settings.person === undefined ? [] : [`people/${settings.person}`];
  return { ...options, include: [...include, ...own], isLive: true };
}

/** What everyone may see: nothing private, whatever the list names. Throws LociError BAD_CONFIG or BAD_INPUT. */
function publicSiteOptions(options: SiteOptions, { site }: Settings): SiteOptions {
  if (existsSync(join(options.root, "public.txt"))) {
    throw new LociError(
      "BAD_INPUT",
      'Cannot build a public site by "public.txt", which may name what is private by now: list topics, folders and #tags as site.public in device.yaml, and delete the file',
      { data: { file: "public.txt" } },
    );
  }
  if (site.public.length > 0) return { ...options, include: [], publicList: site.public };
  throw new LociError(
    "BAD_CONFIG",
    "Cannot build a public site without a list of what everyone may see: set site.public in device.yaml to topics, folders or #tags",
  );
}

const knownPart = (what: string, settings: Settings, place: string): string =>
  what.startsWith("bank:") ? `bank:${knownBank(what.slice(5), settings, place)}` : what;

/** The bank of that name, however its letters are cased. A misspelt one would show what it should hide. Throws LociError. */
function knownBank(name: string, { banks }: Settings, place: string): string {
  const wanted = name.toLowerCase();
  const found = banks.find((bank) => bank.toLowerCase() === wanted);
  if (found !== undefined) return found;
  const advice = adviceOn(name, banks, `the banks are ${banks.join(", ")}`);
  throw new LociError(
    place.startsWith("--") ? "USAGE" : "BAD_CONFIG",
    `Cannot use the bank "${name}" of ${place}: there is no such bank; ${advice}`,
    { data: { place, bank: name } },
  );
}
