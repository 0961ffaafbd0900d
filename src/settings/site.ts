import { z } from "zod";
import { bankName, list, section, toggle } from "./fields.ts";

/** Languages that the site's interface speaks. */
export const siteLanguages = ["en", "es", "ca", "pt", "fr", "de", "ar"] as const;

export type SiteLanguage = (typeof siteLanguages)[number];

/** What `site.include` and `--include` may name. */
export const siteInclude =
  /^(?:private|(?:people|agents)(?:\/[\p{L}\p{N}_-]{1,60})?|bank:\S.{0,59})$/u;
export const siteIncludeAdvice = "use people, people/ID, agents, agents/ID, bank:NAME or private";

/** Settings of the site that `loci up` serves and `loci site build` makes. */
export const siteSettings = section({
  enabled: toggle(true, "`loci up` builds and serves the site, in step with the files"),
  title: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe("Title; the folder's name by default"),
  language: z
    .enum(siteLanguages)
    .optional()
    .describe("Language of its interface; by default the first of `languages` that it speaks"),
  include: list(
    z.string().regex(siteInclude, siteIncludeAdvice),
    "Private parts that it shows: `people`, `people/ID`, `agents`, `agents/ID`, `bank:NAME`, `private`",
  ),
  protectedBanks: list(bankName, "Banks that it leaves out"),
});
