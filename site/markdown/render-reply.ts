import { findLinks, linkName } from "../vault/find-links.ts";
import { currentVault } from "../vault/live-loader.ts";
import type { NoteData } from "../vault/note-schema.ts";
import { siteOptions } from "../vault/site-options.ts";
import { renderMarkdown } from "./pipeline.ts";

/** Renders Markdown that is in no file, such as an agent's reply. Its links lead to the site's pages. */
export function renderReply(text: string, hasLinks: boolean): string {
  const { vault, resolve } = currentVault();
  const links: NoteData["links"] = {};
  for (const link of hasLinks ? findLinks(text) : []) {
    const target = link.isEmbed ? undefined : resolve("reply.md", link);
    if (target?.type === "note") links[linkName(link)] = target;
  }
  const { language } = siteOptions();
  const own = {
    links,
    entries: [],
    embeds: {},
    bank: undefined,
    title: "",
    tags: hasLinks ? vault.tags : [],
  };
  return renderMarkdown(text, { ...own, language }).html;
}
