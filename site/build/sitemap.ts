import type { Outline } from "./plan/outline.ts";
import type { PlannedPage } from "./plan/planned-page.ts";
import { hrefOf } from "./urls.ts";
import { xmlHead, xmlText } from "./xml.ts";

/** A sitemap may hold no more. */
const maxPages = 50_000;

/** `sitemap.xml`: all pages but those that are no use to be found. */
export function sitemapOf(
  outline: Outline,
  pages: readonly PlannedPage[],
  siteUrl: string,
): string {
  const updatedByUrl = new Map(outline.vault.documents.map(({ url, updated }) => [url, updated]));
  const rows = pages
    .filter(({ type }) => type !== "not-found" && type !== "problems" && type !== "search")
    .slice(0, maxPages)
    .map(({ url }) => {
      const updated = updatedByUrl.get(url);
      const day = updated === undefined ? "" : `<lastmod>${updated}</lastmod>`;
      return `<url><loc>${xmlText(new URL(hrefOf(outline.base, url), siteUrl).href)}</loc>${day}</url>`;
    });
  const head = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
  return [xmlHead, head, ...rows, "</urlset>", ""].join("\n");
}

/** `robots.txt`: whatever is no public site is nothing for search engines. */
export function robotsOf(outline: Outline, siteUrl: string | undefined): string {
  if (!outline.isPublic) return "User-agent: *\nDisallow: /\n";
  const sitemap =
    siteUrl === undefined ? undefined : new URL(hrefOf(outline.base, "sitemap.xml"), siteUrl).href;
  return `User-agent: *\nAllow: /\n${sitemap === undefined ? "" : `\nSitemap: ${sitemap}\n`}`;
}
