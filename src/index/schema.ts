/**
 * The derived index of one vault. Disposable: whatever is in doubt is rebuilt from the files.
 * `chunk` holds one row an entry or note passage; `terms` are its content terms in order (what ranking counts), `said`
 * those of the person's words behind it, which follow from its text and the rows of `quote`.
 * The full-text tables hold no copy of the text (contentless); their rowid is `chunk.id` and `file.id`. Of a chunk they know
 * which terms it holds, those of the headings above it marked (terms.ts), and nothing else, which takes half the room. A row
 * of `file_fts` is a whole file: its names, and all its lines in force that are nobody's own. The second column of a table
 * takes two bytes a term more. What was deleted stays in their segments until they are merged: see expunge.ts.
 */
export const indexSchema = `
CREATE TABLE meta(key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
CREATE TABLE seen(                    -- what was read, and as what it looked from outside
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,          -- of a file, or of a digest log (log/YYYY-MM.md)
  size INTEGER NOT NULL, mtime_ms REAL NOT NULL, ctime_ms REAL NOT NULL, ino REAL NOT NULL,
  hash BLOB NOT NULL,                 -- sha256 of the bytes; empty where they are to be read again
  indexed_at REAL NOT NULL) STRICT;   -- ms since the epoch, taken before it was read
CREATE TABLE file(
  id INTEGER PRIMARY KEY,             -- that of 'seen'
  path TEXT NOT NULL UNIQUE,          -- relative to the vault, as readdir gave it, never normalised
  other_key TEXT,                     -- path_key where it differs from the path
  path_key TEXT AS (coalesce(other_key, path)), -- NFC and lower case: finds twins
  scope TEXT NOT NULL,                -- '' | 'people/<id>' | 'agents/<id>'
  owner TEXT NOT NULL,                -- whose own all of it is by its frontmatter, '' if shared
  kind TEXT NOT NULL,                 -- 'topic' | 'general' | 'profile' | 'agent' | 'note'
  archived INTEGER NOT NULL,          -- 1 under archive/
  topic TEXT NOT NULL,                -- slug ('cooking'); for other files the path without '.md'
  title TEXT NOT NULL, summary TEXT NOT NULL, aliases TEXT NOT NULL, -- aliases: JSON array
  updated TEXT NOT NULL,              -- newest date in frontmatter or entries, '' if none
  problems TEXT NOT NULL,             -- JSON array of Problem
  language TEXT NOT NULL,             -- of most of its text
  line_languages TEXT NOT NULL,       -- of its chunks, each once, joined by spaces
  tags TEXT NOT NULL,                 -- JSON array
  secret INTEGER NOT NULL,            -- 1 where all of it is, or its name
  chunks INTEGER NOT NULL, terms INTEGER NOT NULL) STRICT; -- rows, and content terms in them
CREATE INDEX file_figures ON file(language, line_languages, chunks, terms);
CREATE INDEX file_scope ON file(scope) WHERE scope <> '';
CREATE TABLE chunk(
  id INTEGER PRIMARY KEY,
  file_id INTEGER NOT NULL,
  position INTEGER NOT NULL,          -- 0-based order within the file
  line INTEGER NOT NULL,
  length INTEGER NOT NULL,            -- content terms
  is_note INTEGER NOT NULL, kind TEXT AS (iif(is_note, 'note', 'entry')),
  superseded INTEGER NOT NULL,        -- 1 where another entry stands for it
  counted INTEGER NOT NULL,           -- 1 for a memory that counts: see isCounted in src/vault/topic/entry.ts
  secret INTEGER NOT NULL,            -- 1: for this device and its network alone
  bank TEXT NOT NULL,
  owner TEXT NOT NULL,                -- whose own it is: personKey() of the entry around it, '' if shared
  date TEXT NOT NULL,                 -- YYYY-MM-DD or ''
  fields TEXT NOT NULL,               -- JSON
  uid_key ANY NOT NULL,               -- uid, as bytes where it is the hash of a text
  uid TEXT AS (iif(typeof(uid_key) = 'blob', lower(hex(uid_key)), uid_key)), -- Entry.id; for a note the hash of its text
  language TEXT NOT NULL,
  heading TEXT NOT NULL,              -- headings above, joined by ' > '
  own_tags TEXT NOT NULL,             -- JSON array of those that its file has not, '' if none
  text_id TEXT NOT NULL,              -- an entry's id by its text, '' where that is its uid, and for notes
  hash BLOB,                          -- 16 bytes: key of the embedding cache; NULL where no vector is kept
  text TEXT NOT NULL,
  terms TEXT NOT NULL,                -- content terms (stems) in order, joined by spaces
  said TEXT NOT NULL) STRICT;         -- those of the quotes behind an entry, '' if none
CREATE INDEX chunk_file ON chunk(file_id, position);
CREATE INDEX chunk_owner ON chunk(owner) WHERE owner <> '';
CREATE INDEX chunk_secret ON chunk(id) WHERE secret;
CREATE INDEX chunk_hash ON chunk(hash) WHERE hash IS NOT NULL;
CREATE INDEX chunk_text ON chunk(text_id) WHERE text_id <> '';
CREATE TABLE quote(
  log TEXT NOT NULL,                  -- path of the log that it stands in
  scope TEXT NOT NULL,                -- of the file that the log names
  text_id TEXT NOT NULL,              -- of the entry that the quote is behind
  person TEXT NOT NULL,               -- who said it, '' if not named
  words TEXT NOT NULL) STRICT;
CREATE INDEX quote_text ON quote(text_id);
CREATE INDEX quote_log ON quote(log);
CREATE VIRTUAL TABLE chunk_fts USING fts5(body, content='', contentless_delete=1, detail=none,
  tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co M*'");
CREATE VIRTUAL TABLE file_fts USING fts5(body, name, content='', contentless_delete=1,
  tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co M*'");
`;
