import { existsSync } from "node:fs";
import { join } from "node:path";
import type { OpenedPage } from "../open-page.ts";
import { type BuiltSite, filesOf } from "./built-site.ts";

/** What the browser's parser says of a page; see `read` in in-page.js. */
interface ReadPage {
  readonly url: string;
  readonly ids: readonly string[];
  readonly links: readonly string[];
  readonly loads: readonly string[];
  readonly headings: number;
  readonly headingText: string;
  readonly title: string;
  readonly language: string;
  /** Elements that no page of the site has a use for. */
  readonly strange: readonly string[];
  /** Elements with an event handler in an attribute. */
  readonly handlers: number;
  readonly inline: number;
  readonly isClosed: boolean;
  readonly policyAt: number;
  readonly firstLoadAt: number;
  readonly text: string;
}

export interface Crawl {
  /** Every page that links lead to, by its address. */
  readonly pages: ReadonlyMap<string, ReadPage>;
  /** What is wrong with them, a sentence each. */
  readonly faults: readonly string[];
}

/** Follows every link from the home page on. Reads the files over HTTP; the browser only parses them. */
export async function crawlSite(site: BuiltSite, { ask }: OpenedPage): Promise<Crawl> {
  const pages = new Map<string, ReadPage>();
  let next = new Set([site.url, new URL("404.html", site.url).href]);
  while (next.size > 0) {
    const found: string[] = [];
    const urls = [...next];
    for (let at = 0; at < urls.length; at += 40) {
      // A thousand connections at once are more than a server's queue holds: some of them would be refused.
      const fetched = await Promise.all(urls.slice(at, at + 40).map(fetchPage));
      const read = await ask<ReadPage[]>("read", fetched);
      for (const page of read) pages.set(page.url, page);
      found.push(...fetched.flatMap(({ url }) => pagesLinked(site, pages.get(url))));
    }
    next = new Set(found.filter((url) => !pages.has(url)));
  }
  const list = [...pages.values()];
  const faults = [
    ...list.flatMap(pageFaults),
    ...list.flatMap((page) => linkFaults(site, page, pages)),
    ...unreachedFaults(site, pages),
  ];
  return { pages, faults };
}

/** Address of the built file below the site's base. */
export const urlOf = (site: BuiltSite, file: string): string =>
  site.url + encodePath(file.replace(/(^|\/)index\.html$/, "$1"));

const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

async function fetchPage(url: string): Promise<{ url: string; html: string }> {
  const response = await fetch(url, {
    redirect: "manual",
    headers: { connection: "close" }, // A server may drop a connection that was quiet while pages were read.
  });
  const html = await response.text();
  if (response.status !== 200) return { url, html: `<h1>${response.status}</h1>` };
  return { url, html };
}

function pagesLinked(site: BuiltSite, page: ReadPage | undefined): string[] {
  return (page?.links ?? [])
    .map((link) => new URL(link, page?.url))
    .filter((url) => url.href.startsWith(site.url) && /(?:\/|\.html)$/.test(url.pathname))
    .map((url) => url.origin + url.pathname);
}

function pageFaults(page: ReadPage): string[] {
  const faults: string[] = [];
  const ids = new Set(page.ids);
  if (ids.size < page.ids.length) faults.push("an id twice");
  if (ids.has("")) faults.push("an empty id");
  if (page.headings !== 1) faults.push(`${page.headings} h1`);
  if (page.headingText === "") faults.push("an empty h1");
  if (page.title.trim() === "") faults.push("no title");
  if (page.language === "") faults.push("no language");
  if (page.strange.length > 0) faults.push(`strange elements: ${page.strange.join(", ")}`);
  if (page.handlers > 0) faults.push(`${page.handlers} event handlers`);
  if (page.inline > 0) faults.push(`${page.inline} inline styles or scripts`);
  if (!page.isClosed) faults.push("cut off: no </html>");
  if (page.policyAt < 0 || page.policyAt > page.firstLoadAt) faults.push("policy not before all");
  return faults.map((fault) => `${decodeURI(page.url)}: ${fault}`);
}

function linkFaults(
  site: BuiltSite,
  page: ReadPage,
  pages: ReadonlyMap<string, ReadPage>,
): string[] {
  const links = [...new Set([...page.links, ...page.loads])];
  return links.flatMap((link) => {
    const fault = linkFault(site, new URL(link, page.url), pages);
    const unspelled = /^(?:[\x21-\x7e]*|#.*)$/u.test(link) ? undefined : "not percent-encoded";
    return [fault, unspelled]
      .filter((each) => each !== undefined)
      .map((each) => `${decodeURI(page.url)}: ${link.slice(0, 120)}: ${each}`);
  });
}

function linkFault(
  site: BuiltSite,
  url: URL,
  pages: ReadonlyMap<string, ReadPage>,
): string | undefined {
  if (["https:", "http:", "mailto:", "tel:"].includes(url.protocol) && url.origin !== site.origin)
    return;
  if (url.protocol === "data:") return;
  if (url.origin !== site.origin) return `a link of scheme ${url.protocol}`;
  if (!url.href.startsWith(site.url)) return "leads out of the site";
  const page = pages.get(url.origin + url.pathname);
  if (page === undefined) {
    const path = decodeURIComponent(url.pathname.slice(new URL(site.url).pathname.length));
    return existsSync(join(site.out, path)) ? undefined : "leads nowhere";
  }
  if (page.headingText === "404") return "leads nowhere";
  if (url.hash === "" || url.hash === "#") return;
  return page.ids.includes(decodeURIComponent(url.hash.slice(1))) ? undefined : "no such anchor";
}

function unreachedFaults(site: BuiltSite, pages: ReadonlyMap<string, ReadPage>): string[] {
  const loads = new Set(
    [...pages.values()].flatMap(({ url, links, loads }) =>
      [...links, ...loads].map((link) => new URL(link, url).pathname),
    ),
  );
  return filesOf(site.out)
    .filter((file) => !isForMachines(file) && !isEmptySection(site, file, pages))
    .filter((file) => {
      const url = urlOf(site, file);
      return !pages.has(url) && !loads.has(new URL(url).pathname);
    })
    .map((file) => `${file}: no link leads to it`);
}

/** The list of a section that has nothing in it: the navigation leaves it out. */
const isEmptySection = (site: BuiltSite, file: string, pages: Crawl["pages"]): boolean =>
  /^(?:topics|notes|people|agents|banks|tags|timeline|graph|archive|week)\/index\.html$/.test(
    file,
  ) && ![...pages.keys()].some((url) => url.startsWith(`${site.url}${file.split("/", 1)[0]}/`));

/** Files that no page links: they are asked for by name, by a script, by pages that this vault may not have, or by none. */
const isForMachines = (file: string): boolean =>
  /^(?:assets|pagefind)\//.test(file) ||
  [".nojekyll", "404.html", "robots.txt", "sitemap.xml", "graph.json", ".loci-site.json"].includes(
    file,
  );
