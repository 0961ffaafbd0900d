import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../src/errors.ts";
import { isIgnoredPath } from "../../src/vault/list-files.ts";
import { nameFault, type TopicPath } from "../../src/vault/paths.ts";
import { sha256Hex } from "../../src/vault/sha256.ts";
import { type HideRules, privateScopeOf } from "./hide-rules.ts";
import { linkKey, pathsOf } from "./link-resolver.ts";
import { isInside, readRegular } from "./read-regular.ts";
import type { Attachment } from "./site-vault.ts";

/** Finds the file of the vault that a note shows: no Markdown, of a kind that a site may hold. */
export interface AttachmentFinder {
  /** By path beside the note, in its scope, in the vault, or by a file name that is there once. */
  find(from: TopicPath, target: string): string | undefined;
}

/** Kinds by ending. Nothing else is copied: no HTML, no script, nothing that runs where it is opened. */
const kinds: Readonly<Record<Attachment["kind"], readonly string[]>> = {
  image: ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg"],
  audio: ["mp3", "m4a", "ogg", "opus", "wav", "flac"],
  video: ["mp4", "webm"],
  file: ["pdf", "txt", "csv"],
};
const maxBytes = 25 * 2 ** 20;
const maxSvgBytes = 200_000;

/** What can be shown of the files beside the notes. They are looked for when the first link asks. */
export function createAttachmentFinder(root: string, rules: HideRules): AttachmentFinder {
  let found: Found | undefined;
  return {
    find: (from, target) => {
      if (kindOf(target) === undefined) return undefined;
      found ??= findFiles(root, rules);
      for (const path of pathsOf(from, target)) {
        const here = found.byPath.get(path) ?? found.byKey.get(linkKey(path));
        if (here !== undefined) return here;
      }
      return found.byName.get(linkKey(target.split("/").at(-1) ?? "")) ?? undefined;
    },
  };
}

/** The file as the site holds it, or why it cannot. `url` is where it lies. */
export function readAttachment(root: string, path: string, url: string): Attachment | string {
  const kind = kindOf(path);
  if (kind === undefined || !isInside(root, path)) {
    return "it is not a file of the vault that a site may hold";
  }
  try {
    const { size, mtimeMs } = lstatSync(join(root, path));
    if (size > maxBytes) return "it is larger than 25 MB";
    const own = { path, kind, size, stamp: `${size}-${Math.round(mtimeMs)}` };
    if (!/\.svg$/i.test(path)) return { ...own, url, data: undefined };
    const bytes = readRegular(root, path, maxSvgBytes);
    if (bytes === undefined) return "an SVG may have 200 kB";
    return {
      ...own,
      url: undefined,
      data: `data:image/svg+xml;base64,${bytes.toString("base64")}`,
      ...(bytes.includes("currentColor") && { isInk: true as const }),
    };
  } catch (error) {
    return messageOf(error);
  }
}

/** What a reviewer of an attachment lists: a hash of what is in it. */
export function attachmentId(root: string, path: string): string | undefined {
  try {
    const bytes = readRegular(root, path, maxBytes);
    return bytes === undefined ? undefined : `file-${sha256Hex(bytes).slice(0, 12)}`;
  } catch {
    return undefined; // Not to be read: not to be shown.
  }
}

interface Found {
  readonly byPath: Map<string, string>;
  readonly byKey: Map<string, string>;
  /** Null where several files have the name. */
  readonly byName: Map<string, string | null>;
}

function kindOf(path: string): Attachment["kind"] | undefined {
  const ending = /\.([A-Za-z0-9]{1,5})$/.exec(path)?.[1]?.toLowerCase() ?? "";
  for (const kind of ["image", "audio", "video", "file"] as const) {
    if (kinds[kind].includes(ending)) return kind;
  }
  return undefined;
}

/** Walks folders that are folders; links are never followed. What cannot be read is not there. */
function findFiles(root: string, rules: HideRules): Found {
  const found: Found = { byPath: new Map(), byKey: new Map(), byName: new Map() };
  const folders = [""];
  for (let at = 0; at < folders.length; at++) {
    const folder = folders[at] ?? "";
    for (const dirent of readFolder(join(root, folder))) {
      const { name } = dirent;
      const path = folder === "" ? name : `${folder}/${name}`;
      if (dirent.isDirectory() && isNamed(path, name)) folders.push(path);
      if (dirent.isFile() && isNamed(path, name) && isOpen(path, rules)) addFile(found, path, name);
    }
  }
  return found;
}

const isNamed = (path: string, name: string): boolean =>
  !isIgnoredPath(path) && nameFault(name) === undefined;

const isOpen = (path: string, rules: HideRules): boolean =>
  kindOf(path) !== undefined &&
  !(path.includes("\\") || isOwn.test(path)) &&
  rules.isScopeShown(privateScopeOf(path));

/** What Loci itself writes beside notes names hidden topics too: the recent-topics index, a reviewer's list. */
const isOwn = /(?:^|\/)topics\/index\.txt$|^public\.txt$/i;

function addFile({ byPath, byKey, byName }: Found, path: string, name: string): void {
  byPath.set(path, path);
  const key = linkKey(path);
  if (!byKey.has(key)) byKey.set(key, path);
  const nameKey = linkKey(name);
  byName.set(nameKey, byName.has(nameKey) ? null : path);
}

function readFolder(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return []; // Gone since its parent was read, or not ours to read: nothing of it is shown.
  }
}
