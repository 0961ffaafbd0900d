import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { LociError } from "../../src/errors.ts";
import { personNames } from "../vault/person-names.ts";
import type { SiteDocument, SiteVault } from "../vault/site-vault.ts";
import { banksOf, namesBy, type RecordPage, recordPage } from "./record-page.ts";
import type { SearchFacets, TopicFacet } from "./search-record.ts";

export interface SearchOptions {
  /** Of the site; the index goes into its `pagefind/`. */
  readonly outFolder: string;
  /** What this returned for the index that is there. */
  readonly previousKey: string | undefined;
  /** Of the code that makes the index: another's is made again. */
  readonly version: string;
  /** Of a document's page, ready for `href`. */
  readonly hrefOf: (document: SiteDocument) => string;
}

export interface SearchReport {
  /** Changes with anything that the index says. */
  readonly key: string;
  /** Documents that can be found. */
  readonly records: number;
  /** Files that were written; 0 where the index was up to date. */
  readonly written: number;
}

/**
 * Makes what the browser searches with. Pagefind has one native process for each of ours: two calls at once wait for
 * each other, and it is gone when the last ends. Throws LociError INDEX_FAILED, and the old index stays.
 */
export function indexSearch(vault: SiteVault, options: SearchOptions): Promise<SearchReport> {
  const turn = lastTurn.then(() => index(vault, options));
  lastTurn = turn.catch(() => undefined);
  return turn;
}

let lastTurn: Promise<unknown> = Promise.resolve();

async function index(vault: SiteVault, options: SearchOptions): Promise<SearchReport> {
  const folder = join(options.outFolder, "pagefind");
  const nameOf = personNames(vault.documents);
  const pages = vault.documents.map((document) =>
    recordPage(document, options.hrefOf(document), nameOf),
  );
  const facets: IndexFile[] = [
    { path: "facets.json", content: Buffer.from(JSON.stringify(searchFacets(vault, nameOf))) },
    { path: "topics.json", content: Buffer.from(JSON.stringify(topicFacets(vault, nameOf))) },
  ];
  const key = keyOf(pages, facets, options.version);
  const isThere = existsSync(join(folder, "pagefind-entry.json"));
  if (key === options.previousKey && isThere) return { key, records: pages.length, written: 0 };
  const files = await runPagefind(pages);
  const written = await writeIndexFiles(folder, [...files, ...facets]);
  return { key, records: pages.length, written };
}

function keyOf(
  pages: readonly RecordPage[],
  facets: readonly IndexFile[],
  version: string,
): string {
  const hash = createHash("sha256").update(version);
  for (const { key } of pages) hash.update(key).update("\0");
  for (const { content } of facets) hash.update(content).update("\0");
  return hash.digest("hex").slice(0, 16);
}

/** Pages in flight to the native process: enough to keep it busy, few enough not to hold all of them twice. */
const inFlight = 64;
/** A process that died says nothing: a build must not wait for it for ever. */
const timeoutMs = 10 * 60_000;

async function runPagefind(pages: readonly RecordPage[]): Promise<IndexFile[]> {
  const { createIndex, close } = await import("pagefind");
  const signal = AbortSignal.timeout(timeoutMs);
  const work = async (): Promise<IndexFile[]> => {
    const { index, errors } = await createIndex({});
    if (index === undefined) throw new Error(errors.join("; "));
    for (let at = 0; at < pages.length; at += inFlight) {
      signal.throwIfAborted();
      const added = pages
        .slice(at, at + inFlight)
        .map(({ url, html }) => index.addHTMLFile({ url, content: html() }));
      failOn((await Promise.all(added)).flatMap((result) => result.errors));
    }
    const made = await index.getFiles();
    failOn(made.errors);
    return made.files.filter(({ path }) => !isUnused(path));
  };
  try {
    return await Promise.race([work(), aborted(signal)]);
  } catch (cause) {
    throw new LociError("INDEX_FAILED", "Cannot index the site for search: Pagefind failed", {
      cause,
    });
  } finally {
    await close();
  }
}

function failOn(errors: readonly string[]): void {
  if (errors.length > 0) throw new Error(errors.slice(0, 3).join("; "));
}

/** Pagefind's own interfaces: ours is site/scripts/search.ts. */
const isUnused = (path: string): boolean =>
  /^pagefind-(?:ui|modular-ui|component-ui|highlight)\./.test(path);

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** A longer list is nothing to choose from. */
const maxTags = 500;

type NameOf = ReturnType<typeof personNames>;

/** What the documents and entries of a vault can be narrowed by. */
function searchFacets(vault: SiteVault, nameOf: NameOf): SearchFacets {
  const entries = vault.documents.flatMap((document) => document.entries);
  const scopes = vault.documents.flatMap(
    ({ place }) => /^people\/([^/]+)$/.exec(place.scope)?.[1] ?? [],
  );
  const people = byCount([...scopes, ...entries.flatMap(({ person }) => person ?? [])]);
  return {
    banks: byCount(vault.documents.flatMap(banksOf)),
    ...{ people, names: namesBy(nameOf, people) },
    tags: byCount(vault.documents.flatMap(({ tags }) => tags)).slice(0, maxTags),
    months: [...new Set(entries.flatMap(({ date }) => date?.slice(0, 7) ?? []))].sort().reverse(),
  };
}

/** Every document, to choose one. */
function topicFacets(vault: SiteVault, nameOf: NameOf): TopicFacet[] {
  return vault.documents.map(({ url, title, place: { scope } }) => {
    const id = scope.slice(scope.indexOf("/") + 1);
    return [url, title, (scope.startsWith("people/") ? nameOf(id) : undefined) ?? id];
  });
}

function byCount(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1))
    .map(([value]) => value);
}

interface IndexFile {
  /** POSIX, below the folder. */
  readonly path: string;
  readonly content: Uint8Array;
}

/**
 * Puts an index into its folder: `pagefind-entry.json`, which names the others, comes last, then what the new index has
 * no use for goes, at once: it may hold what has become private since. A page that searches meanwhile opens the new
 * index. Returns how many files were written.
 */
async function writeIndexFiles(folder: string, files: readonly IndexFile[]): Promise<number> {
  await makeFolder(folder);
  const old = await filesBelow(folder);
  for (const path of new Set(files.map((file) => dirname(file.path))))
    await makeFolder(join(folder, path));
  const entry = files.filter(({ path }) => path === entryFile);
  const others = files.filter(({ path }) => path !== entryFile);
  let written = 0;
  for (const file of [...others, ...entry])
    if (await writeChanged(join(folder, file.path), file.content, old.has(file.path))) written++;
  const kept = new Set(files.map(({ path }) => path));
  for (const path of old) if (!kept.has(path)) await rm(join(folder, path), { force: true });
  return written;
}

const entryFile = "pagefind-entry.json";

/** Never through a link: what lies where it leads is not the index's, and would be taken for an old one. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  if ((await lstat(path)).isDirectory()) return;
  throw new LociError(
    "WRITE_FAILED",
    `Cannot write the search index into "${path}": it is a link`,
    {
      data: { folder: path },
    },
  );
}

async function writeChanged(path: string, content: Uint8Array, isThere: boolean): Promise<boolean> {
  if (isThere && Buffer.compare(await readFile(path), content) === 0) return false;
  await rm(`${path}.part`, { force: true });
  await writeFile(`${path}.part`, content, { flag: "wx" });
  await rename(`${path}.part`, path);
  return true;
}

async function filesBelow(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return new Set(paths.map((path) => path.split(sep).join("/")));
}
