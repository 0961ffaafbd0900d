import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { manifest } from "virtual:astro:manifest";
import { App } from "astro/app";
import { type ExportReport, exportSite } from "./export.ts";
import { isPlain } from "./markdown/pipeline.ts";
import { renderReply } from "./markdown/render-reply.ts";
import { searchFile } from "./search/search-index.ts";
import { getSite, urlOf } from "./site.ts";
import { contentTypeOf, readAttachment } from "./vault/attachments.ts";
import { decoded } from "./vault/find-links.ts";
import { currentVault, forgetVault } from "./vault/live-loader.ts";
import type { NoteHistory } from "./vault/note-history.ts";
import type { SiteVault } from "./vault/read-vault.ts";
import { siteOptions } from "./vault/site-options.ts";
import { fileUrl } from "./vault/urls.ts";

/** What was exported, and how much of the vault was not. */
export interface SiteReport extends ExportReport, Pick<SiteVault, "hidden"> {
  /** Files that are shown as plain text: they take too long to render. */
  readonly plain: readonly string[];
}

/** A page, or a file that pages show. */
export interface Page {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

const app = new App(manifest, false);

/** What pages load, by its address: nothing of it is a vault's. */
const client = fileURLToPath(new URL("../client/", import.meta.url));
const clientFiles = new Map(
  readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => [`/${relative(client, file).split(sep).join("/")}`, file]),
);

/** The page at an address, or a file of the vault below `/files/`, or of the search index below `/pagefind/`. */
async function answer(path: string, history?: NoteHistory): Promise<Page> {
  const file = await fileAt(path);
  if (file !== undefined) return { status: 200, contentType: contentTypeOf(path), bytes: file };
  const request = new Request(`http://site.invalid${path}`);
  const response = await app.render(request, { locals: { history } });
  return {
    status: response.status,
    contentType: response.headers.get("content-type") ?? contentTypeOf(path),
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

async function fileAt(path: string): Promise<Uint8Array | undefined> {
  const asset = clientFiles.get(path);
  if (asset !== undefined) return readFileSync(asset);
  if (path.startsWith("/pagefind/")) return searchFile(path.slice("/pagefind/".length));
  if (!path.startsWith("/files/")) return undefined;
  const name = decoded(path.slice("/files/".length));
  // A file that no page shows may be private.
  const isShown = currentVault().vault.attachments.has(name);
  return isShown ? readAttachment(siteOptions().root, name) : undefined;
}

/** The addresses of all pages, for a static copy. */
async function addresses(): Promise<string[]> {
  const { notes, folders, banks, tags, months, pagesOf } = await getSite();
  const ids = [
    ...notes.map(({ id }) => id),
    ...folders.keys(),
    ...[...banks.values()].flatMap((bank) =>
      pagesOf(bank).map((page) => `banks/${bank.id}${page ? `/${page}` : ""}`),
    ),
    ...[...tags.keys()].map((id) => `tags/${id}`),
    ...[...months.keys()].map((id) => `timeline/${id}`),
  ];
  const ofPages = manifest.routes.flatMap(({ routeData: { origin, pathname, type } }) => {
    if (origin !== "project" || pathname === undefined) return [];
    const id = pathname.slice(1);
    return type === "page" && id !== "404" ? urlOf(id) : `/${id}`;
  });
  return [...new Set([...ids.map(urlOf), ...ofPages])];
}

async function exportTo(out: string): Promise<SiteReport> {
  const { notes, attachments, hidden } = currentVault().vault;
  const { root, publicList } = siteOptions();
  const files = [...clientFiles.keys(), ...[...attachments].map(fileUrl)];
  const what = { out, root, isPublic: publicList !== undefined, files, pages: await addresses() };
  const report = await exportSite({ ...what, answer });
  const plain = notes.filter(({ text }) => isPlain(text)).map(({ data }) => data.path);
  return { ...report, hidden, plain };
}

/** What the process of a site answers, by name: see src/app/site/site-process.ts. */
const answers = {
  page: answer,
  /** Safe HTML of Markdown that stands in no file. */
  html: (texts: readonly string[], { hasLinks }: { readonly hasLinks: boolean }) =>
    texts.map((text) => renderReply(text, hasLinks)),
  /** Where the page of a file of the vault lies; undefined where it has none. */
  addressOf(file: string): string | undefined {
    const note = currentVault().vault.notes.find(({ data }) => data.path === file);
    return note && urlOf(note.id);
  },
  export: exportTo,
  refresh: forgetVault,
};

export type Answers = typeof answers;

if (process.argv[2] === "answer") {
  // V8 would let three times as much pile up as is in use, 970 MB for an export of 5,000 topics: so it is 620 MB, for no
  // more time. A V8 without this flag passes over it; as an option of Node it would keep the process from starting.
  setFlagsFromString("--heap-growing-percent=70");
  process.on("message", async ([id, name, words]: [number, keyof Answers, unknown[]]) => {
    const reply = answers[name] as (...words: unknown[]) => unknown;
    try {
      process.send?.([id, await reply(...words)]);
    } catch (error) {
      process.send?.([id, undefined, error instanceof Error ? error.message : `${error}`]);
    }
  });
  process.on("disconnect", () => process.exit());
}
