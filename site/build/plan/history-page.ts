import type { SiteDocument } from "../../vault/site-vault.ts";
import type { HistoryView } from "../page.ts";
import { keyOf, type PlannedPage } from "./planned-page.ts";
import type { SitePlan } from "./site-plan.ts";

/** Where a document's history lies, below the base. */
export const historyUrl = ({ url }: SiteDocument): string => `${url}history/`;

/** What changed in each document, of those whose past is known. */
export function planHistories({ outline, histories }: SitePlan): PlannedPage[] {
  return outline.vault.documents.flatMap((document) => {
    const history = histories.get(document.path);
    if (history === undefined || history.changes.length === 0) return [];
    const view: HistoryView = {
      type: "history",
      title: document.title,
      document: outline.linkTo.document(document),
      changes: history.changes,
      notes: history.notes,
    };
    const page = { url: historyUrl(document), type: "history", file: document.path } as const;
    return [{ ...page, key: keyOf(view), view: () => view }];
  });
}
