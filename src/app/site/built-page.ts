import { readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { errnoOf, LociError } from "../../errors.ts";

interface BuiltPage {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** What a built site has at an address. No link leads out of its folder, and no hidden file is there. */
export async function builtPage(
  { folder, state }: { readonly folder: string; readonly state: () => string },
  address: string,
): Promise<BuiltPage> {
  if (state() !== "there") {
    throw new LociError("BUSY", `Cannot open "${address.slice(0, 80)}": the site is not built yet`);
  }
  const path = decoded(address);
  const isPlain = !/\/\.|[\\:\p{Cc}]/u.test(path);
  const found = isPlain ? await readPage(folder, path) : undefined;
  const missing = found ?? (await readPage(folder, "/404.html"));
  if (missing === undefined)
    throw new LociError("NOT_FOUND", `Cannot open "${path}": no such page`);
  return { ...missing, status: found === undefined ? 404 : 200 };
}

async function readPage(
  folder: string,
  path: string,
): Promise<Omit<BuiltPage, "status"> | undefined> {
  try {
    const own = join(await realpath(folder), path);
    const file = (await stat(own)).isDirectory() ? join(own, "index.html") : own;
    if ((await realpath(file)) !== file || !(await stat(file)).isFile()) return undefined;
    const contentType = typeOf(path, file.slice(file.lastIndexOf(".") + 1).toLowerCase());
    return contentType === undefined ? undefined : { contentType, bytes: await readFile(file) };
  } catch (error) {
    if (errnoOf(error) !== undefined) return undefined; // It is not there, or not to be read.
    throw error;
  }
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address; // A lone percent sign, or invalid UTF-8.
  }
}

function typeOf(path: string, extension: string): string | undefined {
  const types = path.startsWith("/files/") ? fileTypes : { ...siteTypes, ...fileTypes };
  return new Map(Object.entries(types)).get(extension);
}

const siteTypes = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  ico: "image/vnd.microsoft.icon",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
  xml: "application/xml; charset=utf-8",
  pagefind: "application/octet-stream",
  pf_filter: "application/octet-stream",
  pf_fragment: "application/octet-stream",
  pf_index: "application/octet-stream",
  pf_meta: "application/octet-stream",
};

/** Of attachments: nothing that a browser executes. */
const fileTypes = {
  avif: "image/avif",
  csv: "text/csv; charset=utf-8",
  flac: "audio/flac",
  gif: "image/gif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  m4a: "audio/mp4",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  pdf: "application/pdf",
  png: "image/png",
  txt: "text/plain; charset=utf-8",
  wav: "audio/wav",
  webm: "video/webm",
  webp: "image/webp",
};
