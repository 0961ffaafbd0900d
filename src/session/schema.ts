import type Database from "better-sqlite3";

/** "LocS" in ASCII: marks the file as ours. */
const applicationId = 0x4c6f6353;

/**
 * What made each version of the database out of the one before; `user_version` counts them. Conversations cannot be
 * made again from files: a step is only ever added, never changed.
 * Moments are three columns (`*wall`, `*up`, `*boot`), see clock.ts. Messages are ordered by number, never by time.
 */
export const migrations: readonly string[] = [
  `
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE boot(id TEXT PRIMARY KEY, shift INTEGER NOT NULL, up INTEGER NOT NULL) STRICT;
CREATE TABLE session(
  id TEXT PRIMARY KEY, person TEXT, agent TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('text', 'voice')),
  language TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('idle', 'active', 'digesting', 'closed')),
  topic TEXT,
  messages INTEGER NOT NULL,            -- the number of its last message, also when that is gone
  started_wall INTEGER NOT NULL, started_up INTEGER NOT NULL, started_boot TEXT NOT NULL,
  wall INTEGER NOT NULL, up INTEGER NOT NULL, boot TEXT NOT NULL) STRICT; -- of the last message
CREATE TABLE message(
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  session TEXT NOT NULL, id INTEGER NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'tool')),
  agent TEXT NOT NULL, content TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('text', 'voice')),
  language TEXT NOT NULL, detected TEXT,
  switched INTEGER NOT NULL, private INTEGER NOT NULL,
  call TEXT, confidence REAL,
  extra TEXT NOT NULL,                  -- JSON: toolCalls, recalled, latency, degradations
  wall INTEGER NOT NULL, up INTEGER NOT NULL, boot TEXT NOT NULL,
  UNIQUE (session, id)) STRICT;
CREATE TABLE event(
  n INTEGER PRIMARY KEY, session TEXT NOT NULL, value TEXT NOT NULL, -- JSON
  wall INTEGER NOT NULL, up INTEGER NOT NULL, boot TEXT NOT NULL) STRICT;
CREATE INDEX event_session ON event(session);
CREATE TABLE visit(
  n INTEGER PRIMARY KEY, session TEXT NOT NULL, agent TEXT NOT NULL, UNIQUE (session, agent)) STRICT;
CREATE TABLE slot(
  n INTEGER PRIMARY KEY, session TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
  UNIQUE (session, name)) STRICT;
CREATE TABLE recalled(
  n INTEGER PRIMARY KEY, session TEXT NOT NULL, file TEXT NOT NULL, entry TEXT NOT NULL,
  value TEXT NOT NULL,                  -- JSON
  UNIQUE (session, file, entry)) STRICT;
CREATE TABLE contact(                   -- the last interaction with a person; '' is nobody
  person TEXT PRIMARY KEY,
  wall INTEGER NOT NULL, up INTEGER NOT NULL, boot TEXT NOT NULL) STRICT;
CREATE TABLE resolved(
  n INTEGER PRIMARY KEY, session TEXT NOT NULL, person TEXT, summary TEXT NOT NULL, topic TEXT NOT NULL,
  sentiment TEXT NOT NULL CHECK (sentiment IN ('positive', 'neutral', 'negative')),
  intents TEXT NOT NULL,                -- JSON
  wall INTEGER NOT NULL, up INTEGER NOT NULL, boot TEXT NOT NULL) STRICT;
CREATE TABLE digestion(
  n INTEGER PRIMARY KEY, session TEXT NOT NULL UNIQUE,
  up_to INTEGER NOT NULL,               -- the number of the last message that it covers
  attempts INTEGER NOT NULL DEFAULT 0, pause INTEGER NOT NULL DEFAULT 0, -- ms from the moment below on
  reason TEXT, aside TEXT, extraction TEXT, plan TEXT,
  queued_wall INTEGER NOT NULL, queued_up INTEGER NOT NULL, queued_boot TEXT NOT NULL,
  wall INTEGER NOT NULL, up INTEGER NOT NULL, boot TEXT NOT NULL) STRICT;
CREATE TABLE undo(
  n INTEGER PRIMARY KEY, step TEXT NOT NULL UNIQUE, what TEXT NOT NULL, session TEXT) STRICT;
CREATE TABLE undo_file(
  n INTEGER PRIMARY KEY, step TEXT NOT NULL, path TEXT NOT NULL, before BLOB, after BLOB,
  UNIQUE (step, path)) STRICT;
CREATE TABLE model_error(
  n INTEGER PRIMARY KEY,
  wall INTEGER NOT NULL, up INTEGER NOT NULL, boot TEXT NOT NULL) STRICT;
`,
  // How often a digestion was begun, also where nothing came of it; and of a long conversation one stretch at a time.
  `
ALTER TABLE digestion ADD COLUMN begun INTEGER NOT NULL DEFAULT 0;
UPDATE digestion SET up_to = coalesce(
  (SELECT id FROM message WHERE session = digestion.session ORDER BY id LIMIT 1 OFFSET 499), up_to)
WHERE extraction IS NULL AND plan IS NULL;
`,
  // Messages stay readable for a while after their digestion, but for those of a file, which has them.
  `
ALTER TABLE message ADD COLUMN digested INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN keeps INTEGER NOT NULL DEFAULT 1;
`,
  // Which model failed, and how.
  `
ALTER TABLE model_error ADD COLUMN model TEXT NOT NULL DEFAULT '';
ALTER TABLE model_error ADD COLUMN reason TEXT NOT NULL DEFAULT '';
`,
  // A memory is in the context of the agent that recalled it; of those from before it is known where one agent was there.
  `
ALTER TABLE recalled RENAME TO recalled_before;
CREATE TABLE recalled(
  n INTEGER PRIMARY KEY, session TEXT NOT NULL, agent TEXT NOT NULL, file TEXT NOT NULL, entry TEXT NOT NULL,
  value TEXT NOT NULL,                  -- JSON
  UNIQUE (session, agent, file, entry)) STRICT;
INSERT INTO recalled SELECT recalled_before.n, recalled_before.session, max(visit.agent), file, entry, value
  FROM recalled_before JOIN visit ON visit.session = recalled_before.session
  GROUP BY recalled_before.n HAVING count(*) = 1;
DROP TABLE recalled_before;
`,
  // What a conversation came to may retell what only its agent may know; NULL where several took part.
  `
ALTER TABLE resolved ADD COLUMN agent TEXT;
UPDATE resolved SET agent = (
  SELECT max(agent) FROM visit WHERE visit.session = resolved.session HAVING count(DISTINCT agent) = 1);
`,
  // When a memory was last of use, by its id: conversations go, this stays.
  `
CREATE TABLE used(
  entry TEXT PRIMARY KEY, day TEXT NOT NULL,
  restored INTEGER NOT NULL DEFAULT 0) STRICT; -- 1: brought back from the archive
`,
  // Begun with a person's token: what is secret stays out of it.
  `
ALTER TABLE session ADD COLUMN bound INTEGER NOT NULL DEFAULT 0;
`,
  // Undo goes by git's history.
  `
DROP TABLE undo;
DROP TABLE undo_file;
`,
  // Of a digestion nothing is kept but its plan.
  `
ALTER TABLE digestion DROP COLUMN extraction;
ALTER TABLE digestion DROP COLUMN aside;
`,
];

/** `newer`: made by a later Loci; `foreign`: not a database of conversations at all. */
export type Layout = "ours" | "empty" | "newer" | "foreign";

/** What kind of database this is, without writing to it. */
export function layoutOf(db: Database.Database, steps: readonly string[] = migrations): Layout {
  const version = versionOf(db);
  const isOurs = db.pragma("application_id", { simple: true }) === applicationId;
  if (isOurs && version > 0) return version > steps.length ? "newer" : "ours";
  const tables = db.prepare("SELECT count(*) FROM sqlite_schema").pluck().get();
  return tables === 0 && version === 0 ? "empty" : "foreign";
}

/** Brings a database of ours, or an empty one, to the newest layout, in one transaction: half a step cannot be. */
export function migrate(db: Database.Database, steps: readonly string[] = migrations): void {
  if (versionOf(db) === steps.length) return;
  db.transaction(() => {
    // Another process may have done it since.
    for (const step of steps.slice(versionOf(db))) db.exec(step);
    db.pragma(`application_id = ${applicationId}`);
    db.pragma(`user_version = ${steps.length}`);
  }).immediate();
}

const versionOf = (db: Database.Database): number =>
  Number(db.pragma("user_version", { simple: true }));
