import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { openSiteFile, type SiteFile } from "./open-site-file.ts";
import { readRange } from "./read-range.ts";
import { Refusal } from "./refusal.ts";
import type { Reply } from "./reply.ts";
import { siteAddress, siteNames } from "./site-path.ts";
import { isHashed, siteType } from "./site-types.ts";

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
