/** Languages that the site's interface speaks. */
export const siteLanguages = ["en", "es", "ca", "pt", "fr", "de", "ar"] as const;

export type SiteLanguage = (typeof siteLanguages)[number];

/** What `site.include` and `--include` may name. */
export const siteInclude =
  /^(?:private|(?:people|agents)(?:\/[\p{L}\p{N}_-]{1,60})?|bank:\S.{0,59})$/u;
export const siteIncludeAdvice = "use people, people/ID, agents, agents/ID, bank:NAME or private";
