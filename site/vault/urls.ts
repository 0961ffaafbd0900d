import { slug } from "github-slugger";

/** Names at the top of the site that are pages of its own, so that no note may have them. */
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

/** A segment of an address: letters and digits of any script, `-` and `_`, so that nothing climbs or is escaped twice. */
export const segmentOf = (name: string): string =>
  [...slug(name.trim().normalize("NFC"))].slice(0, 60).join("") || "note"; // A file name may have 255 bytes.

/** The id of each note or folder, which is its address: `topics/cooking`. Two paths never share one. */
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

/** The address of a page by its id. */
export const urlOf = (id: string): string =>
  id === "" ? "/" : `/${id.split("/").map(encodeURIComponent).join("/")}/`;

/** The address of an attachment, by its path in the vault. */
export const fileUrl = (path: string): string =>
  `/files/${path.split("/").map(encodeURIComponent).join("/")}`;

/** The anchor of a heading, or of a block (`^id`), within its page. */
export const anchorOf = (heading: string): string =>
  heading.startsWith("^") ? `e-${heading.slice(1)}` : slug(heading);

/** A tag and those that it stands under: `a/b/c`, `a/b` and `a`, the widest first. */
export function withParents(tag: string): string[] {
  const names = levelsOf(tag);
  return names.map((_, i) => names.slice(0, i + 1).join("/"));
}

/** The id of a tag's page: `food/spain`. */
export const tagId = (tag: string): string =>
  levelsOf(tag)
    .map((name) => segmentOf(name))
    .join("/");

/** No more than a path of a file has room for. */
const maxLevels = 8;
const levelsOf = (tag: string): string[] =>
  tag
    .split("/")
    .filter((name) => name !== "")
    .slice(0, maxLevels);
