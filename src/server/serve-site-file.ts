import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Refusal } from "./failure.ts";
import { openSiteFile, type SiteFile } from "./open-site-file.ts";
import type { Reply } from "./reply.ts";

/** As the pages' own policy, and never framed. Scripts are the site's files; WebAssembly is its search. */
const siteHeaders: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; media-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-src 'none'; worker-src 'self'; frame-ancestors 'none'",
};

/** Answers with the file of a built site that the address names: whole, a part of it, or that the browser has it. */
export async function answerSite(
  folder: string,
  path: string,
  request: IncomingMessage,
): Promise<Reply> {
  const names = siteNames(path);
  if (names === undefined) return answerNotFound(folder, path);
  const isFolder = names.at(-1) === "";
  const wanted = isFolder ? [...names.slice(0, -1), "index.html"] : names;
  const file = await openSiteFile(folder, wanted);
  if (file === "folder" && !isFolder) {
    return { type: "redirect", location: siteAddress([...names, ""]) };
  }
  if (file === undefined || file === "folder") return answerNotFound(folder, path);
  const type = siteType(wanted);
  if (type === undefined) {
    await file.handle.close();
    return answerNotFound(folder, path);
  }
  return answerFile(file, type, isHashed(wanted), request.headers);
}

async function answerFile(
  file: SiteFile,
  type: string,
  isForEver: boolean,
  headers: IncomingHttpHeaders,
): Promise<Reply> {
  const { handle, size, etag, modified } = file;
  const about = {
    ...siteHeaders,
    // A browser writes what it keeps to a disk that others may read, for longer than Loci runs.
    "cache-control": isForEver ? "private, max-age=31536000, immutable" : "no-store",
    etag,
    "last-modified": modified.toUTCString(),
  };
  if (isKnown(headers["if-none-match"], etag)) {
    await handle.close();
    return { type: "stream", status: 304, headers: about, source: undefined };
  }
  const whole = { ...about, "accept-ranges": "bytes", "content-type": type };
  const isRangeValid = headers["if-range"] === undefined || headers["if-range"] === etag;
  const range = isRangeValid ? readRange(headers.range, size) : undefined;
  if (range === "none") {
    await handle.close();
    const refused = { ...about, "content-range": `bytes */${size}`, "content-length": "0" };
    return { type: "stream", status: 416, headers: refused, source: undefined };
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const length = end - start + 1;
  const part = range === undefined ? {} : { "content-range": `bytes ${start}-${end}/${size}` };
  return {
    type: "stream",
    status: range === undefined ? 200 : 206,
    headers: { ...whole, ...part, "content-length": String(length) },
    source: { handle, start, length },
  };
}

const isKnown = (ifNoneMatch = "", etag: string): boolean =>
  ifNoneMatch.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);

/** The site's own page for it, where it has one. */
async function answerNotFound(folder: string, path: string): Promise<Reply> {
  const file = await openSiteFile(folder, ["404.html"]);
  if (file === undefined || file === "folder") {
    throw new Refusal("NOT_FOUND", `Cannot open "${path.slice(0, 80)}": there is no such address`);
  }
  const { handle, size } = file;
  const headers = {
    ...siteHeaders,
    "cache-control": "no-store",
    "content-type": "text/html; charset=utf-8",
    "content-length": String(size),
  };
  return { type: "stream", status: 404, headers, source: { handle, start: 0, length: size } };
}

/** The bytes that a `Range` header asks for, both ends included; "none" where it asks for bytes that are not there. */
type ByteRange = { readonly start: number; readonly end: number } | "none" | undefined;

/** Reads `bytes=a-b`, `bytes=a-` and `bytes=-n`; undefined for anything else, several ranges too: the whole is the answer. */
function readRange(header: string | undefined, size: number): ByteRange {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "none" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined; // No range at all.
  return start >= size ? "none" : { start, end };
}

/**
 * The names of folders and file that a site's address leads to, the last one "" where it ends with a slash; undefined
 * for one that is no address of a site: it would leave the folder, name what is hidden, or is not decoded in one way only.
 */
function siteNames(path: string): readonly string[] | undefined {
  if (!path.startsWith("/") || path.length > 4_096) return undefined;
  const raw = path.slice(1).split("/");
  const names: string[] = [];
  for (const [i, part] of raw.entries()) {
    const name = decode(part);
    const isEnd = name === "" && i === raw.length - 1;
    if (name === undefined || !(isEnd || isPlainName(name))) return undefined;
    names.push(name);
  }
  return names;
}

/** The address of those names, encoded in the one way that Loci writes. */
const siteAddress = (names: readonly string[]): string =>
  `/${names.map(encodeURIComponent).join("/")}`;

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined; // A lone percent sign, or bytes that are no UTF-8.
  }
}

/** Separators in every writing, hidden names, streams of NTFS, and what terminals or file systems take for a command. */
function isPlainName(name: string): boolean {
  if (name === "" || name.startsWith(".") || /[/\\:]/.test(name)) return false;
  if (name.endsWith(".") || name.endsWith(" ")) return false;
  return !/\p{Cc}/u.test(name) && Buffer.byteLength(name) <= 255;
}

/** What a built site consists of. */
const siteTypes: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  ico: "image/vnd.microsoft.icon",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
  xml: "application/xml; charset=utf-8",
  // The search index.
  pagefind: "application/octet-stream",
  pf_filter: "application/octet-stream",
  pf_fragment: "application/octet-stream",
  pf_index: "application/octet-stream",
  pf_meta: "application/octet-stream",
};

/** What may lie beside notes: nothing that a browser runs. */
const fileTypes: Readonly<Record<string, string>> = {
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

/** The content type of a site's file; undefined for one that is not served. */
function siteType(names: readonly string[]): string | undefined {
  const [, extension = ""] = /\.([^.]+)$/.exec(names.at(-1) ?? "") ?? [];
  const key = extension.toLowerCase();
  if (Object.hasOwn(fileTypes, key)) return fileTypes[key];
  const isAttachment = names[0] === "files" && names.length > 1;
  return !isAttachment && Object.hasOwn(siteTypes, key) ? siteTypes[key] : undefined;
}

/** Whether the file's name changes with its content, and it holds nothing of the vault: a browser may keep it for ever. */
function isHashed(names: readonly string[]): boolean {
  const [folder, ...rest] = names;
  const name = rest.at(-1) ?? "";
  return folder === "assets" && name.length < 256 && /[._-][\w-]{8,}\.\w+$/.test(name);
}
