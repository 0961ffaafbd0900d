/**
 * Ids of chunks tell their file and about how long they are: `file_id * idsPerFile + n * 16 + lengthClass`, n from 1. So what is
 * found by a word is known by file and weighed by length without a look at any other table. The fewer ids a file has, the
 * fewer bytes each takes, above all in the full-text tables; one of many chunks has those of the next files (`span`) too.
 */
export const idsPerFile: number = 2 ** 12;

const spanOf = (chunks: number): number => Math.ceil(((chunks + 1) * 16) / idsPerFile);

/** How many blocks of ids a file needs: each chunk that changes takes a new id, so twice as many as it has chunks. */
export const neededSpan = (chunks: number): number => spanOf(2 * chunks);

/** The same with room to grow by half, for a new file. */
export const roomySpan = (chunks: number): number => spanOf(3 * chunks);

/**
 * The derived index of one vault. Disposable: whatever is in doubt is rebuilt from the files.
 * `chunk` holds one row an entry or note passage; `terms` are its content terms in order (what ranking counts), `said`
 * those of the person's words behind it, which follow from its text and the rows of `quote`. No index serves a look for an
 * `uid`: who has none but that reads all rows.
 * The full-text tables hold no copy of the text (contentless); their rowid is `chunk.id` and `file.id`. What was deleted
 * from them stays in their segments until they are merged: see expunge.ts.
 */
export const indexSchema = `
CREATE TABLE meta(key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
CREATE TABLE bank(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE file(
  id INTEGER PRIMARY KEY,
  span INTEGER NOT NULL,              -- how many blocks of ids it has: see idsPerFile
  path TEXT NOT NULL UNIQUE,          -- relative to the vault, as readdir gave it, never normalised
  other_key TEXT,                     -- path_key where it differs from the path
  path_key TEXT AS (coalesce(other_key, path)), -- NFC and lower case: finds twins
  size INTEGER NOT NULL, mtime_ms REAL NOT NULL, ctime_ms REAL NOT NULL, ino REAL NOT NULL,
  hash BLOB NOT NULL,                 -- sha256 of the bytes
  indexed_at REAL NOT NULL,           -- ms since the epoch, taken before the file was read
  scope TEXT NOT NULL,                -- '' | 'people/<id>' | 'agents/<id>'
  owner TEXT NOT NULL DEFAULT '',     -- whose own all of it is by its frontmatter, '' if shared
  kind TEXT NOT NULL,                 -- 'topic' | 'general' | 'profile' | 'agent' | 'note'
  archived INTEGER NOT NULL,          -- 1 under archive/
  topic TEXT NOT NULL,                -- slug ('cooking'); for other files the path without '.md'
  title TEXT NOT NULL, summary TEXT NOT NULL, aliases TEXT NOT NULL, -- aliases: JSON array
  updated TEXT NOT NULL,              -- newest date in frontmatter or entries, '' if none
  problems TEXT NOT NULL,             -- JSON array of Problem
  language TEXT NOT NULL,             -- of most of its text
  line_languages TEXT NOT NULL,       -- of its chunks, each once, joined by spaces
  tags TEXT NOT NULL,                 -- JSON array
  secret INTEGER NOT NULL DEFAULT 0,  -- 1 where all of it is, or its name
  chunks INTEGER NOT NULL, terms INTEGER NOT NULL) STRICT; -- rows, and content terms in them
CREATE INDEX file_span ON file(span) WHERE span > 1;
CREATE INDEX file_scope ON file(scope) WHERE scope <> '';
CREATE TABLE chunk(
  id INTEGER PRIMARY KEY,             -- tells file and length: see idsPerFile
  block INTEGER NOT NULL,             -- which of its file's blocks the id is in, from 0
  file_id INTEGER AS (id / ${idsPerFile} - block),
  position INTEGER NOT NULL,          -- 0-based order within the file
  is_moved INTEGER AS (position <> (id - file_id * ${idsPerFile}) / 16 - 1),
  is_note INTEGER NOT NULL,
  kind TEXT AS (CASE WHEN is_note THEN 'note' ELSE 'entry' END),
  uid_key ANY NOT NULL,               -- uid, as bytes where it is hexadecimal
  uid TEXT AS (CASE typeof(uid_key) WHEN 'blob' THEN lower(hex(uid_key)) ELSE uid_key END), -- Entry.id; for a note the hash of its text
  line INTEGER NOT NULL, end_line INTEGER NOT NULL,
  heading TEXT NOT NULL,              -- headings above, joined by ' > '
  text TEXT NOT NULL,
  date TEXT NOT NULL,                 -- YYYY-MM-DD or ''
  bank_id INTEGER NOT NULL,
  own_tags TEXT NOT NULL,             -- JSON array of those that its file has not, '' if none: see tagsOfChunk
  fields TEXT NOT NULL,               -- JSON
  secret INTEGER NOT NULL DEFAULT 0,  -- 1: for this device and its network alone
  owner TEXT NOT NULL,                -- whose own it is: personKey() of the entry around it, '' if shared
  language TEXT NOT NULL,
  terms TEXT NOT NULL,                -- content terms (stems) in order, joined by spaces
  said TEXT NOT NULL,                 -- those of the quotes behind an entry, '' if none
  text_id TEXT NOT NULL,              -- an entry's id by its text, '' where that is its uid, and for notes
  superseded INTEGER NOT NULL,        -- 1 where another entry stands for it
  counted INTEGER NOT NULL,           -- 1 for a memory that counts: see src/vault/counting.ts
  hash BLOB) STRICT;                  -- 16 bytes: key of the embedding cache; NULL where no vector is kept
CREATE INDEX chunk_moved ON chunk(file_id, position) WHERE is_moved; -- see aroundPlaces
CREATE INDEX chunk_owner ON chunk(owner) WHERE owner <> '';
CREATE INDEX chunk_superseded ON chunk(id) WHERE superseded = 1;
CREATE INDEX chunk_secret ON chunk(id) WHERE secret;
CREATE INDEX chunk_text ON chunk(text_id) WHERE text_id <> '';
CREATE TABLE log(
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,          -- a digest log, log/YYYY-MM.md; the rest as in file
  size INTEGER NOT NULL, mtime_ms REAL NOT NULL, ctime_ms REAL NOT NULL, ino REAL NOT NULL,
  hash BLOB NOT NULL, indexed_at REAL NOT NULL) STRICT;
CREATE TABLE quote(
  log_id INTEGER NOT NULL,
  scope TEXT NOT NULL,                -- of the file that the log names
  text_id TEXT NOT NULL,              -- of the entry that the quote is behind
  person TEXT NOT NULL,               -- who said it, '' if not named
  words TEXT NOT NULL) STRICT;
CREATE INDEX quote_text ON quote(text_id);
CREATE INDEX quote_log ON quote(log_id);
CREATE VIRTUAL TABLE chunk_fts USING fts5(body, heading, content='', contentless_delete=1,
  tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co M*'");
CREATE VIRTUAL TABLE file_fts USING fts5(title, content='', contentless_delete=1,
  tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co M*'");
`;

/** A condition on `c` (chunk): those of `f` (file). */
export const ofFile: string = `c.id BETWEEN f.id * ${idsPerFile} AND (f.id + f.span) * ${idsPerFile} - 1`;

/**
 * A condition on `c` for use with one on its position: a file's chunks whose ids fit positions first to last, and all that
 * moved. Ids follow positions until the file changes.
 */
export const aroundPlaces = (file: string, first: string, last = first): string =>
  `(c.id BETWEEN ${file} * ${idsPerFile} + (${first} + 1) * 16 AND ${file} * ${idsPerFile} + (${last} + 1) * 16 + 15
    OR c.file_id = ${file} AND c.is_moved)`;

/** 0 to 15: two classes for each doubling of the number of terms. */
export const lengthClass = (terms: number): number =>
  terms < 2 ? 0 : Math.min(15, Math.round(2 * Math.log2(terms)));

/** About how many terms the chunks of a class have. */
export const lengthOf = (lengthClass: number): number => 2 ** (lengthClass / 2);

/** What `chunk.own_tags` and `file.tags` say together. */
export const tagsOfChunk = (ownTags: string, fileTags: string): string[] => [
  ...new Set<string>([...JSON.parse(fileTags), ...(ownTags === "" ? [] : JSON.parse(ownTags))]),
];
