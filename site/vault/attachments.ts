import { type Dirent, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { getMimeType, mimes } from "hono/utils/mime";
import { isIgnoredPath } from "../../src/vault/list-files.ts";
import { nameFault, type TopicPath } from "../../src/vault/paths.ts";
import { type HideRules, privateScopeOf } from "./hide-rules.ts";
import { linkKey, pathsOf } from "./link-resolver.ts";
import { readRegular } from "./read-regular.ts";

export type AttachmentKind = "image" | "audio" | "video" | "file";

/** A file beside the notes that a site may hold. */
export interface Attachment {
  readonly path: string;
  readonly kind: AttachmentKind;
}

/** Kinds by ending. Nothing else is copied: no HTML, no script, nothing that runs where it is opened. */
const kinds: Readonly<Record<AttachmentKind, readonly string[]>> = {
  image: ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg"],
  audio: ["mp3", "m4a", "ogg", "opus", "wav", "flac"],
  video: ["mp4", "webm"],
  file: ["pdf", "txt", "csv"],
};
const maxBytes = 25 * 2 ** 20;

const types = {
  ...mimes,
  m4a: "audio/mp4",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  flac: "audio/flac",
  csv: "text/plain; charset=utf-8",
};

/** What a browser is told that a file is. Drawings of a vault are never files: they would run their scripts. */
export const contentTypeOf = (path: string): string =>
  getMimeType(path, types) ?? "application/octet-stream";

/**
 * Finds what a link of a note shows: by path beside it, in its scope or the vault, or by a file name that is there once.
 * `mayShow` says whether a note may show a file.
 */
export function createAttachmentFinder(
  root: string,
  rules: HideRules,
  mayShow: (from: string, path: string) => boolean,
): (from: TopicPath, target: string) => Attachment | undefined {
  let found: Found | undefined;
  return (from, target) => {
    if (kindOf(target) === undefined) return undefined;
    found ??= findFiles(root, rules);
    const { byKey, byName } = found;
    const path =
      pathsOf(from, target)
        .map((one) => byKey.get(linkKey(one)))
        .find((one) => one !== undefined) ?? byName.get(linkKey(target.split("/").at(-1) ?? ""));
    const kind = path && kindOf(path);
    return path && kind && mayShow(from, path) ? { path, kind } : undefined;
  };
}

/** The bytes of an attachment; undefined where the vault has no such file, or one too large. No link is followed. */
export const readAttachment = (root: string, path: string): Uint8Array | undefined =>
  kindOf(path) === undefined ? undefined : readRegular(root, path, maxBytes);

interface Found {
  readonly byKey: Map<string, string>;
  /** Null where several files have the name. */
  readonly byName: Map<string, string | null>;
}

function kindOf(path: string): AttachmentKind | undefined {
  const ending = /\.([A-Za-z0-9]{1,5})$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return (["image", "audio", "video", "file"] as const).find((kind) =>
    kinds[kind].includes(ending),
  );
}

/** Walks folders that are folders; links are never followed. */
function findFiles(root: string, rules: HideRules): Found {
  const found: Found = { byKey: new Map(), byName: new Map() };
  const folders = [""];
  for (const folder of folders) {
    for (const dirent of readFolder(join(root, folder))) {
      const path = posix.join(folder, dirent.name);
      const isFolder = dirent.isDirectory();
      if (isIgnoredPath(path, isFolder) || nameFault(dirent.name) !== undefined) continue;
      if (isFolder) folders.push(path);
      if (isOpenFile(dirent, path, rules)) addFile(found, path, dirent.name);
    }
  }
  return found;
}

function addFile({ byKey, byName }: Found, path: string, name: string): void {
  if (!byKey.has(linkKey(path))) byKey.set(linkKey(path), path);
  byName.set(linkKey(name), byName.has(linkKey(name)) ? null : path);
}

/** What Loci itself writes beside notes names hidden topics too. */
const isOpenFile = (dirent: Dirent, path: string, rules: HideRules): boolean =>
  dirent.isFile() &&
  kindOf(path) !== undefined &&
  !/(?:^|\/)topics\/index\.txt$/i.test(path) &&
  rules.isScopeShown(privateScopeOf(path));

function readFolder(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return []; // Gone since its parent was read, or not ours to read: nothing of it is shown.
  }
}
