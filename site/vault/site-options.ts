import type { HideChoice } from "./hide-rules.ts";

/** Which vault the site shows, and which parts of it. */
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

/** Parsed from LOCI_SITE, which Loci sets, or astro.config.mjs when you run Astro yourself. */
export const siteOptions = (): SiteOptions =>
  JSON.parse(process.env.LOCI_SITE ?? "{}") as SiteOptions;
