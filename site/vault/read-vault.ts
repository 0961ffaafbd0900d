import { newestFirst, parseRecent, type RecentTopic } from "../../src/vault/log/recent-index.ts";
import type { TopicPath } from "../../src/vault/paths.ts";
import { pathKey } from "../../src/vault/paths.ts";
import { parseTopic } from "../../src/vault/topic/parse-topic.ts";
import { createAttachmentFinder, readAttachment } from "./attachments.ts";
import { showLog, textKey } from "./digests.ts";
import { type HideChoice, type HideRules, privateScopeOf, toHideRules } from "./hide-rules.ts";
import { createLinkResolver } from "./link-resolver.ts";
import { type LoadedVault, loadVault } from "./load-vault.ts";
import type { PublicList } from "./public-list.ts";
import type { ReadFiles } from "./read-files.ts";
import { readRegular } from "./read-regular.ts";
import { type ListedFiles, showListed } from "./show-listed.ts";
import { type OpenDocument, toDocument } from "./site-document.ts";
import { type Banks, byNewest } from "./site-entry.ts";
import { type BrokenLink, linkDocuments } from "./site-links.ts";
import type { Attachment, SiteDocument, SiteProblem, SiteVault } from "./site-vault.ts";

/** What of a vault its site shows, and how. */
export interface ReadVaultOptions extends Banks, HideChoice {
  readonly banks: readonly string[];
  readonly title: string;
  /** For everyone: nothing is shown but what a reviewer listed. */
  readonly publicList?: PublicList | undefined;
  /** What was read before. */
  readonly readFiles?: ReadFiles | undefined;
  /** Where the pages of documents and the attachments lie: site/build/urls.ts. */
  readonly urlsOf: (paths: Iterable<TopicPath>) => ReadonlyMap<string, string>;
  readonly fileUrlsOf: (paths: Iterable<string>) => ReadonlyMap<string, string>;
}

/**
 * Reads a vault as its site may show it. A bad file is among the problems; throws LociError (VAULT_VANISHED, UNREADABLE)
 * only where the vault itself cannot be read.
 */
export async function readVault(root: string, options: ReadVaultOptions): Promise<SiteVault> {
  const rules = toHideRules(options);
  const { readFiles } = options;
  const loaded = await loadVault(
    root,
    rules,
    readFiles && { files: readFiles, rules: ruleKey(options) },
  );
  const attachments = createAttachmentFinder(root, rules);
  const { publicList: list } = options;
  const isPublic = list !== undefined;
  const files = isPublic ? showListed({ root, loaded, rules, attachments, list }) : showAll(loaded);
  const urls = options.urlsOf(files.shown.map(({ path }) => path));
  const known = { ...options, parsed: readFiles?.parsed };
  const documents = files.shown.map((file) => toDocument(file, urls.get(file.path) ?? "", known));
  const broken = linkDocuments(documents, {
    documents: createLinkResolver(documents.map(({ topic }) => topic)),
    attachments: files.attachments ?? attachments,
  });
  const used = useAttachments(root, documents, options.fileUrlsOf);
  const problems = isPublic ? [] : [...used.problems, ...brokenProblems(broken, loaded)];
  const entries = documents
    .flatMap((document) => (document.place.archived ? [] : document.entries))
    .sort(byNewest);
  return {
    title: options.title,
    documents,
    documentsByPath: new Map(documents.map((document) => [document.path, document])),
    entries,
    memories: entries.filter(({ isMemory }) => isMemory),
    digests: isPublic ? [] : showLog(loaded, rules),
    recent: readRecent(root, documents, { loaded, isPublic }),
    attachments: used.attachments,
    problems: [...files.problems, ...problems, ...documents.flatMap(conflictsOf)].sort(byPlace),
    hidden: files.hidden,
    hiddenScopes: hiddenScopesOf(loaded, rules),
    isHidden: hiddenTextsOf(loaded),
  };
}

/** By its words alone: before it was hidden it had no `#private` behind it, and may have been struck. */
function hiddenTextsOf({ shown, hidden }: LoadedVault): SiteVault["isHidden"] {
  const wordsOf = (text: string): string => textKey(text.replace(/(?:^|\s)#\S+/g, ""));
  const entries = [...shown, ...hidden].flatMap((file) => file.hidden);
  const known = new Set(entries.map(({ text }) => wordsOf(text)));
  return (text) => known.has(wordsOf(text));
}

function showAll({ shown, hidden, problems }: LoadedVault): ListedFiles {
  const entries = shown.reduce((count, file) => count + file.hidden.length, 0);
  return { shown, problems, hidden: { documents: hidden.length, entries }, attachments: undefined };
}

/** A function, because nothing else of a site's vault may name whom it leaves out. */
function hiddenScopesOf({ hidden }: LoadedVault, rules: HideRules): SiteVault["hiddenScopes"] {
  const all = hidden.map(({ path }) => privateScopeOf(path));
  const scopes = all.filter((scope) => !rules.isScopeShown(scope));
  return () => scopes;
}

/** Differs when another choice may hide other things. */
const ruleKey = (options: ReadVaultOptions): string => {
  const { include, protectedBanks, banks, defaultBank, properties } = options;
  return JSON.stringify([include, protectedBanks, banks, defaultBank, properties]);
};

/** The files that documents show; one that cannot be shown is a problem, and its links lead nowhere. */
function useAttachments(
  root: string,
  documents: readonly OpenDocument[],
  fileUrlsOf: ReadVaultOptions["fileUrlsOf"],
): { attachments: Map<string, Attachment>; problems: SiteProblem[] } {
  const attachments = new Map<string, Attachment>();
  const problems: SiteProblem[] = [];
  const pathOf = (link: SiteDocument["links"][number]): string[] =>
    link.found?.type === "attachment" ? [link.found.path] : [];
  const urls = fileUrlsOf(documents.flatMap(({ links }) => links.flatMap(pathOf)));
  const refused = new Map<string, string>();
  for (const { path: file, links } of documents) {
    for (const [i, link] of links.entries()) {
      for (const path of pathOf(link)) {
        const read =
          attachments.get(path) ??
          refused.get(path) ??
          readAttachment(root, path, urls.get(path) ?? "");
        if (typeof read !== "string") attachments.set(path, read);
        else {
          refused.set(path, read);
          links[i] = { ...link, found: undefined };
          problems.push({
            code: "ATTACHMENT",
            file,
            line: 1,
            message: `"${path}" is not shown: ${read}`,
          });
        }
      }
    }
  }
  return { attachments, problems };
}

/** Other problems are reported where the file is read. */
const conflictsOf = ({ path: file, topic }: SiteDocument): SiteProblem[] =>
  topic.problems
    .filter(({ code }) => code === "CONFLICT_MARKERS")
    .map(({ code, line, message }) => ({ code, file, line, message }));

const byPlace = (a: SiteProblem, b: SiteProblem): number =>
  a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;

/** Most that are worth reading. */
const maxProblems = 1_000;

/** Links that lead nowhere, as problems; a link to what is hidden is none. */
function brokenProblems(
  broken: readonly BrokenLink[],
  { shown, hidden }: Pick<LoadedVault, "shown" | "hidden">,
): SiteProblem[] {
  // What is missing in them may be what was taken out.
  const cut = new Set(shown.flatMap(({ path, isWhole }) => (isWhole ? [] : [path])));
  const open = broken.filter(({ part }) => part === undefined || !cut.has(part.of));
  return notHidden(open, hidden)
    .slice(0, maxProblems)
    .map(({ path, line, target, part }) => ({
      ...{ code: "BROKEN_LINK", file: path, line },
      message:
        part === undefined
          ? `The link to "${target}" leads nowhere`
          : `The link to "${target}#${part.heading}" finds no such heading or block`,
    }));
}

function notHidden(
  broken: readonly BrokenLink[],
  hidden: LoadedVault["hidden"],
): readonly BrokenLink[] {
  if (broken.length === 0 || hidden.length === 0) return broken;
  const topics = hidden.map(({ path, text }) => parseTopic(path, Buffer.from(text)));
  const resolver = createLinkResolver(topics);
  return broken.filter(
    ({ path, target, part }) => part !== undefined || resolver.wiki(path, target) === undefined,
  );
}

/**
 * The recent-topics index of the vault, as far as its topics are shown; without one, or for everyone, the documents that
 * were updated last. A summary that may reveal what is hidden is left out.
 */
function readRecent(
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
