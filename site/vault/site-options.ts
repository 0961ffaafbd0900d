import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { z } from "astro/zod";
import { parse } from "yaml";
import type { HideChoice } from "./hide-rules.ts";

/** Which vault the site shows, and what of it. */
export interface SiteOptions extends HideChoice {
  readonly root: string;
  readonly title: string;
  readonly language: string;
  readonly banks: readonly string[];
  /** Topics, folders and `#tags` that a public site shows; undefined for a site of one's own. */
  readonly publicList?: readonly string[] | undefined;
  /** `loci up` serves it: pages lead to the agent and follow the vault. */
  readonly isLive?: boolean | undefined;
}

/** Of LOCI_SITE, which Loci sets; else, for who runs Astro by hand, of the vault of LOCI_VAULT and its settings. */
export function siteOptions(environment: NodeJS.ProcessEnv = process.env): SiteOptions {
  chosen ??=
    environment.LOCI_SITE === undefined
      ? optionsOfVault(resolve(environment.LOCI_VAULT ?? "vault"))
      : (JSON.parse(environment.LOCI_SITE) as SiteOptions);
  return chosen;
}

let chosen: SiteOptions | undefined;

const settingsSchema = z.object({
  banks: z.array(z.string()).catch([]),
  defaultBank: z.string().catch("General"),
  languages: z.array(z.string()).catch([]),
  site: z
    .object({ title: z.string(), language: z.string(), protectedBanks: z.array(z.string()) })
    .partial()
    .catch({}),
});

/** Nothing private is asked for here: that is the device's to say, by Loci. */
function optionsOfVault(root: string): SiteOptions {
  const { banks, defaultBank, languages, site } = settingsSchema.parse(readSettings(root));
  return {
    root,
    title: site.title ?? basename(root),
    language: site.language ?? languages[0] ?? "en",
    banks,
    defaultBank,
    include: [],
    protectedBanks: site.protectedBanks ?? [],
  };
}

function readSettings(root: string): unknown {
  const file = join(root, "loci.yaml");
  return (existsSync(file) && parse(readFileSync(file, "utf8"))) || {};
}
