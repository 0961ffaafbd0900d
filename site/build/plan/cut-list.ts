import type { Pages } from "../page.ts";
import { hrefOf, pageUrl } from "../urls.ts";

/** How a long list is cut into pages. */
export interface Cut<T> {
  /** No page holds more, the first perhaps a few less than `least`. */
  readonly most: number;
  readonly least: number;
  /** Whether a page may begin behind this one and end before the next, judged by the two alone. */
  readonly mayPart: (newer: T, older: T) => boolean;
}

/**
 * Cuts a list, newest first, into pages. It is cut from its old end, and where the items themselves say: what comes in
 * changes its own page and a neighbour, not all of them.
 */
export function cutList<T>(
  items: readonly T[],
  { most, least, mayPart }: Cut<T>,
): (readonly T[])[] {
  if (items.length <= most) return [items];
  const pages: T[][] = [];
  let page: T[] = [];
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i];
    const newer = items[i - 1];
    if (item === undefined) continue;
    page.push(item);
    if (
      newer === undefined ||
      (page.length >= least && mayPart(newer, item)) ||
      page.length >= most
    ) {
      pages.push(page.reverse());
      page = [];
    }
  }
  return pages.reverse();
}

/** A list of plain lines, cut where a page is full. */
export function cutEvenly<T>(items: readonly T[], most: number): (readonly T[])[] {
  const count = Math.max(1, Math.ceil(items.length / most));
  return Array.from({ length: count }, (_, i) => items.slice(i * most, (i + 1) * most));
}

/** Where page `number` of `count` at `url` leads on to. */
export function pagesOf(base: string, url: string, number: number, count: number): Pages {
  const href = (other: number): string => hrefOf(base, pageUrl(url, other));
  return {
    number,
    count,
    previous: number > 1 ? href(number - 1) : undefined,
    next: number < count ? href(number + 1) : undefined,
  };
}

/** True for one text in `rarity`, always the same ones. */
export function isOneIn(rarity: number, text: string): boolean {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return (hash >>> 4) % rarity === 0;
}
