/** Languages that the site's interface speaks. */
export const siteLanguages = ["en", "es", "ca", "pt", "fr", "de", "ar"] as const;

export type SiteLanguage = (typeof siteLanguages)[number];

/** A name that `site.properties` may have. */
export const siteProperty = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M} _-]{0,59}$/u;
export const sitePropertyAdvice =
  "use names of frontmatter's keys, of letters, digits, spaces, - and _";

/** What `site.include` and `--include` may name. */
export const siteInclude =
  /^(?:private|(?:people|agents)(?:\/[\p{L}\p{N}_-]{1,60})?|bank:\S.{0,59})$/u;
export const siteIncludeAdvice = "use people, people/ID, agents, agents/ID, bank:NAME or private";
