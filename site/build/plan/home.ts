import type { SiteDocument } from "../../vault/site-vault.ts";
import type { DocumentLine, HomeView } from "../page.ts";
import { hrefOf } from "../urls.ts";
import { type PlannedDay, weekOf } from "./days.ts";
import { dayKey, dayView } from "./days-pages.ts";
import { documentLine, groupLine, yearView } from "./lines.ts";
import type { Outline } from "./outline.ts";
import type { SitePlan } from "./plan-pages.ts";
import { keyOf, type PlannedPage } from "./planned-page.ts";
import { isDailyNote } from "./sorted-documents.ts";

/** The first page. */
export function planHome({ outline, rendering }: SitePlan): PlannedPage {
  const { vault, groups, base } = outline;
  const week = weekOf(outline);
  const shownWeek = firstOf(week, maxWeekItems);
  const isCut = shownWeek !== week;
  const tags = [...groups.tags].map((group) => groupLine(outline, group));
  const view: Omit<HomeView, "week"> = {
    type: "home",
    counts: { documents: vault.documents.length, entries: vault.memories.length },
    recent: recentLines(outline),
    weekHref: isCut ? hrefOf(base, "week/") : "",
    year: yearView(outline, yearToShow(outline)),
    banks: groups.banks.map((group) => groupLine(outline, group)),
    tags: tags.sort((a, b) => b.count - a.count).slice(0, maxTags),
    people: groups.people.map((group) => groupLine(outline, group)),
  };
  return {
    ...{ url: "", type: "home", file: "" },
    key: keyOf(
      view,
      shownWeek.map((day) => dayKey(outline, rendering, day)),
    ),
    view: () => ({ ...view, week: shownWeek.map((day) => dayView(outline, rendering, day)) }),
  };
}

const maxWeekItems = 30;
const maxTags = 40;
const maxRecent = 20;

/** The same list where it has no more than `most` items in all. */
function firstOf(days: readonly PlannedDay[], most: number): readonly PlannedDay[] {
  let left = most;
  const first: PlannedDay[] = [];
  for (const { date, count, ...day } of days) {
    const digests = day.digests.slice(0, left);
    const entries = day.entries.slice(0, left - digests.length);
    left -= digests.length + entries.length;
    if (digests.length + entries.length > 0) first.push({ date, count, digests, entries });
  }
  const isWhole = days.every(({ digests, entries }, i) => {
    const kept = first[i];
    return kept?.digests.length === digests.length && kept.entries.length === entries.length;
  });
  return isWhole ? days : first;
}

/** The vault's own first note; then as the device's index has them; a vault without one gets what its files say. */
function recentLines(outline: Outline): HomeView["recent"] {
  const { vault } = outline;
  const home = homeNote(vault.documents);
  const first = home === undefined ? [] : [timedLine(outline, home)];
  const recent = vault.recent.flatMap(({ time, topic, summary }) => {
    const document = vault.documentsByPath.get(`topics/${topic}.md`);
    if (document === undefined) return [];
    const line: DocumentLine = documentLine(outline, document);
    return [{ ...line, time, summary: summary === "" ? line.summary : summary }];
  });
  if (recent.length > 0) return [...first, ...recent];
  const updated = vault.documents
    .filter(({ place, updated }) => !place.archived && updated !== undefined)
    .filter((document) => document !== home)
    .sort((a, b) => ((a.updated ?? "") < (b.updated ?? "") ? 1 : -1));
  const lines = fewDaily(updated)
    .slice(0, maxRecent)
    .map((document) => timedLine(outline, document));
  return [...first, ...lines];
}

const timedLine = (outline: Outline, document: SiteDocument): HomeView["recent"][number] => ({
  ...documentLine(outline, document),
  time: document.updated ?? "",
});

/** Names of a note at the vault's root that people begin with. */
const homeNames = ["index.md", "home.md", "readme.md"];

function homeNote(documents: readonly SiteDocument[]): SiteDocument | undefined {
  const named = (name: string) => documents.find(({ path }) => path.toLowerCase() === name);
  return homeNames.map(named).find((document) => document !== undefined);
}

const maxDaily = 3;

/** Daily notes do not push everything else away. */
function fewDaily(documents: readonly SiteDocument[]): readonly SiteDocument[] {
  const isDaily = ({ place, path }: SiteDocument): boolean =>
    place.kind === "note" && isDailyNote(path);
  if (documents.every(isDaily)) return documents;
  const shown = new Set(documents.filter(isDaily).slice(0, maxDaily));
  return documents.filter((document) => !isDaily(document) || shown.has(document));
}

/** This year, or the last one that has something. */
function yearToShow({ days, today }: Outline): number {
  const last = days.find(({ date }) => date <= today)?.date ?? today;
  return Number(last.slice(0, 4));
}
