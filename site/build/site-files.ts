import type { Render } from "../renderer.ts";
import { readAttachment } from "../vault/attachments.ts";
import { readRegular } from "../vault/read-regular.ts";
import type { Attachment, SiteVault } from "../vault/site-vault.ts";
import { feedOf } from "./feed.ts";
import type { GraphFile } from "./graph-file.ts";
import type { Frame } from "./page.ts";
import type { Outline } from "./plan/outline.ts";
import { keyOf, type PlannedPage } from "./plan/planned-page.ts";
import { type MadeFile, renderPage } from "./render-page.ts";
import { fileOf, hrefOf } from "./urls.ts";
import { xmlHead, xmlText } from "./xml.ts";

/** A file that the site has, before it is made. */
export interface SiteFile {
  /** Below the site's folder, with `/`. */
  readonly file: string;
  /** Changes with what it holds. */
  readonly key: string;
  readonly make: () => Promise<MadeFile> | MadeFile;
}

/** A page as a file. `frameKey` changes with the frame and the templates. */
export const pageFile = (
  page: PlannedPage,
  frame: Frame,
  frameKey: string,
  render: Render,
): SiteFile => ({
  file: fileOf(page.url),
  key: keyOf(page.key, frameKey),
  make: () => renderPage(page, frame, render),
});

/** What pages load. */
export const assetFiles = (assets: ReadonlyMap<string, Buffer>): SiteFile[] =>
  [...assets].map(([file, content]) => madeFile(file, content));

/** The vault's own files that pages show. */
export const attachmentFiles = (
  root: string,
  { attachments }: Pick<SiteVault, "attachments">,
): SiteFile[] =>
  [...attachments.values()].flatMap((attachment) => {
    const { url, stamp } = attachment;
    if (url === undefined) return [];
    return [{ file: url, key: keyOf(stamp), make: () => copied(root, attachment) }];
  });

/** The pages of a site, and what they are planned from. */
export interface Plan {
  readonly outline: Outline;
  readonly pages: readonly PlannedPage[];
  readonly graph: GraphFile;
}

/** What readers of feeds and search engines ask for, and Git hosts that would leave out some names. */
export function machineFiles(
  { outline, pages, graph }: Plan,
  siteUrl: string | undefined,
): SiteFile[] {
  return [
    madeFile("graph.json", Buffer.from(graph.text)),
    madeFile("feed.xml", Buffer.from(feedOf(outline, siteUrl))),
    madeFile("robots.txt", Buffer.from(robotsOf(outline, siteUrl))),
    madeFile(".nojekyll", Buffer.alloc(0)),
    ...(siteUrl === undefined
      ? []
      : [madeFile("sitemap.xml", Buffer.from(sitemapOf(outline, pages, siteUrl)))]),
  ];
}

const madeFile = (file: string, content: Buffer): SiteFile => ({
  file,
  key: keyOf(content.toString("latin1")),
  make: () => ({ content, asksDay: false, problem: undefined }),
});

/** Read now; what has become another file since it was looked at is not shown: a reviewer listed that one, say. */
function copied(root: string, { path, size, stamp }: Attachment): MadeFile {
  const content = readRegular(root, path, size);
  const now = readAttachment(root, path, "");
  if (content !== undefined && typeof now !== "string" && now.stamp === stamp) {
    return { content, asksDay: false, problem: undefined };
  }
  const message = "It changed while the site was built";
  const problem = { code: "ATTACHMENT_FAILED", file: path, line: 0, message };
  return { content: undefined, asksDay: false, problem };
}

/** A sitemap may hold no more. */
const maxPages = 50_000;

/** `sitemap.xml`: all pages but those that are no use to be found. */
function sitemapOf(outline: Outline, pages: readonly PlannedPage[], siteUrl: string): string {
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

/** `robots.txt`: whatever is not a public site is nothing for search engines. */
function robotsOf(outline: Outline, siteUrl: string | undefined): string {
  if (!outline.isPublic) return "User-agent: *\nDisallow: /\n";
  const sitemap =
    siteUrl === undefined ? undefined : new URL(hrefOf(outline.base, "sitemap.xml"), siteUrl).href;
  return `User-agent: *\nAllow: /\n${sitemap === undefined ? "" : `\nSitemap: ${sitemap}\n`}`;
}
