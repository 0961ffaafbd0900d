import type { SiteDocument, SiteEntry, SiteVault } from "../../../site/vault/site-vault.ts";
import { placeOf, toTopicPath } from "../../../src/vault/paths.ts";
import { parseTopic } from "../../../src/vault/topic/parse-topic.ts";

/** A site's vault of these files, path → Markdown; the search needs no more of it than this. */
export function siteVaultOf(files: Readonly<Record<string, string>>): SiteVault {
  const documents = Object.entries(files).map(([path, text]) => siteDocument(path, text));
  return {
    title: "Memory",
    documents,
    documentsByPath: new Map(documents.map((document) => [document.path, document])),
    entries: documents.flatMap(({ entries }) => entries),
    memories: documents.flatMap(({ entries }) => entries),
    ...{ digests: [], recent: [], attachments: new Map(), problems: [] },
    ...{ hidden: { documents: 0, entries: 0 }, hiddenScopes: () => [], isHidden: () => false },
  };
}

function siteDocument(path: string, text: string): SiteDocument {
  const topicPath = toTopicPath(path);
  const topic = parseTopic(topicPath, Buffer.from(text));
  const place = placeOf(topicPath);
  const bank = topic.frontmatter.bank ?? "General";
  const entries: SiteEntry[] = [];
  const document: SiteDocument = {
    ...{ path: topicPath, place, topic, bank, text, entries },
    url: `${path.slice(0, -".md".length).toLowerCase().replaceAll(" ", "-")}/`,
    title: topic.title,
    updated: topic.frontmatter.updated,
    hasBank: topic.frontmatter.bank !== undefined,
    memoryCount: topic.entries.length,
    tags: [...new Set([...topic.frontmatter.tags, ...topic.entries.flatMap(({ tags }) => tags)])],
    ...{ properties: [], links: [], backlinks: [] },
  };
  for (const entry of topic.entries) {
    const { bank: own = bank, person, agent, superseded } = entry.fields;
    entries.push({
      isMemory: true,
      isCounted: true,
      ...{ entry, document, person, agent, bank: own, date: entry.date },
      ...{ anchor: `e-${entry.id}`, isProtected: entry.tags.includes("protected") },
      ...{ supersededBy: undefined, isSuperseded: superseded !== undefined },
    });
  }
  return document;
}
