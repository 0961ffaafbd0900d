import type { TopicPath } from "../../src/vault/paths.ts";
import type { AttachmentFinder } from "./attachments.ts";
import { linksOfText, type PlacedLink } from "./document-links.ts";
import type { LinkResolver } from "./link-resolver.ts";
import type { WrittenLink } from "./links.ts";
import type { Backlink, SiteEntry, SiteLink } from "./site-vault.ts";

/** What links are resolved with. */
interface LinkTargets {
  readonly documents: LinkResolver;
  readonly attachments: AttachmentFinder;
}

/** A document while its links are being found. */
interface Linking {
  readonly path: TopicPath;
  readonly text: string;
  readonly entries: readonly SiteEntry[];
  readonly links: SiteLink[];
  readonly backlinks: Backlink[];
}

/** A link that leads nowhere. */
export interface BrokenLink {
  readonly path: TopicPath;
  readonly line: number;
  readonly target: string;
}

/** Fills in the links and backlinks of all documents; answers what leads nowhere. */
export function linkDocuments(documents: readonly Linking[], targets: LinkTargets): BrokenLink[] {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const broken: BrokenLink[] = [];
  for (const document of documents) {
    const { path, entries, links } = document;
    const places = new EntryPlaces(entries);
    const known = new Map<string, SiteLink>();
    const placedLinks = linksOfText(document.text).filter(({ link }) => link.target !== "");
    for (const placed of placedLinks) {
      const { target, found } = resolveOnce(known, path, placed.link, targets);
      if (found === undefined) broken.push({ path, line: placed.line, target });
      const to = found?.type === "document" ? byPath.get(found.path) : undefined;
      if (to !== undefined && to !== document) addBacklink(to.backlinks, path, placed, places);
    }
    for (const link of known.values()) links.push(link);
  }
  return broken;
}

function resolveOnce(
  known: Map<string, SiteLink>,
  from: TopicPath,
  written: WrittenLink,
  targets: LinkTargets,
): SiteLink {
  const { target, isEmbed } = written;
  const key = `${isEmbed ? "!" : ""}${target}`;
  const link = known.get(key) ?? { target, isEmbed, found: findTarget(from, written, targets) };
  known.set(key, link);
  return link;
}

/** What a link leads to. */
export function findTarget(
  from: TopicPath,
  { type, target, isEmbed }: Pick<WrittenLink, "type" | "target" | "isEmbed">,
  { documents, attachments }: LinkTargets,
): SiteLink["found"] {
  const path = type === "wiki" ? documents.wiki(from, target) : documents.markdown(from, target);
  if (path !== undefined && !(isEmbed && type === "markdown")) return { type: "document", path };
  const attachment = attachments.find(from, target);
  return attachment === undefined ? undefined : { type: "attachment", path: attachment };
}

/** One a line, and one for all that an entry's own words say. */
function addBacklink(
  backlinks: Backlink[],
  from: TopicPath,
  { line, context }: PlacedLink,
  places: EntryPlaces,
): void {
  const last = backlinks.at(-1);
  if (last?.from === from && last.line === line) return;
  const entry = places.at(line);
  const isOwn = entry?.entry.line === line && entry.entry.text.length <= maxText;
  const text = isOwn ? entry.entry.text : context();
  if (text !== "") backlinks.push({ from, line, anchor: entry?.anchor, text });
}

/** Longer entries are cut to the words around the link. */
const maxText = 300;

/** The entry that a line stands in; lines are asked in order. */
class EntryPlaces {
  private readonly entries: readonly SiteEntry[];
  private next = 0;

  constructor(entries: readonly SiteEntry[]) {
    this.entries = entries;
  }

  at(line: number): SiteEntry | undefined {
    while ((this.entries[this.next]?.entry.endLine ?? Infinity) < line) this.next++;
    const found = this.entries[this.next];
    return found !== undefined && found.entry.line <= line ? found : undefined;
  }
}
