import type { DigestBlock, DigestLine } from "../../../src/vault/log/digest-log.ts";
import type { LabelledLink } from "../../markdown/document-view.ts";
import type { SiteDocument } from "../../vault/site-vault.ts";
import type { Day, DigestView } from "../day-view.ts";
import type { DaysView } from "../page.ts";
import type { Rendering } from "../rendering.ts";
import { pagesOf } from "./cut-list.ts";
import { type PlannedDay, weekOf } from "./days.ts";
import { yearView } from "./lines.ts";
import { type Outline, sessionAnchor } from "./outline.ts";
import type { SitePlan } from "./plan-pages.ts";
import { keyOf, type PlannedPage, plainPage } from "./planned-page.ts";
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
  const undated = outline.vault.memories.filter(({ date }) => date === undefined).length;
  const views = years.map((year) => yearView(outline, year));
  return plainPage("timeline/", { type: "timeline", undated, years: views });
}

/** A day as pages show it. */
export const dayView = (outline: Outline, rendering: Rendering, day: PlannedDay): Day => ({
  date: day.date,
  digests: day.digests.map((block) => digestView(outline, rendering.inline, block)),
  entries: day.entries.map(rendering.entry),
});

/** Changes with what `dayView` returns. */
export const dayKey = (outline: Outline, rendering: Rendering, day: PlannedDay): unknown => [
  day.date,
  day.digests.map((block) => digestView(outline, rendering.inlineKey, block)),
  day.entries.map(rendering.entryKey),
];

type DigestLineView = DigestView["lines"][number];

/** With `inline` for its lines: as HTML, or as a key. */
function digestView(outline: Outline, inline: Rendering["inline"], block: DigestBlock): DigestView {
  const { linkTo, isPublic } = outline;
  const { session, person } = block;
  return {
    id: session === "" || isPublic ? undefined : sessionAnchor(session),
    time: block.time.slice(11, 16),
    topic: topicLink(outline, block),
    // What Loci writes where nobody said anything; `byHand` says it.
    summary: session === "" && /^edited by hand\.?$/i.test(block.summary) ? "" : block.summary,
    byHand: session === "",
    agent: block.agent === "" ? undefined : linkTo.group("agents", block.agent),
    person: person === null ? undefined : linkTo.group("people", person),
    modes: block.modes,
    languages: block.languages,
    lines: block.lines.map((line) => lineView(outline, inline, line)),
  };
}

function lineView(outline: Outline, inline: Rendering["inline"], line: DigestLine): DigestLineView {
  const document = "file" in line ? outline.vault.documentsByPath.get(line.file) : undefined;
  const text = line.type === "changed" ? line.what : line.text;
  return {
    type: line.type,
    html: inline(text, document),
    was: line.type === "replaced" && line.was !== "" ? line.was : undefined,
    said: "said" in line && !outline.isPublic ? line.said : undefined,
    reason: line.type === "kept" ? line.reason : undefined,
    document: document === undefined ? undefined : lineLink(outline, line, document),
  };
}

/** To the entry itself, where it still stands. */
const lineLink = (
  { linkTo, findSaved }: Outline,
  line: DigestLine,
  document: SiteDocument,
): LabelledLink => linkTo.document(document, findSaved(line)?.anchor);

/** The conversation's topic: the person's own of that name, else everyone's. */
function topicLink(
  { vault, linkTo }: Outline,
  { topic, person }: DigestBlock,
): LabelledLink | undefined {
  if (topic === "") return undefined;
  const own =
    person === null ? undefined : vault.documentsByPath.get(`people/${person}/topics/${topic}.md`);
  const document = own ?? vault.documentsByPath.get(`topics/${topic}.md`);
  return document === undefined ? undefined : linkTo.document(document);
}
