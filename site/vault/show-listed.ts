import { parseTopic } from "../../src/vault/parse-topic.ts";
import type { TopicPath } from "../../src/vault/paths.ts";
import { type AttachmentFinder, attachmentId } from "./attachments.ts";
import { linksOfText } from "./document-links.ts";
import type { HideRules } from "./hide-rules.ts";
import { createLinkResolver } from "./link-resolver.ts";
import type { LoadedVault } from "./load-vault.ts";
import { unlink } from "./plain-links.ts";
import { type Candidate, isListed, type PublicList } from "./public-list.ts";
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
export function listCandidates({
  root,
  loaded,
  attachments,
}: Omit<Reviewed, "rules">): Candidate[] {
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
      message: "This line is not of the form that loci site list prints",
    })),
  ];
}
