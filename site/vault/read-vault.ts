import { placeOf, type TopicPath } from "../../src/vault/paths.ts";
import { createAttachmentFinder, readAttachment } from "./attachments.ts";
import { showLog, type TextRule, textRule } from "./digests.ts";
import type { WrittenLink } from "./find-links.ts";
import { toHideRules } from "./hide-rules.ts";
import { createLinkResolver } from "./link-resolver.ts";
import { type KnownFiles, loadVault } from "./load-vault.ts";
import type { DigestData, LinkTarget } from "./note-schema.ts";
import { fileRule, listedOnly } from "./public-list.ts";
import { type Note, type OpenNote, personNames, readNote } from "./read-note.ts";
import type { SiteOptions } from "./site-options.ts";
import { fileUrl, idsByPath, urlOf } from "./urls.ts";

export interface SiteVault {
  readonly notes: readonly Note[];
  /** Tags of all notes. */
  readonly tags: readonly string[];
  /** Newest first. */
  readonly digests: readonly DigestData[];
  /** Files that pages show, by path. */
  readonly attachments: ReadonlySet<string>;
  readonly problems: readonly Problem[];
  /** How much is private, or not on the public list. */
  readonly hidden: { readonly notes: number; readonly memories: number };
}

/** A vault, and where a link in one of its files leads. */
export interface ReadSite {
  readonly vault: SiteVault;
  readonly resolve: (from: string, link: WrittenLink) => LinkTarget | undefined;
  /** Whether text that a file once had may be shown. */
  readonly textRule: (texts: readonly string[], hiddenOnce: readonly string[]) => TextRule;
}

/** What a person may want to fix. */
interface Problem {
  /** The id of its note, where that has a page. */
  readonly id?: string | undefined;
  readonly path: string;
  readonly message: string;
}

/** Reads what the site may show of a vault. Throws LociError only where the vault itself cannot be read. */
export function readVault(options: SiteOptions, known?: KnownFiles): ReadSite {
  const { root } = options;
  // A public site shows only the frontmatter that Loci knows; a private one shows all properties.
  const rules = toHideRules({ ...options, showsProperties: options.publicList === undefined });
  const all = loadVault(root, rules, known);
  const loaded = listedOnly(all, options.publicList);
  const ids = idsByPath(loaded.shown.map(({ path }) => path));
  const names = personNames(loaded);
  const read = loaded.shown.map((file) => readNote(file, { ids, names, options }));
  const resolver = createLinkResolver(read.map(({ topic }) => topic));
  const findAttachment = createAttachmentFinder(root, rules, fileRule(all, options.publicList));
  const targets = new Map<string, LinkTarget>(
    read.map(({ id, data: { path, title } }) => [
      path,
      { type: "note", id, href: urlOf(id), title },
    ]),
  );
  const attachments = new Set<string>();
  const resolve: ReadSite["resolve"] = (file, link) => {
    const from = file as TopicPath; // Only compared: nothing is opened by it.
    const { type, target } = link;
    const path = target === "" ? from : resolver[type](from, target);
    const note = path && targets.get(path);
    if (note && !(type === "markdown" && link.isEmbed)) return note;
    const found = findAttachment(from, target);
    if (found === undefined) return undefined;
    const title = found.path.split("/").at(-1) ?? "";
    if (/\.svg$/i.test(found.path)) return svgTarget(root, found.path, title);
    attachments.add(found.path);
    return { type: found.kind, href: fileUrl(found.path), title };
  };
  const byId = new Map(read.map((note) => [note.id, note]));
  for (const note of read) linkNote(note, resolve, byId);
  const topicIds = new Map(read.map(({ id, topic: { path } }) => [placeOf(path).topic, id]));
  const vault: SiteVault = {
    notes: read,
    tags: [...new Set(read.flatMap(({ data }) => data.tags))],
    digests: showLog(loaded, rules).map((block) => ({
      time: block.time,
      topic: topicIds.get(block.topic),
      summary: block.summary,
      lines: block.lines.map((line) => ({
        type: line.type,
        text: line.type === "changed" ? line.what : line.text,
        ...(line.type === "replaced" && line.was !== "" && { was: line.was }),
        ...("said" in line && line.said !== undefined && { said: line.said }),
        ...("file" in line && { note: ids.get(line.file) }),
      })),
      agent: block.agent,
    })),
    attachments,
    problems: [...loaded.problems, ...read.flatMap(problemsOf)],
    hidden: {
      notes: loaded.hidden.length,
      memories: loaded.shown.reduce((sum, file) => sum + file.hidden.length, 0),
    },
  };
  return { vault, resolve, textRule: (...texts) => textRule(loaded, rules, ...texts) };
}

/** Dead links are no problem: people write them before the note. */
const problemsOf = ({ id, data: { path }, isFaulty }: OpenNote): Problem[] =>
  isFaulty ? [{ id, path, message: "unreadable" }] : [];

const maxSvgBytes = 200_000;

/** An SVG is inlined in its page: opened at a URL of its own, its scripts would run with the site's rights. */
function svgTarget(root: string, path: string, title: string): LinkTarget | undefined {
  const bytes = readAttachment(root, path);
  if (bytes === undefined || bytes.length > maxSvgBytes) return undefined;
  return {
    type: "image",
    href: `data:image/svg+xml;base64,${Buffer.from(bytes).toString("base64")}`,
    title,
  };
}

/** Resolves a note's links, and adds them to the backlinks of their targets. */
function linkNote(
  { id, topic, written, data }: OpenNote,
  resolve: ReadSite["resolve"],
  byId: ReadonlyMap<string, OpenNote>,
): void {
  const missing = new Set<string>();
  const toldAt = new Map<LinkTarget, number>();
  for (const link of written) {
    const { name, line, anchor, words } = link;
    const target = data.links[name] ?? resolve(topic.path, link);
    if (target === undefined) missing.add(link.target);
    else data.links[name] = target;
    if (target?.type !== "note" || target.id === id || toldAt.get(target) === line) continue;
    toldAt.set(target, line);
    byId.get(target.id)?.data.backlinks.push({ id, title: data.title, anchor, words });
  }
  data.missing.push(...missing);
}
