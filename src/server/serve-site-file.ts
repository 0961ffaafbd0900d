import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { join } from "node:path";
import { errnoOf } from "../errors.ts";
import { Refusal } from "./failure.ts";
import type { Reply } from "./reply.ts";

/** The same policy as in the pages, plus no framing. WebAssembly is for the search. */
const siteHeaders: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; media-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-src 'none'; worker-src 'self'; frame-ancestors 'none'",
};

/** Serves a file of a built site: the whole file, a byte range, or 304 if the browser has it. */
export async function serveSiteFile(
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
  isImmutable: boolean,
  headers: IncomingHttpHeaders,
): Promise<Reply> {
  const { handle, size, etag, modified } = file;
  const about = {
    ...siteHeaders,
    // A browser's cache is on a disk that others may read, and outlives Loci.
    "cache-control": isImmutable ? "private, max-age=31536000, immutable" : "no-store",
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

/** Serves the site's own 404 page. Throws Refusal NOT_FOUND if it has none. */
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

/** A byte range, both ends included; "none" if the requested bytes don't exist. */
type ByteRange = { readonly start: number; readonly end: number } | "none" | undefined;

/** Parses `bytes=a-b`, `bytes=a-` and `bytes=-n`. Undefined for anything else, including several ranges: serve the whole file. */
function readRange(header: string | undefined, size: number): ByteRange {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "none" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined; // Not a range.
  return start >= size ? "none" : { start, end };
}

/**
 * Decodes a URL path to folder and file names; the last is "" if the path ends with a slash. Undefined for a path that
 * leaves the folder, names a hidden file or is badly encoded.
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

/** Encodes names as a URL path. */
const siteAddress = (names: readonly string[]): string =>
  `/${names.map(encodeURIComponent).join("/")}`;

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined; // A lone percent sign, or invalid UTF-8.
  }
}

/** Rejects path separators, hidden names, NTFS streams, control characters and names that file systems alter. */
function isPlainName(name: string): boolean {
  if (name === "" || name.startsWith(".") || /[/\\:]/.test(name)) return false;
  if (name.endsWith(".") || name.endsWith(" ")) return false;
  return !/\p{Cc}/u.test(name) && Buffer.byteLength(name) <= 255;
}

/** Content types by extension of the files of a built site. */
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

/** Content types by extension of attachments: nothing that a browser executes. */
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

/** Returns the content type of a site's file; undefined if it is not to be served. */
function siteType(names: readonly string[]): string | undefined {
  const [, extension = ""] = /\.([^.]+)$/.exec(names.at(-1) ?? "") ?? [];
  const key = extension.toLowerCase();
  if (Object.hasOwn(fileTypes, key)) return fileTypes[key];
  const isAttachment = names[0] === "files" && names.length > 1;
  return !isAttachment && Object.hasOwn(siteTypes, key) ? siteTypes[key] : undefined;
}

/** True for an asset with a hash in its name: it never changes and holds nothing of the vault, so a browser may cache it. */
function isHashed(names: readonly string[]): boolean {
  const [folder, ...rest] = names;
  const name = rest.at(-1) ?? "";
  return folder === "assets" && name.length < 256 && /[._-][\w-]{8,}\.\w+$/.test(name);
}

/** An open file of a site; the caller closes it. */
interface SiteFile {
  readonly handle: FileHandle;
  readonly size: number;
  /** Changes with the file. */
  readonly etag: string;
  readonly modified: Date;
}

/**
 * Opens the file at these names below a folder. Undefined if there is none or a symbolic link is on the way; "folder" if
 * it is a folder.
 */
async function openSiteFile(
  folder: string,
  names: readonly string[],
): Promise<SiteFile | "folder" | undefined> {
  try {
    for (let depth = 0; depth < names.length; depth++) {
      const parent = await lstat(join(folder, ...names.slice(0, depth)));
      if (!parent.isDirectory()) return undefined;
    }
    return await openUnfollowed(join(folder, ...names));
  } catch (error) {
    // Includes EACCES, so as not to reveal that an unreadable file exists.
    if (errnoOf(error) !== undefined) return undefined;
    throw error;
  }
}

async function openUnfollowed(path: string): Promise<SiteFile | "folder" | undefined> {
  // O_NONBLOCK: opening a named pipe must not block the server.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  let isKept = false;
  try {
    const stat = await handle.stat({ bigint: true });
    if (stat.isDirectory()) return "folder";
    if (!stat.isFile()) return undefined;
    isKept = true;
    return {
      handle,
      size: Number(stat.size),
      etag: `"${[stat.ino, stat.mtimeNs, stat.size].map((part) => part.toString(36)).join("-")}"`,
      modified: stat.mtime,
    };
  } finally {
    if (!isKept) await handle.close();
  }
}
