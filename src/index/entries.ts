import type { Database } from "better-sqlite3";
import { hasTag, readImportance } from "../vault/topic/entry.ts";
import { reminderDay } from "../vault/topic/reminders.ts";
import { personKey, type Viewer } from "../vault/topic/viewer.ts";
import { conditionsOf, type Filter } from "./conditions.ts";
import { answersOf } from "./kept.ts";
import { prepared } from "./prepared.ts";
import { chunkTerms } from "./terms.ts";
import { conditionsFor } from "./visible.ts";

/** An entry as it was read into the index. */
export interface IndexedEntry {
  /** Entry.id */
  readonly id: string;
  readonly text: string;
  readonly topic: string;
  readonly file: string;
  readonly line: number;
  /** `YYYY-MM-DD` or ''. */
  readonly date: string;
  readonly bank: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  /** Whose own it is, by its mark or by its folder, '' if shared. */
  readonly owner: string;
  /** For this device and its network alone. */
  readonly isSecret: boolean;
}

/** Which entries: of a viewer, those that a filter lets through, and of these, where they are named, no others. */
export interface WhichEntries {
  readonly viewer: Viewer;
  readonly filter: Filter;
  /** `YYYY-MM-DD`: what was true until an earlier day is left out. */
  readonly today: string;
  /** What is marked as secret stays out. */
  readonly hidesSecrets?: boolean | undefined;
  /** By file and Entry.id, in the order that is wanted; without, the newest first. */
  readonly named?: readonly { readonly file: string; readonly id: string }[] | undefined;
}

/** Lists entries: `limit` of them from the one at `offset`, and how many there are. */
export function listEntries(
  db: Database,
  { viewer, filter, today, named, hidesSecrets = false }: WhichEntries,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { readonly entries: readonly IndexedEntry[]; readonly total: number } {
  const { where, params } = conditionsOf({ filter, today }, conditionsFor(viewer));
  const query = {
    join: named && "JOIN json_each(:named) n ON n.value ->> 0 = f.path AND n.value ->> 1 = c.uid",
    where: hidesSecrets ? `${where} AND c.secret = 0` : where,
    params: named
      ? { ...params, named: JSON.stringify(named.map(({ file, id }) => [file, id])) }
      : params,
    end: `ORDER BY ${named ? "n.key" : "c.date DESC, f.path, c.position"} LIMIT ${limit} OFFSET ${offset}`,
  };
  const counted = db.prepare<[object], number>(`SELECT count(*) ${from(query)}`).pluck();
  return { entries: select(db, query), total: counted.get(query.params) ?? 0 };
}

/** Entries with the field `[key:: …]` of this value that a viewer may see, outside the archive; no struck ones. */
export const entriesWithKey = (db: Database, viewer: Viewer, key: string): IndexedEntry[] =>
  select(
    db,
    visibleTo(viewer, "c.fields ->> '$.key' = :key AND c.fields ->> '$.superseded' IS NULL", {
      key,
    }),
  );

/** Entries with this id or exactly this text that a viewer may see, outside the archive. */
export const entriesCalled = (db: Database, viewer: Viewer, name: string): IndexedEntry[] =>
  select(db, visibleTo(viewer, "(c.uid = :name OR c.text = :name)", { name }));

/**
 * Entries that a viewer may have to be reminded of on a day, in force, outside the archive and not secret. All with such
 * a field are kept while nothing is written to the index: each turn of a conversation asks.
 */
export function entriesToRemind(db: Database, viewer: Viewer, today: string): IndexedEntry[] {
  const query = visibleTo(
    viewer,
    `c.fields LIKE '%"remind"%' AND c.superseded = 0 AND c.secret = 0`,
  );
  const all = answersOf(db)(`remind ${JSON.stringify(query.params)}`, () => select(db, query));
  return all.filter(({ fields }) => (reminderDay(fields) ?? "9") <= today);
}

/** Entries in force that have all content words of a text (all words, where none carries meaning), of these scopes; the shortest first. */
export function entriesOfWords(
  db: Database,
  text: string,
  scopes: readonly string[],
): IndexedEntry[] {
  const { terms, body } = chunkTerms({ text, headings: [], date: "" }, "en");
  const words = new Set(terms.length > 0 ? terms : body.split(" ").filter(Boolean));
  if (words.size === 0) return [];
  const match = [...words].map((word) => `"${word}"`).join(" AND ");
  return select(db, {
    where: `c.id IN (SELECT rowid FROM chunk_fts WHERE chunk_fts MATCH :match) AND f.archived = 0 AND c.superseded = 0
      AND f.scope IN (SELECT value FROM json_each(:scopes))`,
    params: { match, scopes: JSON.stringify(scopes) },
    end: "ORDER BY length(c.text), f.path, c.position LIMIT 50",
  });
}

/** A current entry of a viewer's own, or of the vault's own scope, with what says how much it matters. */
export interface OwnEntry extends IndexedEntry {
  /** The slot it fills (`[key:: …]`), or ''. */
  readonly key: string;
  /** 0 to 1; undefined where the line says none. */
  readonly importance: number | undefined;
  readonly isPreference: boolean;
  readonly isProtected: boolean;
  /** The person's, by its folder or by a mark; everything where no person is named. */
  readonly isOwn: boolean;
}

interface WhichOwn {
  readonly today: string;
  readonly limit: number;
  readonly only?: "marked";
}

const important = `(c.fields LIKE '%"importance":%' AND CAST(c.fields ->> '$.importance' AS REAL) >= 0.8)`;
const tagged = (like: string): string => `(c.own_tags LIKE '%${like}%' OR f.tags LIKE '%${like}%')`;
const vital = `(${tagged('"protected"')} OR ${important})`;
const marked = `(c.fields LIKE '%"key":%' OR ${tagged('"pr')} OR ${important})`;

/**
 * Entries that a viewer may see, outside the archive and the folders of agents, without those that are struck or over: the
 * viewer's own first, of these the vital ones (protected, important), the marked ones (key, preference), then the
 * newest; at most `limit`. Others cannot crowd out what is one's own. `today`: `YYYY-MM-DD`.
 * `only` the marked ones is three times as fast where most are not. Kept while nothing is written to the index: each turn of
 * a conversation asks.
 */
export function ownEntries(db: Database, viewer: Viewer, which: WhichOwn): readonly OwnEntry[] {
  const { today, limit, only } = which;
  const person = personKey(viewer.person ?? "");
  const seen = conditionsFor({ ...viewer, agent: null, allPeople: false });
  const { where, params } = conditionsOf({ filter: {}, today }, seen);
  const own = "(:person = '' OR c.owner = :person OR f.scope <> '')";
  const query = {
    where: only === undefined ? where : `${where} AND ${marked}`,
    params: { ...params, person },
    end: `ORDER BY ${own} DESC, ${vital} DESC, ${marked} DESC, c.date DESC, f.path, c.position LIMIT ${limit}`,
  };
  return answersOf(db)(`own ${JSON.stringify([query.params, limit, only])}`, () =>
    select(db, query).map((entry) => toOwn(entry, person)),
  );
}

function toOwn(entry: IndexedEntry, person: string): OwnEntry {
  const { fields, tags, owner } = entry;
  return {
    ...entry,
    key: fields.key ?? "",
    importance: readImportance(fields.importance),
    isPreference: hasTag(tags, "preference"),
    isProtected: hasTag(tags, "protected"),
    isOwn: person === "" || personKey(owner) === person,
  };
}

interface Query {
  readonly join?: string | undefined;
  /** Over `c` (chunk) and `f` (file). */
  readonly where: string;
  readonly params: Readonly<Record<string, string>>;
  readonly end?: string;
}

/** What a viewer may see outside the archive. */
function visibleTo(viewer: Viewer, where: string, values: Query["params"] = {}): Query {
  const { file, chunk, params } = conditionsFor(viewer);
  return {
    where: `f.archived = 0 AND ${where} AND ${file} AND ${chunk}`,
    params: { ...params, ...values },
  };
}

interface Row extends Omit<IndexedEntry, "fields" | "tags" | "isSecret"> {
  readonly fields: string;
  readonly ownTags: string;
  readonly fileTags: string;
  readonly secret: number;
}

const from = ({ join = "", where }: Query): string =>
  `FROM chunk c JOIN file f ON f.id = c.file_id ${join} WHERE c.kind = 'entry' AND ${where}`;

function select(db: Database, query: Query): IndexedEntry[] {
  const { params, end = "ORDER BY f.path, c.position" } = query;
  return prepared<[object], Row>(
    db,
    `SELECT c.uid AS id, c.text, f.topic, f.path AS file, c.line, c.date, c.bank, c.fields, c.secret, c.own_tags AS ownTags,
       f.tags AS fileTags, CASE WHEN c.owner = '' AND f.scope LIKE 'people/%' THEN substr(f.scope, 8) ELSE c.owner END AS owner
     ${from(query)} ${end}`,
  )
    .all(params)
    .map(({ fields, ownTags, fileTags, secret, ...row }) => ({
      ...row,
      fields: JSON.parse(fields),
      tags: [...new Set([...JSON.parse(fileTags), ...JSON.parse(ownTags || "[]")].map(String))],
      isSecret: secret === 1,
    }));
}
