import { z } from "zod";
import { bankName, list, section, text, toggle } from "./fields.ts";

/** Languages that the site's interface speaks. */
export const siteLanguages = ["en", "es", "ca", "pt", "fr", "de", "ar"] as const;

/** What `site.include` and `--include` may name. */
export const siteInclude =
  /^(?:private|(?:people|agents)(?:\/[\p{L}\p{N}_-]{1,60})?|bank:\S.{0,59})$/u;
export const siteIncludeAdvice = "use people, people/ID, agents, agents/ID, bank:NAME or private";

const part = z.string().regex(siteInclude, siteIncludeAdvice);
const title = z.string().trim().min(1).max(200);
const language = z.enum(siteLanguages).optional();

/** Settings of the site that `loci up` serves and `loci site build` makes. */
export const siteSettings = section({
  enabled: toggle(true, "`loci up` serves the site, in step with the files"),
  title: title.optional().describe("Title; the folder's name by default"),
  language: language.describe("Of its interface; else the first of `languages` that it speaks"),
  include: list(part, "Private parts to show (`people/ID`, `agents`, `bank:NAME`, `private` …)"),
  public: list(text, "Topics, folders and `#tags` that `loci site build --public` shows"),
  protectedBanks: list(bankName, "Banks that it leaves out"),
});
