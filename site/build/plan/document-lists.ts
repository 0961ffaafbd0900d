import type { Strings } from "../../i18n/en.ts";
import type { SiteDocument } from "../../vault/site-vault.ts";
import type { DocumentsView } from "../page.ts";
import { pageUrl } from "../urls.ts";
import { cutEvenly, pagesOf } from "./cut-list.ts";
import { byTitle } from "./groups.ts";
import { documentLine } from "./lines.ts";
import type { Outline } from "./outline.ts";
import { keyOf, type PlannedPage } from "./planned-page.ts";
import type { SitePlan } from "./site-plan.ts";

const mostDocuments = 300;

/** All documents, and the archive. */
export function planDocumentLists(plan: SitePlan): PlannedPage[] {
  const { documents } = plan.outline.vault;
  return [
    ...planList(
      plan,
      "topics",
      documents.filter(({ place }) => !place.archived),
    ),
    ...planList(
      plan,
      "archive",
      documents.filter(({ place }) => place.archived),
    ),
  ];
}

interface Placed {
  readonly heading: string;
  readonly document: SiteDocument;
}

function planList(
  { outline, strings }: SitePlan,
  kind: DocumentsView["kind"],
  documents: readonly SiteDocument[],
): PlannedPage[] {
  const placed = documents
    .map((document) => ({ document, heading: headingOf(document, outline.language) }))
    .sort((a, b) => byHeading(a, b, outline.collator));
  const cut = cutEvenly(placed, mostDocuments);
  return cut.map((own, i) => {
    const view: DocumentsView = {
      ...{ type: "documents", kind },
      groups: groupsIn(outline, strings, own),
      pages: pagesOf(outline.base, `${kind}/`, i + 1, cut.length),
    };
    const url = pageUrl(`${kind}/`, i + 1);
    return { url, type: "documents", file: "", key: keyOf(view), view: () => view };
  });
}

/** A topic's first letter (`#` for none), or for the rest: `general`, `notes`, `people/ana`. */
function headingOf({ place, title }: SiteDocument, language: string): string {
  if (place.scope !== "") return place.scope;
  if (place.kind === "general") return "general";
  if (place.kind === "note") return "notes";
  const [letter = ""] = title.normalize("NFD").replace(/^[^\p{L}\p{N}]+/u, "");
  return /\p{L}/u.test(letter) ? letter.toLocaleUpperCase(language).normalize("NFC") : "#";
}

function byHeading(a: Placed, b: Placed, collator: Intl.Collator): number {
  return (
    rankOf(a) - rankOf(b) ||
    collator.compare(a.heading, b.heading) ||
    (a.heading < b.heading ? -1 : a.heading > b.heading ? 1 : 0) ||
    byTitle(a.document, b.document, collator)
  );
}

/** Letters first, then what is everyone's, then whose it is. */
function rankOf({ heading }: Placed): number {
  if (heading === "general") return 2;
  if (heading === "notes") return 3;
  if (heading.includes("/")) return 4;
  return heading === "#" ? 1 : 0;
}

function groupsIn(
  outline: Outline,
  strings: Strings,
  placed: readonly Placed[],
): DocumentsView["groups"] {
  const groups = new Map<string, SiteDocument[]>();
  for (const { heading, document } of placed) {
    groups.set(heading, [...(groups.get(heading) ?? []), document]);
  }
  return [...groups].map(([name, documents]) => ({
    name: nameOf(outline, strings, name),
    documents: documents.map((document) => documentLine(outline, document)),
  }));
}

function nameOf({ linkTo }: Outline, { lists }: Strings, heading: string): string {
  if (heading === "general" || heading === "notes") return lists[heading];
  if (heading === "#") return lists.other;
  const [group, id] = heading.split("/");
  if (id === undefined || (group !== "people" && group !== "agents")) return heading;
  return linkTo.group(group, id).label;
}
