import { basename } from "node:path";
import type { BuildOptions } from "../../../site/build/build-options.ts";
import { adviceOn, LociError } from "../../errors.ts";
import type { Settings } from "../../settings/schema.ts";
import { type SiteLanguage, siteLanguages } from "../../settings/site.ts";

/** What the settings say of a site; a command line adds the rest. */
export type SiteSettings = Pick<
  BuildOptions,
  "title" | "language" | "timezone" | "banks" | "defaultBank" | "include" | "protectedBanks"
>;

/** The part of a build's options that comes from the settings. Throws LociError BAD_CONFIG for a bank that is none. */
export function siteSettings(root: string, settings: Settings): SiteSettings {
  const { site, banks, defaultBank, timezone } = settings;
  const asBank = (name: string, key: string): string => knownBank(name, banks, key);
  return {
    title: site.title ?? basename(root),
    language: siteLanguage(settings),
    ...(timezone === undefined ? {} : { timezone }),
    banks,
    defaultBank,
    include: site.include.map((what) =>
      what.startsWith("bank:") ? `bank:${asBank(what.slice(5), "site.include")}` : what,
    ),
    protectedBanks: site.protectedBanks.map((name) => asBank(name, "site.protectedBanks")),
  };
}

/** Language of the site's interface: as set, else the household's first that the site speaks, else English. */
export function siteLanguage({ site, languages }: Pick<Settings, "site" | "languages">): string {
  const speaks = (language: string): language is SiteLanguage =>
    siteLanguages.some((own) => own === language);
  return site.language ?? languages.find(speaks) ?? "en";
}

/** The bank of that name, however its letters are cased. A misspelt one would show what it should hide. Throws LociError. */
export function knownBank(
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
