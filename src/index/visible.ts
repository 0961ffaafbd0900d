import type { Database } from "better-sqlite3";
import { personKey, type Viewer, visibleScopes } from "../vault/topic/viewer.ts";
import { prepared } from "./prepared.ts";

/** The rules of `vault/viewer.ts` as SQL conditions over `f` (file) and `c` (chunk), with their parameters. */
export interface Visible {
  readonly file: string;
  readonly chunk: string;
  readonly params: Readonly<Record<string, string>>;
  /** Whether the index holds anything that the viewer may not see. */
  readonly hides: boolean;
}

/** What of an index a viewer may see. */
export function visibleTo(db: Database, viewer: Viewer): Visible {
  const visible = conditionsFor(viewer);
  return { ...visible, hides: isAnythingHidden(db, visible) };
}

/** The conditions alone, for a single query. */
export function conditionsFor(viewer: Viewer): Omit<Visible, "hides"> {
  const scopes = visibleScopes(viewer);
  if (scopes === undefined) return { file: "TRUE", chunk: "TRUE", params: {} };
  return {
    file: "f.scope IN (SELECT value FROM json_each(:scopes))",
    chunk: "c.owner IN ('', :owner)",
    params: { scopes: JSON.stringify(scopes), owner: personKey(viewer.person ?? "") },
  };
}

function isAnythingHidden(db: Database, { file, chunk, params }: Omit<Visible, "hides">): boolean {
  // Said so that the indexes over what is somebody's own serve.
  const sql = `SELECT EXISTS (SELECT 1 FROM file f WHERE f.scope <> '' AND NOT (${file}))
    OR EXISTS (SELECT 1 FROM chunk c WHERE c.owner <> '' AND NOT (${chunk}))`;
  return prepared<[object], number>(db, sql).pluck().get(params) === 1;
}

/** Texts of entries that a viewer may not see, wherever they stand. */
export function hiddenTexts(db: Database, viewer: Viewer): ReadonlySet<string> {
  const { file, chunk, params, hides } = visibleTo(db, viewer);
  if (!hides) return new Set();
  const entries =
    "SELECT c.text FROM chunk c JOIN file f ON f.id = c.file_id WHERE c.kind = 'entry'";
  const sql = `${entries} AND NOT (${file} AND ${chunk}) EXCEPT ${entries} AND ${file} AND ${chunk}`;
  return new Set(prepared<[object], string>(db, sql).pluck().all(params));
}

/** Whose own the texts of entries are that stand in nothing shared: a person's key, or the scope of an agent. */
export function ownersOfTexts(db: Database): ReadonlyMap<string, string> {
  const sql = `SELECT c.text, max(CASE WHEN c.owner <> '' THEN c.owner ELSE f.scope END) AS owner
    FROM chunk c JOIN file f ON f.id = c.file_id WHERE c.kind = 'entry'
    GROUP BY c.text HAVING min(c.owner <> '' OR f.scope <> '') = 1`;
  const rows = prepared<[], { text: string; owner: string }>(db, sql).all();
  return new Map(rows.map(({ text, owner }) => [text, personKey(owner.replace(/^people\//, ""))]));
}
