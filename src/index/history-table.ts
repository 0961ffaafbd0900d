import { rmSync } from "node:fs";
import Database from "better-sqlite3";
import { useWriteAheadLog } from "../write-ahead.ts";

/** Raised when the tables change; a file of another layout is made again. */
const layout = 2;
/** "LocH" in ASCII: marks the file as ours. */
const applicationId = 0x4c6f6348;

/** Names and paths only, and no content: what was forgotten is in none of it. */
const schema = `
CREATE TABLE path(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE node(
  id INTEGER PRIMARY KEY AUTOINCREMENT,           -- none stands for two commits, ever
  oid BLOB NOT NULL UNIQUE CHECK(length(oid) = 20),
  time INTEGER,                                   -- seconds; NULL: only known as a parent
  parents TEXT,                                   -- ids, with spaces between them
  too_large INTEGER NOT NULL DEFAULT 0) STRICT;   -- 1: it changed more than is stored of one commit
CREATE INDEX node_missing ON node(id) WHERE time IS NULL;
CREATE TABLE change(
  path INTEGER NOT NULL,
  node INTEGER NOT NULL,
  parent INTEGER NOT NULL,                        -- its place among the parents
  before BLOB CHECK(length(before) = 20),
  after BLOB CHECK(length(after) = 20),
  PRIMARY KEY(path, node, parent)) STRICT, WITHOUT ROWID;
CREATE INDEX change_node ON change(node);
`;

/** What a commit did. */
export interface CommitChanges {
  readonly oid: string;
  /** Seconds since 1970. */
  readonly time: number;
  readonly parents: readonly string[];
  /** By parent, the files that are others than there; of a first commit one list with all of its files. */
  readonly changes: readonly (readonly FileChange[])[];
  /** More than is stored of one commit; then there are no changes here. */
  readonly isTooLarge: boolean;
}

interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A change by a stored commit, against the parent at this place. */
interface StoredChange extends FileChange {
  readonly node: number;
  readonly parent: number;
}

/** A table of what commits did; it fits the `HistoryTable` of `sync/history`, which is its contract. */
export type HistoryTableFile = ReturnType<typeof openHistoryTable>;

/**
 * The table of a vault's history: derived, so that a file that is missing, damaged or of another version is made again.
 * It is opened with its first use; in memory, where there can be no file.
 */
export function openHistoryTable(file: string) {
  let store: Store | undefined;
  const opened = (): Store => {
    store ??= openSound(file);
    return store;
  };
  const write = (work: (store: Store) => void): boolean => {
    const one = opened();
    try {
      one.db.transaction(() => work(one)).immediate();
      return true;
    } catch (error) {
      one.room.countAnew(); // What was taken was not stored.
      if (error instanceof Database.SqliteError) return false;
      throw error;
    }
  };
  return {
    idOf: (oid: string): number | undefined => opened().idOf.get(toBlob(oid)),
    has: (oid: string): boolean => opened().has.get(toBlob(oid)) !== undefined,
    oidOf: (id: number): string => toHex(opened().oidOf.get(id)) ?? "",
    missing: (): string[] =>
      opened()
        .missing.all()
        .map((oid) => toHex(oid) ?? ""),
    nodes: () =>
      new Map(
        opened()
          .nodes.all()
          .map(([id, time, parents, isTooLarge]) => [
            id,
            { time, parents: toIds(parents), isTooLarge: isTooLarge === 1 },
          ]),
      ),
    changesOf: (path: string): StoredChange[] =>
      opened()
        .changesOf.all(path)
        .map((row) => toChange(row, path)),
    changesIn: (id: number): StoredChange[] =>
      opened()
        .changesIn.all(id)
        .map((row) => toChange(row, row[4])),
    add: (commits: readonly CommitChanges[]): boolean =>
      write((one) => {
        for (const commit of commits) addCommit(one, commit);
      }),
    keepOnly(ids: ReadonlySet<number>): void {
      write((one) => dropOthers(one, ids));
      opened().room.countAnew();
      opened().db.pragma("wal_checkpoint(TRUNCATE)"); // What was dropped is not left in the log either.
    },
    close: () => void store?.db.close(),
  };
}

type ChangeRow = [node: number, parent: number, before: Buffer | null, after: Buffer | null];

type Store = ReturnType<typeof prepare>;

/** Opens the file, or a new one in place of one that is of no use; in memory where no file can be. */
function openSound(file: string): Store {
  for (let tries = 0; tries < 2; tries++) {
    try {
      return openStore(file);
    } catch (error) {
      if (!isUseless(error)) break;
      // Its companions first: an old -wal must not meet a new file.
      for (const end of ["-wal", "-shm", ""]) rmSync(file + end, { force: true });
    }
  }
  return openStore(":memory:");
}

class OtherFile extends Error {}

const isUseless = (error: unknown): boolean =>
  error instanceof OtherFile ||
  (error instanceof Database.SqliteError &&
    (/^SQLITE_(CORRUPT|NOTADB|FORMAT|IOERR_SHORT_READ)/.test(error.code) ||
      /no such (table|column)|malformed/.test(error.message)));

function openStore(file: string): Store {
  const db = new Database(file, { timeout: 3_000 });
  try {
    useWriteAheadLog(db);
    db.pragma("synchronous = NORMAL");
    db.pragma("cache_size = -4000");
    db.pragma("temp_store = MEMORY");
    db.pragma("journal_size_limit = 4194304");
    db.pragma("secure_delete = ON"); // A path that git no longer has is on no free page either.
    db.transaction(() => createTables(db)).immediate();
    const [version, id] = [pragma(db, "user_version"), pragma(db, "application_id")];
    if (version !== layout || id !== applicationId) throw new OtherFile();
    if (pragma(db, "quick_check(1)") !== "ok") throw new OtherFile();
    return prepare(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

const pragma = (db: Database.Database, name: string): unknown => db.pragma(name, { simple: true });

function createTables(db: Database.Database): void {
  if (pragma(db, "user_version") !== 0) return;
  db.exec(schema);
  db.pragma(`application_id = ${applicationId}`);
  db.pragma(`user_version = ${layout}`);
}

/** A database with the statements that are used again and again. */
function prepare(db: Database.Database) {
  return {
    db,
    idOf: db.prepare<[Buffer], number>("SELECT id FROM node WHERE oid = ?").pluck(),
    has: db
      .prepare<[Buffer], number>("SELECT 1 FROM node WHERE oid = ? AND time IS NOT NULL")
      .pluck(),
    oidOf: db.prepare<[number], Buffer>("SELECT oid FROM node WHERE id = ?").pluck(),
    missing: db.prepare<[], Buffer>("SELECT oid FROM node WHERE time IS NULL ORDER BY id").pluck(),
    nodes: db
      .prepare<[], [number, number, string, number]>(
        "SELECT id, time, parents, too_large FROM node WHERE time IS NOT NULL",
      )
      .raw(),
    changesOf: db
      .prepare<[string], ChangeRow>(
        `SELECT node, parent, before, after FROM change
         WHERE path = (SELECT id FROM path WHERE name = ?)`,
      )
      .raw(),
    changesIn: db
      .prepare<[number], [...ChangeRow, string]>(
        `SELECT node, parent, before, after, name FROM change JOIN path ON path.id = change.path
         WHERE node = ? ORDER BY parent, name`,
      )
      .raw(),
    addNode: db.prepare("INSERT INTO node(oid) VALUES (?)"),
    fillNode: db.prepare(
      "UPDATE node SET time = ?, parents = ?, too_large = ? WHERE id = ? AND time IS NULL",
    ),
    emptyNode: db.prepare("UPDATE node SET time = NULL, parents = NULL WHERE id = ?"),
    dropChanges: db.prepare("DELETE FROM change WHERE node = ?"),
    dropNode: db.prepare("DELETE FROM node WHERE id = ?"),
    room: createRoom(db),
    pathId: db.prepare<[string], number>("SELECT id FROM path WHERE name = ?").pluck(),
    addPath: db.prepare("INSERT INTO path(name) VALUES (?)"),
    addChange: db.prepare(
      "INSERT OR IGNORE INTO change(path, node, parent, before, after) VALUES (?, ?, ?, ?, ?)",
    ),
  };
}

/** Another process may have added it meanwhile. */
function addCommit(store: Store, commit: CommitChanges): void {
  const { oid, time, parents, changes } = commit;
  const node = nodeFor(store, oid);
  const ids = parents.map((parent) => nodeFor(store, parent));
  const isTooLarge = commit.isTooLarge || !store.room.take(changes);
  if (store.fillNode.run(time, ids.join(" "), Number(isTooLarge), node).changes === 0) return;
  for (const [parent, files] of isTooLarge ? [] : changes.entries()) {
    for (const { path, before, after } of files) {
      const id = store.pathId.get(path) ?? store.addPath.run(path).lastInsertRowid;
      store.addChange.run(id, node, parent, toBlobOrNull(before), toBlobOrNull(after));
    }
  }
}

function nodeFor({ idOf, addNode }: Store, oid: string): number {
  const blob = toBlob(oid);
  return idOf.get(blob) ?? Number(addNode.run(blob).lastInsertRowid);
}

function dropOthers(store: Store, ids: ReadonlySet<number>): void {
  const { db, nodes, dropChanges, dropNode, emptyNode } = store;
  const parents = new Map(nodes.all().map(([id, , text]) => [id, toIds(text)]));
  for (const id of db.prepare<[], number>("SELECT id FROM node").pluck().all()) {
    if (!ids.has(id)) {
      dropChanges.run(id);
      dropNode.run(id);
    } else if (parents.get(id)?.some((parent) => !ids.has(parent)) === true) {
      // A shallow clone ends here now: once it no longer does, it is read again, and so is what was before.
      dropChanges.run(id);
      emptyNode.run(id);
    }
  }
  db.exec("DELETE FROM path WHERE id NOT IN (SELECT path FROM change)");
}

/** The table may grow by so many changes for each commit, and by these at once; a long path counts for several. */
const roomPerCommit = 100;
const roomAtOnce = 500_000;
const pathUnit = 100;

/** Keeps the disk from what a few crafted commits could fill it with. */
function createRoom(db: Database.Database) {
  const count = (sql: string): number => db.prepare<[], number>(sql).pluck().get() ?? 0;
  let left: number | undefined;
  return {
    /** Whether the changes of one more commit fit. */
    take(changes: CommitChanges["changes"]): boolean {
      left ??=
        roomAtOnce +
        roomPerCommit * count("SELECT count(*) FROM node") -
        count("SELECT count(*) FROM change") -
        count(`SELECT coalesce(sum(length(name)), 0) / ${pathUnit} FROM path`);
      let wanted = 0;
      for (const files of changes)
        for (const { path } of files) wanted += 1 + Math.floor(path.length / pathUnit);
      left += roomPerCommit;
      if (wanted > left) return false;
      left -= wanted;
      return true;
    },
    countAnew(): void {
      left = undefined;
    },
  };
}

const toBlob = (oid: string): Buffer => Buffer.from(oid, "hex");
const toBlobOrNull = (oid: string | undefined): Buffer | null =>
  oid === undefined ? null : toBlob(oid);
const toHex = (blob: Buffer | null | undefined): string | undefined => blob?.toString("hex");
const toIds = (parents: string): readonly number[] =>
  parents === "" ? [] : parents.split(" ").map(Number);

function toChange(
  [node, parent, before, after]: readonly [...ChangeRow, ...string[]],
  path: string,
): StoredChange {
  return { node, parent, path, before: toHex(before), after: toHex(after) };
}
