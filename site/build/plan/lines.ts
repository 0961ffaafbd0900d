import type { SiteDocument } from "../../vault/site-vault.ts";
import type { CountedLink, DocumentLine, YearView } from "../page.ts";
import { hrefOf } from "../urls.ts";
import type { PlannedDay } from "./days.ts";
import type { Group } from "./groups.ts";
import type { Outline } from "./outline.ts";

/** A document in a list; `owner` is the scope that the whole list is of, which then goes without saying. */
export const documentLine = (
  outline: Outline,
  document: SiteDocument,
  owner = "",
): DocumentLine => ({
  title: document.title,
  href: hrefOf(outline.base, document.url),
  summary: document.topic.frontmatter.summary ?? "",
  entries: document.memoryCount,
  updated: document.updated,
  scope: document.place.scope === owner ? "" : ownerOf(outline, document.place.scope),
});

/** The name of the person or agent that a scope is: `people/ana` is "Ana". */
function ownerOf({ linkTo }: Outline, scope: string): string {
  const [group, id = ""] = scope.split("/");
  return group === "people" || group === "agents" ? linkTo.group(group, id).label : scope;
}

/** A group with the number of its entries, or of its documents where those have none. */
export const groupLine = (
  { base }: Outline,
  { name, url, entries, documents }: Group,
): CountedLink => ({
  label: name,
  href: hrefOf(base, url),
  count: entries.length || documents.length,
});

/** A year in days and months; months are labelled `2026-02`. */
export function yearView({ base, linkTo, days }: Outline, year: number): YearView {
  const prefix = `${String(year).padStart(4, "0")}-`;
  const own = days.filter(({ date }) => date.startsWith(prefix));
  const months = [...new Set(own.map(({ date }) => date.slice(0, 7)))];
  return {
    year,
    days: own.map(({ date, count }) => ({ date, count, href: linkTo.day(date).href ?? base })),
    months: months.map((month) => ({
      label: month,
      href: hrefOf(base, `timeline/${month}/`),
      count: countOf(own.filter(({ date }) => date.startsWith(month))),
    })),
  };
}

const countOf = (days: readonly PlannedDay[]): number =>
  days.reduce((sum, { count }) => sum + count, 0);
