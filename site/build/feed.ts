import { sha256Hex } from "../../src/vault/sha256.ts";
import { labelOf, plainText } from "../search/plain-text.ts";
import type { SiteEntry } from "../vault/site-vault.ts";
import type { Outline } from "./plan/outline.ts";
import { hrefOf } from "./urls.ts";
import { xmlHead, xmlText } from "./xml.ts";

const maxEntries = 50;
const maxTitleCharacters = 120;

/**
 * `feed.xml` (Atom): the newest dated entries, as plain text. Without the site's address its links are relative to the
 * feed, which Atom allows; its ids say nothing and stay, wherever the site lies.
 */
export function feedOf(outline: Outline, siteUrl: string | undefined): string {
  const { vault, today, base, language } = outline;
  const hrefTo = (url: string, anchor?: string): string => {
    const href = hrefOf(base, url, anchor);
    return siteUrl === undefined ? href : new URL(href, siteUrl).href;
  };
  const entries = vault.memories
    .filter(({ date, isSuperseded }) => date !== undefined && date <= today && !isSuperseded)
    .slice(0, maxEntries);
  const updated = entries[0]?.date ?? "1970-01-01";
  return [
    xmlHead,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xmlText(language)}">`,
    `<title>${xmlText(vault.title)}</title>`,
    `<id>${idOf(`site ${vault.title}`)}</id>`,
    `<updated>${updated}T00:00:00Z</updated>`,
    `<author><name>${xmlText(vault.title)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${xmlText(hrefTo("feed.xml"))}"/>`,
    `<link rel="alternate" type="text/html" href="${xmlText(hrefTo(""))}"/>`,
    ...entries.flatMap((entry) => feedEntry(entry, hrefTo)),
    "</feed>",
    "",
  ].join("\n");
}

function feedEntry(
  { entry, document, anchor, date }: SiteEntry,
  hrefTo: (url: string, anchor: string) => string,
): string[] {
  return [
    "<entry>",
    `<title>${xmlText(labelOf(entry.text, maxTitleCharacters))}</title>`,
    `<id>${idOf(`${document.path}#${anchor}`)}</id>`,
    `<updated>${date}T00:00:00Z</updated>`,
    `<link href="${xmlText(hrefTo(document.url, anchor))}"/>`,
    `<category term="${xmlText(document.title)}"/>`,
    `<summary>${xmlText(plainText(entry.text))}</summary>`,
    "</entry>",
  ];
}

/** A name of the form that feeds want, always the same for the same words. */
function idOf(words: string): string {
  const hex = sha256Hex(words.toWellFormed());
  const version = `8${hex.slice(13, 16)}`;
  const variant = `a${hex.slice(17, 20)}`;
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}-${variant}-${hex.slice(20, 32)}`;
}
