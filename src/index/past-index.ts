import Database from "better-sqlite3";
import { pathKey, type TopicPath } from "../vault/paths.ts";
import { sha256 } from "../vault/sha256.ts";
import type { Topic } from "../vault/topic.ts";
import { findQuotes } from "./find-quotes.ts";
import type { IndexDb } from "./open-index.ts";
import { replaceLogs } from "./reconcile-logs.ts";
import { type RowSettings, topicToRows } from "./rows.ts";
import { createRowWriter } from "./write-rows.ts";

/** The files of a vault as they were once. */
export interface PastFiles {
  readonly topics: readonly PastFile[];
  /** Digest logs. */
  readonly logs: readonly PastFile[];
}

export interface PastFile {
  readonly path: TopicPath;
  readonly bytes: Uint8Array;
}

export interface PastIndexOptions extends PastFiles {
  readonly settings: RowSettings;
  readonly parse: (path: TopicPath, bytes: Uint8Array) => Topic;
  /** Whether the quotes of an entry with this text may be used. */
  readonly isKept: (text: string) => boolean;
  /** Drops the vectors of chunks that leave; called inside the transaction. */
  readonly onRemoved: (db: Database.Database, chunkIds: readonly number[]) => void;
}

/** A copy of an index in memory. */
export function copyIndex(index: IndexDb): IndexDb {
  const bytes = index.run((db) => db.serialize());
  bytes.fill(1, 18, 20); // A journal of its own (WAL) is nothing for a database in memory.
  const db = new Database(bytes);
  return {
    run: (work) => work(db),
    generation: () => 1,
    drop: () => {
      throw new TypeError("Cannot empty an index of the past: close it");
    },
    close: () => void db.close(),
  };
}

/** Makes a copy of an index equal to other versions of the files: what has not changed since keeps its rows. */
export function fillPastIndex(index: IndexDb, options: PastIndexOptions): void {
  index.run((db) => db.transaction(() => fill(db, options)).immediate());
}

function fill(db: Database.Database, options: PastIndexOptions): void {
  const { topics, logs, settings, parse, isKept, onRemoved } = options;
  const writer = createRowWriter(db, (ids) => onRemoved(db, ids));
  replaceLogs(db, logs, isKept); // Before the rows are read: it marks those whose quotes changed.
  const rows = db
    .prepare<[], { id: number; path: string; hash: Buffer }>("SELECT id, path, hash FROM file")
    .all();
  const paths = new Set<string>(topics.map(({ path }) => path));
  for (const { id, path } of rows) if (!paths.has(path)) writer.removeFile(id);
  const hashes = new Map(rows.map(({ path, hash }) => [path, hash]));
  const quotes = findQuotes(db);
  for (const { path, bytes } of topics) {
    const hash = sha256(bytes);
    if (hashes.get(path)?.equals(hash) === true) continue;
    const stat = { path, size: bytes.length, mtimeMs: 0, ctimeMs: 0, ino: 0 };
    const version = { stat, pathKey: pathKey(path), hash, indexedAt: 0 };
    writer.writeFile(version, topicToRows(parse(path, bytes), settings, quotes));
  }
}
