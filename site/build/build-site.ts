import { LociError, messageOf } from "../../src/errors.ts";
import type { TopicPath } from "../../src/vault/paths.ts";
import type { DocumentHistory } from "../history/read-history.ts";
import { directionOf, stringsFor, supportedLanguage } from "../i18n/strings.ts";
import { indexSearch } from "../search/index-search.ts";
import { readVault } from "../vault/read-vault.ts";
import { countMemories } from "../vault/site-entry.ts";
import type { SiteProblem, SiteVault } from "../vault/site-vault.ts";
import type { BuildOptions, BuildReport } from "./build-options.ts";
import { checkOut } from "./folder/check-out.ts";
import { openSiteFolder, type SiteFolder } from "./folder/site-folder.ts";
import { graphFile } from "./graph-file.ts";
import type { Frame } from "./page.ts";
import { type Outline, outlineOf } from "./plan/outline.ts";
import { planPages, sectionsOf } from "./plan/plan-pages.ts";
import { keyOf, type PlannedPage } from "./plan/planned-page.ts";
import { planProblems } from "./plan/single-pages.ts";
import { createProgress, type Progress } from "./progress.ts";
import { createRendering } from "./rendering.ts";
import {
  assetFiles,
  attachmentFiles,
  machineFiles,
  type Plan,
  pageFile,
  type SiteFile,
} from "./site-files.ts";
import { openTemplates, type Templates } from "./templates.ts";
import { fileUrlsOf, hrefOf, toBase, urlsOf } from "./urls.ts";
import { writeFiles } from "./write-files.ts";

/**
 * Builds the site of a vault into a folder, or brings it up to date: only pages that show something else are written.
 * Rejects with LociError: BAD_INPUT where the folder cannot be the site's, BUSY while another build of it runs,
 * WRITE_FAILED where the disk does not take it; and with the signal's reason.
 */
export async function buildSite(options: BuildOptions): Promise<BuildReport> {
  const base = toBase(options.base);
  if (base === undefined) {
    throw new LociError(
      "BAD_INPUT",
      `Cannot build a site below "${options.base}": write it as /notes/`,
    );
  }
  const folder = openSiteFolder(checkOut(options.root, options.out), {
    isPublic: options.publicList !== undefined,
  });
  try {
    return await buildInto(folder, { ...options, base }, createProgress(options));
  } finally {
    folder.close();
  }
}

async function buildInto(
  folder: SiteFolder,
  options: BuildOptions,
  progress: Progress,
): Promise<BuildReport> {
  const problems: SiteProblem[] = [];
  const templates = await progress.stage("templates", () => openTemplates(options.base));
  const vault = await progress.stage("read", () =>
    readVault(options.root, { ...options, urlsOf, fileUrlsOf }),
  );
  const { version } = templates;
  const histories = await readHistories(vault, { ...options, version }, progress, problems);
  const find = () => startSearch(folder, vault, { ...options, version }, progress);
  // Build the edited page first: the editor may be waiting for it.
  const early = options.isLive ? undefined : find();
  try {
    const planned = await plan(folder, { vault, histories, options, progress });
    const { outline, pages } = planned;
    const frame = frameOf(outline, options);
    const frameKey = keyOf({ ...frame, today: "" }, version);
    const toFile = (page: PlannedPage): SiteFile =>
      pageFile(page, frame, frameKey, templates.render);
    const lists = {
      pages: pages.map(toFile),
      files: otherFiles(planned, options, templates),
      last: (found: readonly SiteProblem[]) => toFile(planProblems(outline, found)),
      problems: [...vault.problems, ...problems],
    };
    const written = await writeFiles(folder, lists, { progress, day: outline.today });
    options.onPages?.(written.written);
    const found = await (early ?? find());
    const removed = folder.finish(written.kept, found.key);
    return {
      ...{ out: folder.path, documents: vault.documents.length, entries: countMemories(vault) },
      ...{
        pages: pages.length + 1,
        written: written.written,
        unchanged: written.unchanged,
        removed,
      },
      hiddenScopes: options.publicList === undefined ? vault.hiddenScopes() : [],
      ...{ hidden: vault.hidden, records: found.records, notes: notesOf(options) },
      problems: [...written.problems, ...found.problems],
      milliseconds: progress.milliseconds(),
    };
  } finally {
    await early;
  }
}

async function readHistories(
  vault: SiteVault,
  { history, publicList, version }: BuildOptions & Pick<Templates, "version">,
  progress: Progress,
  problems: SiteProblem[],
): Promise<ReadonlyMap<TopicPath, DocumentHistory>> {
  if (history === undefined || publicList !== undefined) return new Map();
  try {
    return await progress.stage("history", () => history(vault, version));
  } catch (error) {
    const message = `The history could not be read: ${messageOf(error)}`;
    problems.push({ code: "HISTORY_FAILED", file: "", line: 0, message });
    return new Map();
  }
}

interface Search {
  readonly key: string | undefined;
  readonly records: number;
  readonly problems: readonly SiteProblem[];
}

/** Runs beside the pages, in Pagefind's own process. Never rejects: pages without a search are better than none. */
async function startSearch(
  folder: SiteFolder,
  vault: SiteVault,
  { search = true, base, version }: BuildOptions & Pick<Templates, "version">,
  progress: Progress,
): Promise<Search> {
  if (!search) {
    folder.dropSearch();
    return { key: undefined, records: 0, problems: [] };
  }
  try {
    const { key, records } = await progress.stage("search", () =>
      indexSearch(vault, {
        outFolder: folder.path,
        previousKey: folder.search,
        version,
        hrefOf: ({ url }) => hrefOf(base, url),
      }),
    );
    return { key, records, problems: [] };
  } catch (error) {
    const problem = { code: "SEARCH_FAILED", file: "", line: 0, message: messageOf(error) };
    folder.dropSearch();
    return { key: undefined, records: 0, problems: [problem] };
  }
}

async function plan(
  folder: SiteFolder,
  made: {
    readonly vault: SiteVault;
    readonly histories: ReadonlyMap<TopicPath, DocumentHistory>;
    readonly options: BuildOptions;
    readonly progress: Progress;
  },
): Promise<Plan> {
  const { vault, histories, options, progress } = made;
  const isPublic = options.publicList !== undefined;
  const language = supportedLanguage(options.language);
  const outline = outlineOf(vault, {
    ...{ base: options.base, banks: options.banks, root: options.root, language, isPublic },
    // Don't reveal paths of this machine.
    editor: isPublic || !options.isLive ? undefined : options.editor,
    today: dayOf(options.now, options.timezone),
  });
  const graph = await progress.stage("graph", () => graphFile(outline, folder.read("graph.json")));
  const strings = stringsFor(language);
  const rendering = createRendering(outline, strings.markdown, options.lineBreaks);
  const pages = await progress.stage("plan", () =>
    planPages({ outline, rendering, strings, histories, graph }),
  );
  const { search = true } = options;
  return { outline, pages: pages.filter(({ type }) => search || type !== "search"), graph };
}

const frameOf = (
  outline: Outline,
  { title, isServed, isLive, search = true }: BuildOptions,
): Frame => ({
  ...{ base: outline.base, url: outline.base, language: outline.language },
  direction: directionOf(outline.language),
  ...{ siteTitle: title, isPublic: outline.isPublic, isServed, isLive, hasSearch: search },
  today: outline.today,
  sections: sectionsOf(outline),
});

const otherFiles = (
  plan: Plan,
  { root, siteUrl }: BuildOptions,
  { assets }: Templates,
): SiteFile[] => [
  ...assetFiles(assets),
  ...attachmentFiles(root, plan.outline.vault),
  ...machineFiles(plan, siteUrl),
];

/** `YYYY-MM-DD` of a moment, where people live. */
function dayOf(now: number, timezone: string | undefined): string {
  const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-CA", { ...parts, timeZone: timezone }).format(now);
}

const notesOf = ({ siteUrl, isLive }: BuildOptions): string[] => [
  ...(siteUrl === undefined
    ? ["No sitemap.xml, and relative links in feed.xml: they need the site's address"]
    : []),
  ...(isLive ? [] : ["Browsers show a site from a web server only; to look at it here: loci up"]),
];
