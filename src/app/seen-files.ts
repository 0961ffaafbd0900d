import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { eachFileMarks, readHashes } from "../index/file-marks.ts";
import { capturedPaths } from "../vault/captures.ts";
import type { EditedFile, FileMarks } from "../vault/describe-edits.ts";
import { type EntryMark, markEntry, packMarks, unpackMarks } from "../vault/entry-mark.ts";
import { foldOwn } from "../vault/fold-own.ts";
import { isIgnoredPath, mostFileBytes } from "../vault/list-files.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { resolveInVault, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { readOwn } from "../vault/read-settled.ts";
import { readLedger, writtenPaths } from "../vault/recent-writes.ts";
import { sha256Hex } from "../vault/sha256.ts";
import { createOwnWriteReader, type OwnWriteReader } from "./own-writes.ts";
import type { Parts } from "./parts.ts";

/**
 * The files of a vault as they were last seen, and what Loci's processes did to them since. Kept in memory only: what a
 * killed process had not told yet is never told, and never twice.
 */
export interface SeenFiles {
  /** Takes over what Loci's processes wrote; soon after they did, for they keep no long account of it. */
  foldOwn(): Promise<void>;
  /** Files that somebody else changed, by what the index knows of them; from now on they are seen as they are. */
  takeChanged(): Promise<EditedFile[]>;
}

/** Sees the files as the index knows them. */
export function seeFiles(parts: Pick<Parts, "root" | "lociDir" | "index" | "lock">): SeenFiles {
  const { root, lociDir, index, lock } = parts;
  const seen: Seen = { root, lociDir, byPath: readIndexed(parts), own: createOwnWriteReader() };
  return {
    async foldOwn() {
      if (!hasAny(lociDir, "writes") && !hasAny(lociDir, "captured")) return;
      await lock(() => {
        for (const path of writtenPaths(lociDir)) if (isTopic(path)) foldFile(seen, path);
        for (const path of capturedPaths(lociDir))
          if (isRemovedByLoci(seen, path)) forget(seen, path);
      });
    },
    async takeChanged() {
      const now = index.run(readHashes);
      const paths = [...new Set([...seen.byPath.keys(), ...now.keys()])].sort();
      const changed = paths.filter((path) => seen.byPath.get(path)?.hash !== now.get(path));
      const edited: EditedFile[] = [];
      for (let at = 0; at < changed.length; at += batch) {
        const some = changed.slice(at, at + batch).map(toTopicPath);
        edited.push(...(await lock(() => some.flatMap((path) => takeFile(seen, path) ?? []))));
      }
      return edited;
    },
  };
}

/** So many files are looked at in one turn of the lock. */
const batch = 20;

interface Seen {
  readonly root: string;
  readonly lociDir: string;
  readonly byPath: Map<string, { readonly hash: string; readonly packed: string }>;
  readonly own: OwnWriteReader;
}

function readIndexed({ index }: Pick<Parts, "index">): Seen["byPath"] {
  return index.run((db) =>
    db.transaction(() => {
      const byPath: Seen["byPath"] = new Map();
      const hashes = readHashes(db);
      for (const [path, hash] of hashes) byPath.set(path, { hash, packed: "" });
      eachFileMarks(db, (path, entries) => {
        byPath.set(path, { hash: hashes.get(path) ?? "", packed: packMarks(entries) });
      });
      return byPath;
    })(),
  );
}

const hasAny = (lociDir: string, name: string): boolean => {
  const folder = join(lociDir, name);
  return existsSync(folder) && readdirSync(folder).length > 0;
};

const isTopic = (path: TopicPath): boolean => path.endsWith(".md") && !isIgnoredPath(path);

/** What the file would be, had nobody but Loci written to it. */
function foldFile(seen: Seen, path: TopicPath): void {
  const { root, lociDir, own, byPath } = seen;
  const now = readMarks(root, path);
  if (now === undefined) return;
  const wrote = own.read({ root, lociDir, path }, now.hash);
  if (wrote === undefined) return;
  const before = byPath.get(path);
  const entries = foldOwn(unpackMarks(before?.packed ?? ""), now.entries, wrote.texts);
  if (before === undefined && entries.length === 0 && !wrote.isLast) return; // Somebody else made it.
  const isOurs = wrote.isLast && wordsOf(entries) === wordsOf(now.entries);
  const hash = isOurs ? now.hash : (before?.hash ?? "");
  byPath.set(path, { hash, packed: packMarks(entries) });
}

const wordsOf = (entries: readonly EntryMark[]): string =>
  entries.map(({ textId, whole }) => `${textId} ${whole}`).join("\n");

/** A file that Loci takes away leaves what it was in `.loci/captured`, and no ledger. */
function isRemovedByLoci({ root, lociDir }: Seen, path: TopicPath): boolean {
  if (existsSync(join(root, path))) return false;
  return readLedger({ root, lociDir, path }).last === undefined;
}

function forget({ byPath }: Seen, path: TopicPath): void {
  byPath.delete(path);
}

/** The file before and now, where it differs; from now on it is seen as it is. */
function takeFile(seen: Seen, path: TopicPath): EditedFile | undefined {
  const { root, lociDir, byPath } = seen;
  foldFile(seen, path);
  const now = readMarks(root, path);
  const isGone = !existsSync(join(root, path));
  if (now === undefined && !isGone) return undefined; // It cannot be read now: the next look may tell.
  if (isGone && capturedPaths(lociDir).includes(path) && isRemovedByLoci(seen, path)) {
    forget(seen, path);
  }
  const before = byPath.get(path);
  if (before?.hash === now?.hash) return undefined;
  if (now === undefined) byPath.delete(path);
  else byPath.set(path, { hash: now.hash, packed: packMarks(now.entries) });
  return {
    ...{ path, now },
    before: before && { hash: before.hash, entries: unpackMarks(before.packed) },
  };
}

/** Undefined for what is not there, or is not read. */
function readMarks(root: string, path: TopicPath): FileMarks | undefined {
  const bytes = readOwn(resolveInVault(root, path), mostFileBytes);
  if (bytes === undefined) return undefined;
  const entries = parseTopic(path, bytes).entries.map((entry) => markEntry(entry));
  return { hash: sha256Hex(bytes), entries };
}
