import type { LabelledLink } from "../../markdown/document-view.ts";
import type { SiteEntry } from "../../vault/site-vault.ts";
import type { CountedLink, GroupView } from "../page.ts";
import { type NameKind, pageUrl } from "../urls.ts";
import { type Cut, cutEvenly, cutList, isOneIn, pagesOf } from "./cut-list.ts";
import type { Group } from "./groups.ts";
import { documentLine, groupLine } from "./lines.ts";
import type { Outline } from "./outline.ts";
import type { SitePlan } from "./plan-pages.ts";
import { keyOf, type PlannedPage, plainPage } from "./planned-page.ts";

/** The pages of each person, agent, bank and tag. */
export const planGroups = (plan: SitePlan): PlannedPage[] =>
  Object.values(plan.outline.groups).flatMap((groups) =>
    groups.flatMap((group) => planGroup(plan, group)),
  );

const viewKinds = { people: "person", agents: "agent", banks: "bank", tags: "tag" } as const;
const maxDocuments = 300;
const maxRelated = 60;

const entryCut: Cut<SiteEntry> = {
  most: 200,
  least: 120,
  mayPart: (_, { document, anchor }) => isOneIn(20, `${document.path}#${anchor}`),
};

function planGroup({ outline, rendering }: SitePlan, group: Group): PlannedPage[] {
  const documents = cutEvenly(group.documents, maxDocuments);
  const entries = cutList(group.entries, entryCut);
  const count = Math.max(documents.length, entries.length);
  const related = relatedTo(outline, group);
  return Array.from({ length: count }, (_, i) => {
    const own = entries[i] ?? [];
    const view: Omit<GroupView, "entries"> = {
      ...{ type: "group", kind: viewKinds[group.kind], name: group.name },
      profile: profileOf(outline, group),
      // Totals on the first page alone: else one entry more would make all pages others.
      entryCount: (i === 0 ? group.entries : own).filter(({ isCounted }) => isCounted).length,
      related: i === 0 ? related : [],
      documents: (documents[i] ?? []).map((document) =>
        documentLine(outline, document, `${group.kind}/${group.key}`),
      ),
      pages: pagesOf(outline.base, group.url, i + 1, count),
    };
    return {
      ...{ url: pageUrl(group.url, i + 1), type: "group", file: "" },
      key: keyOf(view, own.map(rendering.entryKey)),
      view: () => ({ ...view, entries: own.map(rendering.entry) }),
    };
  });
}

function profileOf({ linkTo }: Outline, { documents }: Group): LabelledLink | undefined {
  const profile = documents.find(({ place }) => place.kind === "profile");
  return profile === undefined ? undefined : linkTo.document(profile);
}

/** Of a tag the one above it and those right below and beside it; of the others their like. */
function relatedTo(outline: Outline, group: Group): CountedLink[] {
  const all = outline.groups[group.kind];
  const others = group.kind === "tags" ? all.filter(isNear(group)) : all;
  return others
    .filter((other) => other !== group)
    .slice(0, maxRelated)
    .map((other) => groupLine(outline, other));
}

function isNear({ key }: Group): (other: Group) => boolean {
  const parent = parentOf(key);
  return (other) =>
    other.key === parent ||
    parentOf(other.key) === key ||
    (parent !== "" && parentOf(other.key) === parent);
}

const parentOf = (tag: string): string => tag.slice(0, Math.max(0, tag.lastIndexOf("/")));

/** Lists of all names of a kind. */
export const planNames = ({ outline }: SitePlan): PlannedPage[] =>
  (["banks", "tags", "people", "agents"] satisfies NameKind[]).map((kind) => {
    const names = outline.groups[kind].map((group) => groupLine(outline, group));
    return plainPage(`${kind}/`, { type: "names", kind, names });
  });
