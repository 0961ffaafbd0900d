import { existsSync } from "node:fs";
import { join } from "node:path";
import type { OpenedPage } from "../open-page.ts";
import { type ExportedSite, filesOf } from "./site.ts";

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

type Pages = ReadonlyMap<string, ReadPage>;

/** Follows every link from the home page on: every page by its address, and what is wrong with them, a sentence each. */
export async function crawlSite(site: ExportedSite, { ask }: OpenedPage) {
  const pages = new Map<string, ReadPage>();
  let next = new Set([site.url, new URL("404.html", site.url).href]);
  while (next.size > 0) {
    const urls = [...next];
    for (let at = 0; at < urls.length; at += 40) {
      const fetched = await Promise.all(urls.slice(at, at + 40).map(fetchPage));
      for (const page of await ask<ReadPage[]>("read", fetched)) pages.set(page.url, page);
    }
    const found = urls.flatMap((url) => pagesLinked(site, pages.get(url)));
    next = new Set(found.filter((url) => !pages.has(url)));
  }
  const list = [...pages.values()];
  const faults = [
    ...list.flatMap((page) => [...pageFaults(page), ...linkFaults(site, page, pages)]),
    ...unreachedFaults(site, pages),
  ];
  return { pages, faults };
}

/** Address of an exported file. */
export const urlOf = (site: ExportedSite, file: string): string =>
  site.url +
  file
    .replace(/(^|\/)index\.html$/, "$1")
    .split("/")
    .map(encodeURIComponent)
    .join("/");

async function fetchPage(url: string): Promise<{ url: string; html: string }> {
  // A server may drop a connection that was quiet while pages were read.
  const response = await fetch(url, { redirect: "manual", headers: { connection: "close" } });
  const html = await response.text();
  return { url, html: response.status === 200 ? html : `<h1>${response.status}</h1>` };
}

function pagesLinked(site: ExportedSite, page: ReadPage | undefined): string[] {
  return (page?.links ?? [])
    .map((link) => new URL(link, page?.url))
    .filter((url) => url.href.startsWith(site.url) && /(?:\/|\.html)$/.test(url.pathname))
    .map((url) => url.origin + url.pathname);
}

function pageFaults(page: ReadPage): string[] {
  const ids = new Set(page.ids);
  const faults = [
    ids.size < page.ids.length && "an id twice",
    ids.has("") && "an empty id",
    page.headings !== 1 && `${page.headings} h1`,
    page.headingText === "" && "an empty h1",
    page.title.trim() === "" && "no title",
    page.language === "" && "no language",
    page.strange.length > 0 && `strange elements: ${page.strange.join(", ")}`,
    page.handlers > 0 && `${page.handlers} event handlers`,
    page.inline > 0 && `${page.inline} inline styles or scripts`,
    !page.isClosed && "cut off: no </html>",
    (page.policyAt < 0 || page.policyAt > page.firstLoadAt) && "policy not before all",
  ];
  return faults
    .filter((fault) => fault !== false)
    .map((fault) => `${decodeURI(page.url)}: ${fault}`);
}

function linkFaults(site: ExportedSite, page: ReadPage, pages: Pages): string[] {
  return [...new Set([...page.links, ...page.loads])].flatMap((link) => {
    const fault = /^(?:[\x21-\x7e]*|#.*)$/u.test(link)
      ? linkFault(site, new URL(link, page.url), pages)
      : "not percent-encoded";
    return fault === undefined ? [] : [`${decodeURI(page.url)}: ${link.slice(0, 120)}: ${fault}`];
  });
}

function linkFault(site: ExportedSite, url: URL, pages: Pages): string | undefined {
  const isElsewhere = ["https:", "http:", "mailto:", "tel:"].includes(url.protocol);
  if (url.protocol === "data:" || (isElsewhere && url.origin !== site.origin)) return undefined;
  if (url.origin !== site.origin) return `a link of scheme ${url.protocol}`;
  const page = pages.get(url.origin + url.pathname);
  if (page === undefined) {
    return existsSync(join(site.out, decodeURIComponent(url.pathname)))
      ? undefined
      : "leads nowhere";
  }
  if (page.headingText === "404") return "leads nowhere";
  if (url.hash === "" || url.hash === "#") return undefined;
  return page.ids.includes(decodeURIComponent(url.hash.slice(1))) ? undefined : "no such anchor";
}

/** Files that no page links are asked for by a script, by name, or by pages that this vault may not have. */
const isForMachines =
  /^(?:assets|pagefind)\/|^(?:\.loci-site|404\.html|graph\.json)$|^(?:banks|tags|timeline|graph|topics|people|archive)\/index\.html$/;

function unreachedFaults(site: ExportedSite, pages: Pages): string[] {
  const linked = [...pages.values()].flatMap(({ url, links, loads }) =>
    [...links, ...loads].map((link) => new URL(link, url).pathname),
  );
  const reached = new Set(linked);
  return filesOf(site.out)
    .filter((file) => !isForMachines.test(file))
    .filter(
      (file) => !pages.has(urlOf(site, file)) && !reached.has(new URL(urlOf(site, file)).pathname),
    )
    .map((file) => `${file}: no link leads to it`);
}
