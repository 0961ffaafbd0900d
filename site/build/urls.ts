import { isReservedName, pathKey, placeOf, type TopicPath } from "../../src/vault/paths.ts";
import { sha256Hex } from "../../src/vault/sha256.ts";
import { decoded } from "../vault/links.ts";

/** Kinds of names that have a page each: `tags/food/`. */
export type NameKind = "tags" | "banks" | "people" | "agents";

/** Where each Markdown file's page lies below the base: `topics/cooking/`. Of two alike, the first by path keeps the plain name. */
export function urlsOf(paths: Iterable<TopicPath>): ReadonlyMap<string, string> {
  const tree = createUrlTree();
  const urls = new Map<string, string>();
  for (const path of sortedOnce(paths)) {
    const names = namesOf(path);
    // Such depths are no readable address, and more than systems take.
    const isLong = Buffer.byteLength(names.join("/")) > maxUrlBytes;
    urls.set(path, tree.page(isLong ? [names[0] ?? "", names.slice(1).join("-")] : names, path));
  }
  return urls;
}

/** Where each attachment lies below the base: `files/photos/oven.jpg`. Its ending stays the same. */
export function fileUrlsOf(paths: Iterable<string>): ReadonlyMap<string, string> {
  const tree = createUrlTree();
  const urls = new Map<string, string>();
  for (const path of sortedOnce(paths)) {
    const names = path.split("/");
    const isLong = Buffer.byteLength(path) > maxUrlBytes;
    urls.set(path, tree.file(["files", ...(isLong ? names.slice(-1) : names)], path));
  }
  return urls;
}

/** Where the page of each name lies below the base. Slashes in a tag nest: `tags/food/spice/`. */
export function nameUrlsOf(kind: NameKind, names: Iterable<string>): ReadonlyMap<string, string> {
  const tree = createUrlTree();
  const urls = new Map<string, string>();
  for (const name of sortedOnce(names)) {
    const parts = kind === "tags" ? name.split("/").filter((part) => part !== "") : [name];
    urls.set(name, tree.page([kind, ...parts], name));
  }
  return urls;
}

/** Page `number` of the list at `url`; the first is the list itself. */
export const pageUrl = (url: string, number: number): string =>
  number === 1 ? url : `${url}page-${number}/`;

/** The file of a page, below the site's folder. */
export const fileOf = (url: string): string =>
  url === "" || url.endsWith("/") ? `${url}index.html` : url;

/** What a link says: complete and percent-encoded. `base` is what `toBase` gave. */
export function hrefOf(base: string, url: string, anchor?: string): string {
  const path = isPlain(url) ? url : url.split("/").map(encoded).join("/");
  return anchor === undefined ? `${base}${path}` : `${base}${path}#${encoded(anchor)}`;
}

/** The site's base as links have it: begins and ends with a slash, percent-encoded. Undefined where it is not a path. */
export function toBase(base: string): string | undefined {
  const names = base
    .split("/")
    .map(decoded)
    .filter((name) => name !== "");
  if (names.some((name) => /[?#\\/]|^\.{1,2}$|^[a-z][a-z0-9+.-]*:$/i.test(name))) return undefined;
  return names.length === 0 ? "/" : `/${names.map(encoded).join("/")}/`;
}

/** Longest name of a file or folder, but for what makes it unlike its twins. */
const maxNameBytes = 80;
const maxUrlBytes = 600;

const encoded = (text: string): string =>
  isPlain(text) ? text : encodeURIComponent(text.toWellFormed());

/** Encoded or not the same: most are, and a large site has very many. */
const isPlain = (text: string): boolean => /^[\w./~-]*$/.test(text);

const sortedOnce = <T extends string>(texts: Iterable<T>): T[] => [...new Set(texts)].sort();

/** The names below the base that a file's page would like to have. */
function namesOf(path: TopicPath): string[] {
  const place = placeOf(path);
  const names = path.slice(0, -".md".length).split("/");
  if (place.archived) return ["archive", ...(names[0] === "archive" ? names.slice(1) : names)];
  return place.kind === "note" ? ["notes", ...names] : names;
}

interface UrlTree {
  /** The address of a page of its own; `path` says whose it is. */
  page(names: readonly string[], path: string): string;
  file(names: readonly string[], path: string): string;
}

/** Names that are given out, so that no two pages, files or folders become one, on disks that know no case either. */
function createUrlTree(): UrlTree {
  const takenByParent = new Map<string, Set<string>>();
  const folders = new Map<string, string>();

  const take = (parent: string, wanted: string, path: string): string => {
    const taken = takenByParent.get(parent) ?? new Set();
    takenByParent.set(parent, taken);
    let name = safeName(wanted, path);
    for (let turn = 0; taken.has(foldedName(name)); turn++) {
      name = withMark(wanted, turn === 0 ? path : `${path} ${turn}`);
    }
    taken.add(foldedName(name));
    return name;
  };
  const folder = (names: readonly string[]): string => {
    if (names.length === 0) return "";
    const path = names.join("/");
    const known = folders.get(path);
    if (known !== undefined) return known;
    const parent = folder(names.slice(0, -1));
    const url = `${parent}${take(parent, names.at(-1) ?? "", path)}/`;
    folders.set(path, url);
    return url;
  };
  return {
    page: (names, path) => {
      const parent = folder(names.slice(0, -1));
      // Pages and folders may share a name: `notes/a/` is a page, and holds `notes/a/b/`.
      return `${parent}${take(`${parent} page`, names.at(-1) ?? "", path)}/`;
    },
    file: (names, path) => {
      const parent = folder(names.slice(0, -1));
      return `${parent}${take(parent, names.at(-1) ?? "", path)}`;
    },
  };
}

/** A name that every file system and address can hold and that means nothing else on the site. */
function safeName(wanted: string, path: string): string {
  const name = plainName(wanted);
  const isMarked = name === "" || isTakenBySite(name) || Buffer.byteLength(name) > maxNameBytes;
  return isMarked ? withMark(wanted, path) : name;
}

/** `page-2` goes on a list, `history` is a page's past; the rest is taken by systems. */
const isTakenBySite = (name: string): boolean =>
  /^(?:page-\d+|history|index\.html?)$/.test(name) || isReservedName(name);

function plainName(wanted: string): string {
  return pathKey(wanted.toWellFormed())
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}\p{Co}\p{Cn}\ufffd<>:"|?*\\/#%[\]{}^`~]+/gu, "-")
    .replace(/(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])\p{Cf}/gu, "")
    .replace(/-{2,}/g, "-")
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, "");
}

/** The name cut, and behind it what no other path has; its ending stays the last. */
function withMark(wanted: string, path: string): string {
  const name = plainName(wanted);
  const [, ending = ""] = /[^.](\.[a-z0-9]{1,5})$/.exec(name) ?? [];
  const stem = cut(name.slice(0, name.length - ending.length)).replace(/(?<![-.])[-.]+$/, "");
  const mark = sha256Hex(path.toWellFormed()).slice(0, 8);
  return `${stem === "" ? "untitled" : stem}-${mark}${ending}`;
}

function cut(name: string): string {
  if (Buffer.byteLength(name) <= maxNameBytes) return name;
  let kept = "";
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter("en").segment(name.slice(0, 4 * maxNameBytes))) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxNameBytes) break;
    kept += segment;
  }
  return kept;
}

/** Equal for names that some disk takes for one: folded (ß is ss there), invisible signs dropped. */
const foldedName = (name: string): string =>
  name
    .normalize("NFKD")
    .toUpperCase()
    .toLowerCase()
    .replace(/\p{Cf}/gu, "")
    .normalize("NFC");
