import type { DaysView } from "../page.ts";
import { pagesOf } from "./cut-list.ts";
import { dayKey, dayView } from "./day-view.ts";
import { weekOf } from "./home.ts";
import { yearView } from "./lines.ts";
import { keyOf, type PlannedPage } from "./planned-page.ts";
import type { SitePlan } from "./site-plan.ts";
import { type DayPage, dayPages } from "./timeline-pages.ts";

/** Months, the last seven days, and the timeline that leads to all of them. */
export function planDays(plan: SitePlan): PlannedPage[] {
  const { outline } = plan;
  const week = dayPages("week/", outline.today, weekOf(outline));
  return [
    planTimeline(plan),
    ...outline.monthPages.map((page) => planPage(plan, "month", page)),
    ...week.map((page) => planPage(plan, "week", page)),
  ];
}

function planPage(
  { outline, rendering }: SitePlan,
  kind: DaysView["kind"],
  page: DayPage,
): PlannedPage {
  const view: Omit<DaysView, "days"> = {
    ...{ type: "days", kind, name: page.name, entryCount: page.entryCount },
    pages: pagesOf(outline.base, page.listUrl, page.number, page.count),
  };
  return {
    ...{ url: page.url, type: "days", file: "" },
    key: keyOf(
      view,
      page.days.map((day) => dayKey(outline, rendering, day)),
    ),
    view: () => ({ ...view, days: page.days.map((day) => dayView(outline, rendering, day)) }),
  };
}

function planTimeline({ outline }: SitePlan): PlannedPage {
  const years = [...new Set(outline.days.map(({ date }) => Number(date.slice(0, 4))))];
  const undated = outline.vault.entries.filter(({ date }) => date === undefined).length;
  const view = {
    ...({ type: "timeline", undated } as const),
    years: years.map((year) => yearView(outline, year)),
  };
  return { url: "timeline/", type: "timeline", file: "", key: keyOf(view), view: () => view };
}
