import { countMemories } from "../../vault/site-entry.ts";
import type { SiteDocument } from "../../vault/site-vault.ts";
import type { DocumentLine, HomeView } from "../page.ts";
import type { Rendering } from "../rendering.ts";
import { hrefOf } from "../urls.ts";
import { type PlannedDay, weekOf } from "./days.ts";
import { dayKey, dayView } from "./days-pages.ts";
import { writingOf } from "./document-page.ts";
import { documentLine, groupLine, yearView } from "./lines.ts";
import type { Outline } from "./outline.ts";
import type { SitePlan } from "./plan-pages.ts";
import { keyOf, type PlannedPage } from "./planned-page.ts";
import { isDailyNote } from "./sorted-documents.ts";

/** The first page. */
export function planHome(plan: SitePlan): PlannedPage {
  const { outline, rendering } = plan;
  const { vault, groups, base } = outline;
  const week = weekOf(outline);
  const shownWeek = firstOf(week, maxWeekItems);
  const isCut = shownWeek !== week;
  const tags = [...groups.tags].map((group) => groupLine(outline, group));
  const note = homeNote(vault.documents);
  const view: Omit<HomeView, "week" | "note"> = {
    type: "home",
    counts: {
      documents: vault.documents.length,
      entries: countMemories(vault),
    },
    recent: recentLines(plan, note),
    folders: outline.tree.top,
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
      note && [note.title, rendering.documentKey(note)],
    ),
    view: () => ({
      ...view,
      note: note && noteView(outline, rendering, note),
      week: shownWeek.map((day) => dayView(outline, rendering, day)),
    }),
  };
}

const maxWeekItems = 30;
const maxTags = 40;
const maxRecent = 20;

/** The same list where it has no more than `most` items in all. */
function firstOf(days: readonly PlannedDay[], most: number): readonly PlannedDay[] {
  const sizes = days.map(({ digests, entries }) => digests.length + entries.length);
  if (sizes.reduce((sum, size) => sum + size, 0) <= most) return days;
  let left = most;
  const first: PlannedDay[] = [];
  for (const { date, count, ...day } of days) {
    const digests = day.digests.slice(0, left);
    const entries = day.entries.slice(0, left - digests.length);
    left -= digests.length + entries.length;
    if (digests.length + entries.length > 0) first.push({ date, count, digests, entries });
  }
  return first;
}

const noteView = (
  { base }: Outline,
  rendering: Rendering,
  document: SiteDocument,
): NonNullable<HomeView["note"]> => ({
  title: document.title,
  summary: document.topic.frontmatter.summary ?? "",
  href: hrefOf(base, document.url),
  ...writingOf(`${document.title}\n${document.text}`),
  view: rendering.document(document),
});

/** As the device's index has them; a vault without one gets what its files and their past say. */
function recentLines(
  { outline, histories }: SitePlan,
  home: SiteDocument | undefined,
): HomeView["recent"] {
  const { vault } = outline;
  const recent = vault.recent.flatMap(({ time, topic, summary }) => {
    const document = vault.documentsByPath.get(`topics/${topic}.md`);
    if (document === undefined) return [];
    const line: DocumentLine = documentLine(outline, document);
    return [{ ...line, time, summary: summary === "" ? line.summary : summary }];
  });
  if (recent.length > 0) return recent;
  const changed = lastChanges(histories);
  const timeOf = (document: SiteDocument): string => {
    const days = [document.updated ?? "", changed.get(document.path) ?? ""];
    return days.sort().at(-1) ?? "";
  };
  const updated = vault.documents
    .filter((document) => !document.place.archived && document !== home && timeOf(document) !== "")
    .sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
  return fewDaily(updated)
    .slice(0, maxRecent)
    .map((document) => ({ ...documentLine(outline, document), time: timeOf(document) }));
}

/** The day of each document's last change; a commit that changed very many, as an import does, tells nothing of one. */
function lastChanges(histories: SitePlan["histories"]): ReadonlyMap<string, string> {
  const all = [...histories].flatMap(([path, { changes }]) =>
    changes.map((one) => ({ path, ...one })),
  );
  const touched = Map.groupBy(all, ({ commit }) => commit);
  const days = new Map<string, string>();
  for (const { path, commit, time } of all) {
    const day = time.slice(0, 10);
    if ((touched.get(commit)?.length ?? 0) > maxRecent || day <= (days.get(path) ?? "")) continue;
    days.set(path, day);
  }
  return days;
}

/** Names of a note at the vault's root that people begin with. */
const homeNames = ["home.md", "index.md", "readme.md"];

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
