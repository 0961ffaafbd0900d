/** "LocS" in ASCII: marks the file as ours. */
export const applicationId = 0x4c6f6353;
/** What `user_version` says of this layout; one of an older number is read by older-layout.ts. */
export const layoutVersion = 11;

/** Kept in this process alone where privacy settings say so. */
export const recalledTables = `
CREATE TABLE recalled(                  -- what is in the context of an agent
  n INTEGER PRIMARY KEY, session TEXT NOT NULL, agent TEXT NOT NULL, file TEXT NOT NULL, entry TEXT NOT NULL,
  value TEXT NOT NULL,                  -- JSON
  UNIQUE (session, agent, file, entry)) STRICT;
CREATE TABLE used(                      -- when a memory was last of use; restored: it came back from the archive
  entry TEXT PRIMARY KEY, day TEXT NOT NULL, restored INTEGER NOT NULL) STRICT;
`;

/** Moments (`at`) are ms since the epoch. Messages are ordered by their number, sessions by \`n\`, never by time. */
export const schema = `
CREATE TABLE session(
  n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, person TEXT, agent TEXT NOT NULL,
  mode TEXT NOT NULL, language TEXT NOT NULL, state TEXT NOT NULL, topic TEXT,
  messages INTEGER NOT NULL,            -- the number of its last message, also when that is gone
  started_at INTEGER NOT NULL, at INTEGER NOT NULL, -- of the last message
  bound INTEGER NOT NULL) STRICT;       -- 1: begun with a person's token
CREATE TABLE message(
  session TEXT NOT NULL, id INTEGER NOT NULL, role TEXT NOT NULL, agent TEXT NOT NULL, content TEXT NOT NULL,
  recalled TEXT NOT NULL, value TEXT NOT NULL, -- JSON; the rest of it
  at INTEGER NOT NULL, digested INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (session, id)) STRICT;
CREATE TABLE event(n INTEGER PRIMARY KEY, session TEXT NOT NULL, value TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
CREATE INDEX event_session ON event(session);
CREATE TABLE slot(
  n INTEGER PRIMARY KEY, session TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
  UNIQUE (session, name)) STRICT;
CREATE TABLE digestion(
  n INTEGER PRIMARY KEY, session TEXT NOT NULL UNIQUE, -- or the path of a topic that is too long
  up_to INTEGER NOT NULL, last INTEGER NOT NULL, -- messages that it covers, and that were there when it was queued
  attempts INTEGER NOT NULL DEFAULT 0, begun INTEGER NOT NULL DEFAULT 0, reason TEXT, plan TEXT,
  at INTEGER NOT NULL) STRICT;          -- when it is due
CREATE TABLE resolved(                  -- agent: NULL where several took part, it may retell what only one may know
  n INTEGER PRIMARY KEY, session TEXT NOT NULL, person TEXT, agent TEXT,
  summary TEXT NOT NULL, topic TEXT NOT NULL, sentiment TEXT NOT NULL, intents TEXT NOT NULL, -- JSON
  at INTEGER NOT NULL, seen INTEGER NOT NULL) STRICT; -- when that person was here last
CREATE TABLE owed(what TEXT PRIMARY KEY) STRICT; -- 'wipe': what was deleted is in the file, 'damaged': in those too
${recalledTables}
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${layoutVersion};
`;
