import type { TopicPath } from "../../../src/vault/paths.ts";
import type { DocumentHistory } from "../../history/read-history.ts";
import type { Strings } from "../../i18n/en.ts";
import type { GraphFile } from "../graph-file.ts";
import type { Section } from "../page.ts";
import type { Rendering } from "../rendering.ts";
import { planDays } from "./days-pages.ts";
import { planDocumentLists } from "./document-lists.ts";
import { planDocument, planHistories } from "./document-page.ts";
import { planGroups, planNames } from "./group-pages.ts";
import { planHome } from "./home.ts";
import type { Outline } from "./outline.ts";
import type { PlannedPage } from "./planned-page.ts";
import { planSingles } from "./single-pages.ts";

/** Every page of the site but for the list of problems, which is known when these are made. */
export const planPages = (plan: SitePlan): PlannedPage[] => [
  planHome(plan),
  ...plan.outline.vault.documents.map((document) => planDocument(plan, document)),
  ...planHistories(plan),
  ...planGroups(plan),
  ...planNames(plan),
  ...planDays(plan),
  ...planDocumentLists(plan),
  ...planSingles(plan),
];

/** Sections with something in them, in the order of the navigation. */
export function sectionsOf({ vault, groups, days, lists }: Outline): Section[] {
  const archived = vault.documents.filter(({ place }) => place.archived).length;
  const counts: readonly (readonly [Section, number])[] = [
    [lists.section, vault.documents.length - archived],
    ["people", groups.people.length],
    ["agents", groups.agents.length],
    ["banks", groups.banks.length],
    ["tags", groups.tags.length],
    ["timeline", days.length],
    ["graph", vault.documents.some(({ backlinks }) => backlinks.length > 0) ? 1 : 0],
    ["archive", archived],
  ];
  return counts.flatMap(([section, count]) => (count > 0 ? [section] : []));
}

/** What pages are planned from. */
export interface SitePlan {
  readonly outline: Outline;
  readonly rendering: Rendering;
  readonly strings: Strings;
  readonly histories: ReadonlyMap<TopicPath, DocumentHistory>;
  readonly graph: GraphFile;
}
