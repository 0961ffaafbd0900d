import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { indexSearch, type SearchReport } from "../../../site/search/index-search.ts";
import { base, openSearchSite, type SearchSite, type SearchTab } from "./browser.ts";
import { scriptFiles } from "./script-vault.ts";
import { siteVaultOf } from "./site-vault.ts";

export interface OpenSearch {
  readonly site: SearchSite;
  open(path: string, language?: string): Promise<SearchTab>;
  /** Makes the index of these files in place of the one that is there. */
  index(files: Readonly<Record<string, string>>): Promise<SearchReport>;
}

/** A site with the index of the vault of all scripts, for all tests of a file; the pages that a test opens go with it. */
export function useSearchSite(): OpenSearch {
  const folder = mkdtempSync(join(tmpdir(), "loci-search-"));
  const opened: Page[] = [];
  let site: SearchSite | undefined;
  const there = (): SearchSite => {
    if (site === undefined) throw new Error("The site is opened before the first test");
    return site;
  };
  const index = (files: Readonly<Record<string, string>>): Promise<SearchReport> =>
    indexSearch(siteVaultOf(files), {
      ...{ outFolder: folder, previousKey: undefined, version: "1" },
      hrefOf: ({ url }) => `${base}${encodeURI(url)}`,
    });
  beforeAll(async () => {
    await index(scriptFiles);
    site = await openSearchSite(folder);
  }, 60_000);
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.close();
  });
  afterAll(async () => {
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    get site() {
      return there();
    },
    async open(path, language) {
      const tab = await there().open(path, language);
      opened.push(tab.page);
      return tab;
    },
    index,
  };
}

/** Types a question into the open search and waits for its answer. */
export async function ask(page: Page, text: string): Promise<void> {
  await page.locator(`${await rootOf(page)} input[name=q]`).fill(text);
  await settled(page);
}

/** Waits until what is asked was answered: the list says for which question it is. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    (selector) => {
      const root = document.querySelector(selector);
      const list = root?.querySelector<HTMLElement>(".search-hits");
      const query = list?.dataset.query;
      if (list === null || list === undefined || query === undefined) return false;
      const isAnswered = selector === "dialog" || query === location.search.replaceAll("%20", "+");
      const asked = new URLSearchParams(query).get("q") ?? "";
      const field = root?.querySelector<HTMLInputElement>("input[name=q]");
      return isAnswered && asked === field?.value.trim() && !list.hasAttribute("aria-busy");
    },
    await rootOf(page),
  );
}

export async function hitsOf(page: Page): Promise<string> {
  return (await page.locator(`${await rootOf(page)} .search-hits`).textContent()) ?? "";
}

export function titlesOf(page: Page): Promise<string[]> {
  return page.locator(".search-page .search-hit h2").allTextContents();
}

export function excerptsOf(page: Page): Promise<string[]> {
  return page.locator(".search-page .search-excerpt").allTextContents();
}

export function hrefsOf(page: Page, selector: string): Promise<string[]> {
  const links = page.locator(`.search-page .search-hits ${selector}`);
  return links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
}

/** What axe finds wrong, in a line each. */
export async function faultsOfAxe(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(axe, "utf8"));
  const said: unknown = await page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html).join(' ')))",
  );
  return Array.isArray(said) ? said.map(String) : ["axe said nothing"];
}

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const rootOf = async (page: Page): Promise<string> =>
  (await page.locator("dialog[open]").count()) > 0 ? "dialog" : ".search-page";
