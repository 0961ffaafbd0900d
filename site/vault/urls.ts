import { slug } from "github-slugger";

/** Top-level URL segments that the site or the server uses itself. */
const reserved = new Set([
  "404",
  "api",
  "assets",
  "banks",
  "favicon.svg",
  "feed.xml",
  "files",
  "graph",
  "healthz",
  "history",
  "live-events",
  "mcp",
  "metrics",
  "openapi.json",
  "page-of",
  "pagefind",
  "problems",
  "tags",
  "talk",
  "theme.js",
  "timeline",
  "v1",
]);

/** A URL segment: letters and digits of any script, `-` and `_`, so that none is `..` or escaped twice. */
export const segmentOf = (name: string): string =>
  [...slug(name.trim().normalize("NFC"))].slice(0, 60).join("") || "note"; // File names are limited to 255 bytes.

/** The id of each note and folder, unique, and the path of its page: `topics/cooking`. */
export function idsByPath(paths: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  const folders = new Map<string, string>([["", ""]]);
  const own = (folder: string, name: string): string => {
    const first = segmentOf(name);
    const base = folder === "" && reserved.has(first) ? `${first}-note` : first;
    let id = folder === "" ? base : `${folder}/${base}`;
    for (let n = 2; taken.has(id); n++) id = `${folder === "" ? "" : `${folder}/`}${base}-${n}`;
    taken.add(id);
    return id;
  };
  const folderId = (path: string): string => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const cut = path.lastIndexOf("/");
    const id = own(folderId(path.slice(0, Math.max(0, cut))), path.slice(cut + 1));
    folders.set(path, id);
    return id;
  };
  const ids = new Map<string, string>();
  for (const path of paths) {
    const cut = path.lastIndexOf("/");
    const name = path.slice(cut + 1).replace(/\.md$/i, "");
    ids.set(path, own(folderId(path.slice(0, Math.max(0, cut))), name));
  }
  for (const [path, id] of folders) ids.set(`${path}/`, id);
  return ids;
}

/** The URL of the page with an id. */
export const urlOf = (id: string): string =>
  id === "" ? "/" : `/${id.split("/").map(encodeURIComponent).join("/")}/`;

/** The URL of an attachment. */
export const fileUrl = (path: string): string =>
  `/files/${path.split("/").map(encodeURIComponent).join("/")}`;

/** The anchor of a heading, or of a block (`^id`). */
export const anchorOf = (heading: string): string =>
  heading.startsWith("^") ? `e-${heading.slice(1)}` : slug(heading);

/** A tag and its parents, outermost first: `a`, `a/b`, `a/b/c`. */
export function withParents(tag: string): string[] {
  const names = levelsOf(tag);
  return names.map((_, i) => names.slice(0, i + 1).join("/"));
}

/** The id of a tag's page: `food/spain`. */
export const tagId = (tag: string): string =>
  levelsOf(tag)
    .map((name) => segmentOf(name))
    .join("/");

/** Deeper tags would exceed the length of a file's path. */
const maxLevels = 8;
const levelsOf = (tag: string): string[] =>
  tag
    .split("/")
    .filter((name) => name !== "")
    .slice(0, maxLevels);
