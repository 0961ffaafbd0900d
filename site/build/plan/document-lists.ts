import type { Strings } from "../../i18n/en.ts";
import type { DocumentsView } from "../page.ts";
import { pageUrl } from "../urls.ts";
import { pagesOf } from "./cut-list.ts";
import { documentLine } from "./lines.ts";
import type { Outline } from "./outline.ts";
import type { SitePlan } from "./plan-pages.ts";
import { type PlannedPage, plainPage } from "./planned-page.ts";
import type { DocumentLists, Heading, PlacedDocument } from "./sorted-documents.ts";

/** All documents, and the archive. */
export const planDocumentLists = (plan: SitePlan): PlannedPage[] => [
  ...planList(plan, plan.outline.lists.section, plan.outline.lists.topics),
  ...planList(plan, "archive", plan.outline.lists.archive),
];

function planList(
  { outline, strings }: SitePlan,
  kind: DocumentsView["kind"],
  pages: DocumentLists["topics"],
): PlannedPage[] {
  return pages.map((own, i) =>
    plainPage(pageUrl(`${kind}/`, i + 1), {
      ...{ type: "documents", kind },
      groups: groupsIn(outline, strings, own),
      pages: pagesOf(outline.base, `${kind}/`, i + 1, pages.length),
    }),
  );
}

function groupsIn(
  outline: Outline,
  strings: Strings,
  placed: readonly PlacedDocument[],
): DocumentsView["groups"] {
  return [...Map.groupBy(placed, ({ heading }) => heading.id)].flatMap(([id, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const name = nameOf(outline, strings, first.heading);
    const { kind, name: scope } = first.heading;
    const documents = own.map(({ document }) =>
      documentLine(outline, document, kind === "scope" ? scope : ""),
    );
    return [{ id, name, isLetter: kind === "letter", documents }];
  });
}

function nameOf(
  { linkTo }: Outline,
  { lists, sections }: Strings,
  { kind, name }: Heading,
): string {
  if (kind === "notes") return sections.notes;
  if (kind === "general" || kind === "other") return lists[kind];
  const [group, id] = name.split("/");
  if (kind !== "scope" || id === undefined || (group !== "people" && group !== "agents")) {
    return name;
  }
  return linkTo.group(group, id).label;
}
