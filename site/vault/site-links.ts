import type { TopicPath } from "../../src/vault/paths.ts";
import { anchorsOf } from "./anchors.ts";
import type { AttachmentFinder } from "./attachments.ts";
import { linksOfText, type PlacedLink } from "./document-links.ts";
import { anchorOf } from "./heading-id.ts";
import type { LinkResolver } from "./link-resolver.ts";
import type { WrittenLink } from "./links.ts";
import type { OpenDocument } from "./site-document.ts";
import type { Backlink, SiteEntry, SiteLink } from "./site-vault.ts";

/** What links are resolved with. */
interface LinkTargets {
  readonly documents: LinkResolver;
  readonly attachments: AttachmentFinder;
}

/** A link that leads nowhere, or to a part of a document that is not there. */
export interface BrokenLink {
  readonly path: TopicPath;
  readonly line: number;
  readonly target: string;
  readonly part: { readonly of: TopicPath; readonly heading: string } | undefined;
}

/** Fills in the links and backlinks of all documents; answers what leads nowhere. */
export function linkDocuments(
  documents: readonly OpenDocument[],
  targets: LinkTargets,
): BrokenLink[] {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const anchors = new WeakMap<OpenDocument, ReadonlySet<string>>();
  const hasPart = (document: OpenDocument, heading: string): boolean => {
    const known = anchors.get(document) ?? anchorsOf(document);
    anchors.set(document, known);
    return known.has(anchorOf(heading));
  };
  return documents.flatMap((document) => {
    const known = new Map<string, SiteLink>();
    const places = new EntryPlaces(document.entries);
    const broken = linksOfText(document.text).flatMap((placed): BrokenLink[] => {
      const { target, heading } = placed.link;
      const at = { path: document.path, line: placed.line, target, part: undefined };
      const to = targetOf(document, placed.link, { known, targets, byPath });
      if (to === "nowhere") return [at];
      if (to === undefined) return [];
      if (to !== document) addBacklink(to.backlinks, document.path, placed, places);
      const isThere = heading === undefined || hasPart(to, heading);
      return isThere ? [] : [{ ...at, part: { of: to.path, heading } }];
    });
    for (const link of known.values()) document.links.push(link);
    return broken;
  });
}

/** The document a link leads to; undefined where that is another file. */
function targetOf(
  from: OpenDocument,
  link: WrittenLink,
  {
    known,
    targets,
    byPath,
  }: {
    readonly known: Map<string, SiteLink>;
    readonly targets: LinkTargets;
    readonly byPath: ReadonlyMap<TopicPath, OpenDocument>;
  },
): OpenDocument | "nowhere" | undefined {
  if (link.target === "") return from;
  const { found } = resolveOnce(known, from.path, link, targets);
  if (found === undefined) return "nowhere";
  return found.type === "document" ? byPath.get(found.path) : undefined;
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
