import type { Page } from "playwright-core";
import {
  noFilter,
  type SearchFilter,
  stringifySearch,
} from "../../../site/search/search-filter.ts";

/** Opens the search dialog from the keyboard. */
export async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press("/");
  await page.locator("dialog[open] input").first().waitFor();
}

/** Addresses that the dialog shows for a query, best first; empty where it says that there is nothing. */
export async function findInDialog(page: Page, query: string): Promise<string[]> {
  await page.locator("dialog[open] input").first().fill(query);
  await answered(page, "dialog[open]", query);
  return linksIn(page, "dialog[open]");
}

/** Waits until the list of hits is the one for this query. */
export async function answered(
  page: Page,
  within: string,
  query: string,
  filter: Partial<SearchFilter> = {},
): Promise<void> {
  const asked = JSON.stringify(stringifySearch(query, { ...noFilter, ...filter }));
  await page
    .locator(`${within} .search-hits[data-query=${asked}]:not([aria-busy])`)
    .waitFor({ state: "attached" });
}

/** Addresses of the hits that are listed. */
export const linksIn = (page: Page, within: string): Promise<string[]> =>
  page
    .locator(`${within} .search-hits a[href]`)
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
