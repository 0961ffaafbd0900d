import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { DeviceClock } from "../../device-clock.ts";
import { eachFileMarks, readHashes } from "../../index/file-marks.ts";
import { capturedPaths } from "../../vault/captures.ts";
import type { EditedFile, FileMarks } from "../../vault/edits/describe-edits.ts";
import { type EntryMark, markEntry, packMarks, unpackMarks } from "../../vault/edits/entry-mark.ts";
import { foldOwn } from "../../vault/edits/fold-own.ts";
import { isIgnoredPath, maxFileBytes } from "../../vault/list-files.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { resolveInVault, type TopicPath, toTopicPath } from "../../vault/paths.ts";
import { readOwn } from "../../vault/read-settled.ts";
import { writtenPaths } from "../../vault/recent-writes.ts";
import { sha256Hex } from "../../vault/sha256.ts";
import type { MemoryContext } from "../context.ts";
import { createOwnWriteReader, isTakenAway, type OwnWriteReader } from "./own-writes.ts";

/**
 * The files of a vault as they were last seen, and what Loci's processes did to them since. Kept in memory only: what a
 * killed process had not logged yet is never logged, and never twice.
 */
export interface SeenFiles {
  /** Takes over what Loci's processes wrote; soon after they did, for they keep no long account of it. */
  foldOwn(): Promise<void>;
  /** Files changed by others, by what the index knows of them; from now on their current state counts as seen. */
  takeChanged(): Promise<EditedFile[]>;
}

/** Sees the files as the index knows them. */
export function seeFiles(
  context: Pick<MemoryContext, "root" | "lociDir" | "clock" | "index" | "lock">,
): SeenFiles {
  const { lociDir, index, lock } = context;
  const seen: Seen = { ...context, byPath: readIndexed(context), own: createOwnWriteReader() };
  return {
    async foldOwn() {
      if (!hasAny(lociDir, "writes") && !hasAny(lociDir, "captured")) return;
      await lock(() => {
        const paths = new Set([...writtenPaths(lociDir), ...capturedPaths(lociDir)]);
        for (const path of paths) if (isTopic(path)) foldFile(seen, path);
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
  readonly clock: DeviceClock;
  readonly byPath: Map<string, { readonly hash: string; readonly packed: string }>;
  readonly own: OwnWriteReader;
}

function readIndexed({ index }: Pick<MemoryContext, "index">): Seen["byPath"] {
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

/** What the file would be, had only Loci written to it. */
function foldFile(seen: Seen, path: TopicPath): void {
  const { root, lociDir, clock, own, byPath } = seen;
  const file = { root, lociDir, clock, path };
  if (!existsSync(join(root, path)) && isTakenAway(file)) byPath.delete(path);
  const bytes = readOwn(resolveInVault(root, path), maxFileBytes);
  const wrote = bytes && own.read(file, bytes);
  if (bytes === undefined || wrote === undefined) return;
  const now = toMarks(path, bytes);
  const before = byPath.get(path);
  const entries = foldOwn(unpackMarks(before?.packed ?? ""), now.entries, wrote.texts);
  if (before === undefined && entries.length === 0 && !wrote.isLast) return; // Loci did not make it.
  const isOurs = wrote.isLast && wordsOf(entries) === wordsOf(now.entries);
  const hash = isOurs ? now.hash : (before?.hash ?? "");
  byPath.set(path, { hash, packed: packMarks(entries) });
}

const wordsOf = (entries: readonly EntryMark[]): string =>
  entries.map(({ textId, whole }) => `${textId} ${whole}`).join("\n");

/** The file before and now, where it differs; from now on it is seen as it is. */
function takeFile(seen: Seen, path: TopicPath): EditedFile | undefined {
  const { root, byPath } = seen;
  foldFile(seen, path);
  const bytes = readOwn(resolveInVault(root, path), maxFileBytes);
  const now = bytes && toMarks(path, bytes);
  const isGone = !existsSync(join(root, path));
  if (now === undefined && !isGone) return undefined; // It cannot be read now: the next scan retries.
  const before = byPath.get(path);
  if (before?.hash === now?.hash) return undefined;
  if (now === undefined) byPath.delete(path);
  else byPath.set(path, { hash: now.hash, packed: packMarks(now.entries) });
  return {
    ...{ path, now },
    before: before && { hash: before.hash, entries: unpackMarks(before.packed) },
  };
}

function toMarks(path: TopicPath, bytes: Uint8Array): FileMarks {
  const entries = parseTopic(path, bytes).entries.map((entry) => markEntry(entry));
  return { hash: sha256Hex(bytes), entries };
}
