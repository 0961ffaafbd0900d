import type { DigestBlock } from "../../../src/vault/log/digest-log.ts";
import type { SiteEntry } from "../../vault/site-vault.ts";
import { pageUrl } from "../urls.ts";
import { type Cut, cutList } from "./cut-list.ts";
import type { PlannedDay } from "./days.ts";

/** One page of days. */
export interface DayPage {
  /** Of its list's first page. */
  readonly listUrl: string;
  readonly url: string;
  /** `2026-02`, or the last day of a week. */
  readonly name: string;
  readonly number: number;
  readonly count: number;
  /** Newest first; a day of very many entries goes on on the next page. */
  readonly days: readonly PlannedDay[];
  /** Of the whole list. */
  readonly entryCount: number;
}

/** The pages of each month, newest first. */
export function monthPages(days: readonly PlannedDay[]): readonly DayPage[] {
  const months = Map.groupBy(days, ({ date }) => date.slice(0, 7));
  return [...months].flatMap(([month, own]) => dayPages(`timeline/${month}/`, month, own));
}

/** The pages of a list of days at `listUrl`. */
export function dayPages(listUrl: string, name: string, days: readonly PlannedDay[]): DayPage[] {
  const entryCount = days.reduce((sum, { count }) => sum + count, 0);
  const pages = cutList(days.flatMap(itemsOf), dayCut);
  return pages.map((items, i) => ({
    ...{ listUrl, name, entryCount, count: pages.length, number: i + 1 },
    url: pageUrl(listUrl, i + 1),
    days: regrouped(items),
  }));
}

/** Where each day begins, by its date. */
export function urlsByDay(pages: readonly DayPage[]): ReadonlyMap<string, string> {
  const urls = new Map<string, string>();
  for (const { url, days } of pages) {
    for (const { date } of days) if (!urls.has(date)) urls.set(date, url);
  }
  return urls;
}

/** Where each conversation stands, by its session. */
export const urlsBySession = (pages: readonly DayPage[]): ReadonlyMap<string, string> =>
  new Map(
    pages.flatMap(({ url, days }) =>
      days.flatMap(({ digests }) => digests.map(({ session }): [string, string] => [session, url])),
    ),
  );

interface Item {
  readonly date: string;
  readonly digest?: DigestBlock;
  readonly entry?: SiteEntry;
}

const dayCut: Cut<Item> = {
  most: 200,
  least: 100,
  mayPart: (newer, older) => newer.date !== older.date,
};

const itemsOf = ({ date, digests, entries }: PlannedDay): Item[] => [
  ...digests.map((digest) => ({ date, digest })),
  ...entries.map((entry) => ({ date, entry })),
];

function regrouped(items: readonly Item[]): PlannedDay[] {
  return [...Map.groupBy(items, ({ date }) => date)].map(([date, own]) => {
    const digests = own.flatMap(({ digest }) => digest ?? []);
    const entries = own.flatMap(({ entry }) => entry ?? []);
    return { date, digests, entries, count: entries.length };
  });
}
