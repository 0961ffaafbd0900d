import type { TopicPath } from "../../src/vault/paths.ts";
import { codeIn } from "../../src/vault/topic/inline-code.ts";
import { parseTopic } from "../../src/vault/topic/parse-topic.ts";
import { readTopic } from "../../src/vault/topic/read-topic.ts";
import { type AttachmentFinder, attachmentId, createAttachmentFinder } from "./attachments.ts";
import { linksOfText, stretchesOf } from "./document-links.ts";
import { type HideChoice, type HideRules, toHideRules } from "./hide-rules.ts";
import { createLinkResolver } from "./link-resolver.ts";
import { findLinks, type WrittenLink } from "./links.ts";
import { type LoadedVault, loadVault } from "./load-vault.ts";
import { type Candidate, formatPublicList, isListed, type PublicList } from "./public-list.ts";
import { candidatesOf, publicText } from "./public-text.ts";
import { withoutFrontmatter } from "./site-document.ts";
import { findTarget } from "./site-links.ts";
import type { SiteProblem, SiteVault } from "./site-vault.ts";

/** The files of a site, with what of them is shown. */
export interface ListedFiles {
  readonly shown: readonly { readonly path: TopicPath; readonly text: string }[];
  readonly problems: readonly SiteProblem[];
  readonly hidden: SiteVault["hidden"];
  /** Those that were listed; undefined where none had to be. */
  readonly attachments: AttachmentFinder | undefined;
}

interface Reviewed {
  readonly root: string;
  readonly loaded: LoadedVault;
  readonly rules: HideRules;
  readonly attachments: AttachmentFinder;
}

/** Keeps of the files what a reviewer listed, and nothing that leads elsewhere. */
export function showListed({
  root,
  loaded,
  rules,
  attachments,
  list,
}: Reviewed & { readonly list: PublicList }): ListedFiles {
  const used = new Set<string>();
  const ask = (part: Candidate): boolean => {
    const isShown = isListed(list, part);
    if (isShown) used.add(`${part.path}#${part.id}`);
    return isShown;
  };
  let entries = 0;
  const listed = loaded.shown.flatMap(({ path, text: shown }) => {
    const { text, hidden, isListed: isAny } = publicText({ path, shown, rules, isListed: ask });
    if (!isAny) return [];
    entries += hidden;
    return [{ path, text }];
  });
  const topics = listed.map(({ path, text }) => parseTopic(path, Buffer.from(text)));
  const documents = createLinkResolver(topics);
  const finder = listedAttachments(root, attachments, ask);
  const shown = listed.map(({ path, text }) => ({
    path,
    text: unlink(
      text,
      (link) => findTarget(path, link, { documents, attachments: finder }) === undefined,
    ),
  }));
  const hidden = { documents: loaded.shown.length + loaded.hidden.length - shown.length, entries };
  const paths = new Set<string>(shown.map(({ path }) => path));
  const problems = loaded.problems.filter(({ file }) => paths.has(file));
  return { shown, hidden, attachments: finder, problems: [...problems, ...staleLines(list, used)] };
}

/** All that could be listed, in the order of the vault. */
function listCandidates({ root, loaded, attachments }: Omit<Reviewed, "rules">): Candidate[] {
  const candidates: Candidate[] = [];
  const files = new Set<string>();
  for (const { path, text } of loaded.shown) {
    for (const candidate of candidatesOf(path, text)) candidates.push(candidate);
    for (const { link } of linksOfText(withoutFrontmatter(text))) {
      const found = link.target === "" ? undefined : attachments.find(path, link.target);
      if (found === undefined || files.has(found)) continue;
      files.add(found);
      const id = attachmentId(root, found);
      if (id !== undefined) candidates.push({ path: found, id, words: `(file, shown in ${path})` });
    }
  }
  return candidates;
}

/** Only those whose content is the one that was looked at. */
function listedAttachments(
  root: string,
  attachments: AttachmentFinder,
  ask: (part: Candidate) => boolean,
): AttachmentFinder {
  const verdicts = new Map<string, boolean>();
  return {
    find: (from, target) => {
      const path = attachments.find(from, target);
      if (path === undefined) return undefined;
      const id = verdicts.has(path) ? undefined : attachmentId(root, path);
      if (id !== undefined) verdicts.set(path, ask({ path, id, words: "" }));
      return verdicts.get(path) === true ? path : undefined;
    },
  };
}

/** Said without the words of the line: a page with problems may be public too. */
function staleLines(
  { file, linesByRef, unread }: PublicList,
  used: ReadonlySet<string>,
): SiteProblem[] {
  const stale = [...linesByRef.values()].filter(({ ref }) => !used.has(ref));
  return [
    ...stale.map(({ line }) => ({
      ...{ code: "NOT_REVIEWED", file, line },
      message:
        "What this line lists is not shown: it was edited, moved, hidden or deleted since the review",
    })),
    ...unread.map((line) => ({
      ...{ code: "BAD_LINE", file, line },
      message: "This line is not of the form that loci site build --public prints",
    })),
  ];
}

/**
 * The text of a `public.txt` with all that a vault could show to everyone. What the choice leaves out is
 * not in it. Throws LociError where the vault itself cannot be read.
 */
export async function listPublic(root: string, choice: HideChoice): Promise<string> {
  const rules = toHideRules(choice);
  const loaded = await loadVault(root, rules);
  const attachments = createAttachmentFinder(root, rules);
  return formatPublicList(listCandidates({ root, loaded, attachments }));
}

/**
 * Turns links to what is not shown into plain words, so that the public does not learn what else there is. Pure; lines
 * count as before.
 */
function unlink(text: string, leadsNowhere: (link: WrittenLink) => boolean): string {
  if (!/\[\[|\]\(|<img /.test(text)) return text;
  const { blocks, lines, frontmatter } = readTopic(text);
  const kept = [...lines];
  const properties = Array.from({ length: frontmatter.lineCount }, (_, i) => i + 1);
  for (const { line, endLine } of [
    ...properties.map((line) => ({ line, endLine: line })),
    ...blocks.flatMap(stretchesOf),
  ]) {
    const own = kept.slice(line - 1, endLine);
    const plain = unlinkOnce(unlinkOnce(own, leadsNowhere), leadsNowhere);
    for (const [i, words] of plain.entries()) kept[line - 1 + i] = words;
  }
  return `${kept.join("\n")}\n`;
}

/** Links may stand in the words of links: what is left of one is looked at again. */
function unlinkOnce(
  lines: readonly string[],
  leadsNowhere: (link: WrittenLink) => boolean,
): string[] {
  const text = lines.join("\n");
  let plain = "";
  let from = 0;
  for (const link of findLinks(text, codeIn(lines))) {
    if (link.from < from || link.target === "" || !leadsNowhere(link)) continue;
    const breaks = text.slice(link.from, link.to).split("\n").length - 1;
    const words = plainWords(link);
    const missing = Math.max(0, breaks - (words.split("\n").length - 1));
    plain += text.slice(from, link.from) + words + "\n".repeat(missing);
    from = link.to;
  }
  return (plain + text.slice(from)).split("\n");
}

/** The words that stand for a link to what is not shown: those the author gave it, else the last name of its target. */
function plainWords({ target, label, heading }: WrittenLink): string {
  if (label !== undefined && label !== "") return label;
  const name = target.split("/").at(-1)?.replace(/\.md$/i, "") ?? "";
  return name !== "" ? name : (heading ?? "");
}
