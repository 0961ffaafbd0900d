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

/** What was exported, and how much of the vault was left out. */
export interface SiteReport extends ExportReport, Pick<SiteVault, "hidden"> {
  /** Notes that are shown as plain text, since they take too long to render. */
  readonly plain: readonly string[];
}

/** A page, or a file that pages load. */
export interface Page {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

const app = new App(manifest, false);

/** Scripts and styles by URL; none holds anything of a vault. */
const client = fileURLToPath(new URL("../client/", import.meta.url));
const clientFiles = new Map(
  readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => [`/${relative(client, file).split(sep).join("/")}`, file]),
);

/** The page at a URL, a file of the vault below `/files/`, or of the search index below `/pagefind/`. */
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

/** The URLs of all pages, for the export. */
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

/** What this process answers, by name: see src/app/site/site-process.ts. */
const answers = {
  page: answer,
  /** Safe HTML for Markdown that is in no file. */
  html: (texts: readonly string[], { hasLinks }: { readonly hasLinks: boolean }) =>
    texts.map((text) => renderReply(text, hasLinks)),
  /** The URL of a file's page; undefined where it has none. */
  addressOf(file: string): string | undefined {
    const note = currentVault().vault.notes.find(({ data }) => data.path === file);
    return note && urlOf(note.id);
  },
  export: exportTo,
  refresh: forgetVault,
};

export type Answers = typeof answers;

if (process.argv[2] === "answer") {
  // V8 would let the heap grow to three times what is in use: 970 MB to export 5,000 topics. This makes it 620 MB, at no
  // cost in time. An undocumented flag: where V8 lacks it, this has no effect; as an option, Node would not start.
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
