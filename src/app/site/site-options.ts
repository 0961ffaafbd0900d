import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { SiteOptions } from "../../../site/vault/site-options.ts";
import { adviceOn, LociError } from "../../errors.ts";
import type { Settings } from "../../settings/schema.ts";
import { siteLanguages } from "../../settings/site.ts";
import { openDeviceFolder } from "../vault/device-folder.ts";
import { loadSettings } from "../vault/load-settings.ts";
import { checkIsVault, type OpenOptions, type OpenVault } from "../vault/open-vault.ts";

export interface BuildRequest extends Pick<OpenOptions, "root" | "env" | "report"> {
  /** What is shown beside what the settings show. */
  readonly include: readonly string[];
  /** Shows what everyone may see, and nothing private, whatever the list names. */
  readonly isPublic: boolean;
}

/** What `loci site build` is to make. Throws LociError NO_VAULT, BAD_CONFIG, USAGE, NOT_FOUND or WRITE_FAILED. */
export async function readSiteOptions(request: BuildRequest) {
  const { root, include, isPublic } = request;
  checkIsVault(root);
  const lociDir = await openDeviceFolder(root);
  const settings = await loadSettings(request);
  const options = siteOptions(root, settings);
  const { public: publicList } = settings.site;
  if (isPublic && publicList.length === 0) {
    throw new LociError(
      "BAD_CONFIG",
      "Cannot build a public site without a list of what everyone may see: set site.public in device.yaml to topics, folders or #tags",
    );
  }
  if (isPublic) return { lociDir, options: { ...options, include: [], publicList } };
  checkBanks(banksOf(include), settings, "--include");
  // A misspelt name would show nothing, in silence.
  const isFolder = /^(?:people|agents)\//;
  const missing = include.find((what) => isFolder.test(what) && !existsSync(join(root, what)));
  if (missing !== undefined) {
    const message = `Cannot include "${missing}": the vault has no such folder`;
    throw new LociError("NOT_FOUND", message, { data: { include: missing } });
  }
  return { lociDir, options: { ...options, include: [...options.include, ...include] } };
}

/** The site that `loci up` serves to who owns the device, with what is their own. Throws LociError BAD_CONFIG. */
export function liveSiteOptions({ root, settings }: OpenVault): SiteOptions {
  const { include, ...options } = siteOptions(root, settings);
  const own = settings.person === undefined ? [] : [`people/${settings.person}`];
  return { ...options, include: [...include, ...own], isLive: true };
}

function siteOptions(root: string, settings: Settings): SiteOptions {
  const { site, banks, defaultBank, languages } = settings;
  const { include, protectedBanks } = site;
  checkBanks(protectedBanks, settings, "site.protectedBanks");
  checkBanks(banksOf(include), settings, "site.include");
  // Of the site's interface: the household's first that the site speaks.
  const own = languages.find((language) => siteLanguages.some((one) => one === language));
  const language = site.language ?? own ?? "en";
  const title = site.title ?? basename(root);
  return { root, title, language, banks, defaultBank, include, protectedBanks };
}

const banksOf = (include: readonly string[]): string[] =>
  include.filter((what) => what.startsWith("bank:")).map((what) => what.slice("bank:".length));

/** A misspelt bank would show what it should hide. */
function checkBanks(names: readonly string[], { banks }: Settings, place: string): void {
  const known = banks.map((bank) => bank.toLowerCase());
  const wrong = names.find((name) => !known.includes(name.toLowerCase()));
  if (wrong === undefined) return;
  const advice = adviceOn(wrong, banks, `the banks are ${banks.join(", ")}`);
  throw new LociError(
    place.startsWith("--") ? "USAGE" : "BAD_CONFIG",
    `Cannot use the bank "${wrong}" of ${place}: there is no such bank; ${advice}`,
    { data: { place, bank: wrong } },
  );
}
