import type { LabelledLink } from "../../markdown/document-view.ts";
import type { SiteDocument } from "../../vault/site-vault.ts";
import type { Section } from "../page.ts";
import { hrefOf } from "../urls.ts";
import type { SitePlan } from "./site-plan.ts";

/** Where a document stands: its section, whose it is, and for notes the folders above it. */
export function breadcrumbsOf(
  { outline, strings }: SitePlan,
  document: SiteDocument,
): LabelledLink[] {
  const { place, path } = document;
  const section = (name: Section): LabelledLink => ({
    label: strings.sections[name],
    href: hrefOf(outline.base, `${name}/`),
  });
  const [group, id] = place.scope.split("/");
  const whose =
    id !== undefined && (group === "people" || group === "agents")
      ? [section(group), outline.linkTo.group(group, id)]
      : [];
  if (place.archived) return [section("archive"), ...whose];
  const folders = place.kind === "note" ? place.topic.split("/").slice(0, -1) : [];
  const own = path.startsWith(`${place.scope}/`) ? folders.filter((_, i) => i >= 2) : folders;
  const href = outline.lists.hrefOf(document);
  const words = (place.scope === "" ? folders : own).map((label, i, all) => ({
    label,
    href: i === all.length - 1 ? href : undefined,
  }));
  return [...(whose.length > 0 ? whose : [section("topics")]), ...words];
}
