import { pathKey } from "../../src/vault/paths.ts";
import { newestFirst, parseRecent, type RecentTopic } from "../../src/vault/recent-index.ts";
import type { LoadedVault } from "./load-vault.ts";
import { readRegular } from "./read-regular.ts";
import type { SiteDocument } from "./site-vault.ts";

/**
 * The recent-topics index of the vault, as far as its topics are shown; without one, or for everyone, the documents that
 * were updated last. A summary that may reveal what is hidden is left out.
 */
export function readRecent(
  root: string,
  documents: readonly SiteDocument[],
  { loaded, isPublic }: { readonly loaded: LoadedVault; readonly isPublic: boolean },
): RecentTopic[] {
  const topics = new Map<string, SiteDocument>();
  for (const document of documents) {
    const { kind, scope, archived, topic } = document.place;
    if (kind === "topic" && scope === "" && !archived) topics.set(pathKey(topic), document);
  }
  if (isPublic) return newestFirst([...topics.values()].flatMap(toRecent));
  const whole = new Set(loaded.shown.filter(({ isWhole }) => isWhole).map(({ path }) => path));
  return indexOf(root).flatMap(({ time, topic, summary }) => {
    const document = topics.get(pathKey(topic));
    if (document === undefined) return [];
    const own = [document.topic.frontmatter.summary, document.title];
    const isOpen = whole.has(document.path) || own.includes(summary);
    return [{ time, topic: document.place.topic, summary: isOpen ? summary : "" }];
  });
}

const toRecent = ({ updated, place }: SiteDocument): RecentTopic[] =>
  updated === undefined ? [] : [{ time: `${updated}T00:00:00`, topic: place.topic, summary: "" }];

/** None where it cannot be read: it is derived, and what is wrong with it is no news to a reader. */
function indexOf(root: string): RecentTopic[] {
  try {
    const bytes = readRegular(root, "topics/index.txt", 65_536);
    return bytes === undefined ? [] : newestFirst(parseRecent(bytes.toString("utf8")));
  } catch {
    return [];
  }
}
