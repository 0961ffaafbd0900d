import type { Database } from "better-sqlite3";
import { hasTag, readImportance } from "../vault/topic/entry.ts";
import { personKey, type Viewer } from "../vault/topic/viewer.ts";
import { keepAnswer } from "./kept.ts";
import { prepared } from "./prepared.ts";
import { tagsOfChunk } from "./schema.ts";
import { conditionsFor, type Visible } from "./visible.ts";

/** A current entry of a viewer's own, or of the vault's own scope, with what says how much it matters. */
export interface OwnEntry {
  /** Entry.id */
  readonly id: string;
  readonly text: string;
  readonly topic: string;
  readonly file: string;
  readonly line: number;
  /** `YYYY-MM-DD` or ''. */
  readonly date: string;
  readonly bank: string;
  /** The slot it fills (`[key:: …]`), or ''. */
  readonly key: string;
  /** 0 to 1; undefined where the line says none. */
  readonly importance: number | undefined;
  readonly isPreference: boolean;
  readonly isProtected: boolean;
  /** For this device and its network alone. */
  readonly isSecret: boolean;
  /** The person's, by its folder or by a mark; everything where no person is named. */
  readonly isOwn: boolean;
}

/**
 * Entries that a viewer may see, outside the archive and the folders of agents, without those that are struck or over: the
 * viewer's own first, of these the vital ones (protected, important), the marked ones (key, preference), then the
 * newest; at most `limit`. Others cannot crowd out what is one's own. `today`: `YYYY-MM-DD`.
 * `only` the marked ones is three times as fast where most are not. Kept while nothing is written to the index: each turn of
 * a conversation asks.
 */
export function ownEntries(db: Database, viewer: Viewer, which: WhichOwn): readonly OwnEntry[] {
  const seen = conditionsFor({ ...viewer, agent: null, allPeople: false });
  const person = personKey(viewer.person ?? "");
  const { today, limit, only } = which;
  const key = JSON.stringify([seen.params, person, today, limit, only]);
  return keepAnswer(db, `own ${key}`, () => {
    const all = { ...seen.params, person, today, limit };
    return prepared<[object], Row>(db, ownSql(seen, only)).all(all).map(toEntry);
  });
}

interface WhichOwn {
  readonly today: string;
  readonly limit: number;
  readonly only?: "marked";
}

const ownSql = ({ file, chunk }: Pick<Visible, "file" | "chunk">, only: WhichOwn["only"]): string =>
  `SELECT c.uid AS id, c.text, f.topic, f.path AS file, c.line, c.date, c.bank, c.secret,
     coalesce(c.fields ->> '$.key', '') AS key, c.fields ->> '$.importance' AS importance,
     c.own_tags AS ownTags, f.tags AS fileTags,
     :person = '' OR c.owner = :person OR f.scope <> '' AS own
   FROM chunk c JOIN file f ON f.id = c.file_id
   WHERE c.kind = 'entry' AND f.archived = 0 AND c.superseded = 0 AND ${file} AND ${chunk}
     AND (c.fields = '{}' OR coalesce(c.fields ->> '$.until', :today) >= :today)
     ${only === undefined ? "" : `AND ${marked}`}
   ORDER BY own DESC, ${vital} DESC, ${marked} DESC, c.date DESC, f.path, c.position LIMIT :limit`;

const keyed = `c.fields LIKE '%"key":%'`;

/** A line's fields are only parsed where it has one of the kind. */
const important = `(c.fields LIKE '%"importance":%' AND CAST(c.fields ->> '$.importance' AS REAL) >= 0.8)`;
const tagged = (like: string): string => `(c.own_tags LIKE '%${like}%' OR f.tags LIKE '%${like}%')`;
const vital = `(${tagged('"protected"')} OR ${important})`;
const marked = `(${keyed} OR ${tagged('"pr')} OR ${important})`;

interface Row
  extends Pick<OwnEntry, "id" | "text" | "topic" | "file" | "line" | "date" | "bank" | "key"> {
  readonly secret: number;
  readonly importance: string | null;
  readonly ownTags: string;
  readonly fileTags: string;
  readonly own: number;
}

function toEntry({ secret, importance, ownTags, fileTags, own, ...row }: Row): OwnEntry {
  const named = tagsOfChunk(ownTags, fileTags);
  return {
    ...row,
    importance: readImportance(importance),
    isPreference: hasTag(named, "preference"),
    isProtected: hasTag(named, "protected"),
    isSecret: secret === 1,
    isOwn: own === 1,
  };
}
