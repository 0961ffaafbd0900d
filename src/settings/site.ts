import { z } from "zod";
import { bankName, toggle } from "./fields.ts";

/** Languages that the site's interface speaks. */
export const siteLanguages = ["en", "es", "ca", "pt", "fr", "de", "ar"] as const;

export type SiteLanguage = (typeof siteLanguages)[number];

/** What `site.include` and `--include` may name. */
export const siteInclude =
  /^(?:private|(?:people|agents)(?:\/[\p{L}\p{N}_-]{1,60})?|bank:\S.{0,59})$/u;
export const siteIncludeAdvice = "use people, people/ID, agents, agents/ID, bank:NAME or private";

/** Settings of the site. */
export const siteSettings = z
  .strictObject({
    enabled: toggle(true).describe(
      "`loci up` builds the site, serves it, and keeps it in step with the files",
    ),
    title: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe("Title of the site; the name of the vault's folder by default"),
    language: z
      .enum(siteLanguages)
      .optional()
      .describe("Language of its interface; by default the first of `languages` that it speaks"),
    lineBreaks: toggle(false).describe("The end of a line in a note's text is a line break"),
    include: z
      .array(z.string().regex(siteInclude, siteIncludeAdvice))
      .default([])
      .describe(
        "Private parts that the site shows anyway: `people`, `people/ID`, `agents`, `agents/ID`, `bank:NAME`, `private`",
      ),
    protectedBanks: z.array(bankName).default([]).describe("Banks that the site leaves out"),
    properties: z
      .array(
        z
          .string()
          .regex(
            /^[\p{L}\p{N}_][\p{L}\p{N}\p{M} _-]{0,59}$/u,
            "use names of frontmatter's keys, of letters, digits, spaces, - and _",
          ),
      )
      .max(20)
      .default([])
      .describe("Properties of notes that their pages show, such as `author`"),
  })
  .prefault({})
  .describe("The site that `loci up` serves and `loci site build` makes");
