import type { Database } from "better-sqlite3";
import type { Viewer } from "../vault/topic/viewer.ts";
import { conditionsOf, type Filter } from "./conditions.ts";
import { tagsOfChunk } from "./schema.ts";
import { conditionsFor } from "./visible.ts";

/** An entry as lists show it. */
export interface ListedEntry {
  /** Entry.id */
  readonly id: string;
  readonly text: string;
  readonly topic: string;
  readonly file: string;
  readonly line: number;
  /** `YYYY-MM-DD` or ''. */
  readonly date: string;
  readonly bank: string;
  readonly tags: readonly string[];
  /** Whose own it is, by its mark or by its folder, '' if shared. */
  readonly owner: string;
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
  readonly named?: readonly { readonly file: string; readonly id: string }[];
}

interface Row extends Omit<ListedEntry, "tags"> {
  readonly ownTags: string;
  readonly fileTags: string;
}

/** Lists entries: `limit` of them from the one at `offset`, and how many there are. */
export function listEntries(
  db: Database,
  { viewer, filter, today, named, hidesSecrets = false }: WhichEntries,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { readonly entries: readonly ListedEntry[]; readonly total: number } {
  const { where, params } = conditionsOf({ filter, today }, conditionsFor(viewer));
  const among =
    named && `JOIN json_each(:named) n ON n.value ->> 0 = f.path AND n.value ->> 1 = c.uid`;
  const from = `FROM chunk c JOIN file f ON f.id = c.file_id ${among ?? ""}
    WHERE c.kind = 'entry' AND ${where} ${hidesSecrets ? "AND c.secret = 0" : ""}`;
  const all = {
    ...params,
    ...(named && { named: JSON.stringify(named.map(({ file, id }) => [file, id])) }),
  };
  const order = named ? "n.key" : "c.date DESC, f.path, c.position";
  const columns = `c.uid AS id, c.text, f.topic, f.path AS file, c.line, c.date, c.bank,
    c.own_tags AS ownTags, f.tags AS fileTags,
    CASE WHEN c.owner = '' AND f.scope LIKE 'people/%' THEN substr(f.scope, 8) ELSE c.owner END AS owner`;
  return {
    entries: db
      .prepare<[object], Row>(
        `SELECT ${columns} ${from} ORDER BY ${order} LIMIT :limit OFFSET :offset`,
      )
      .all({ ...all, limit, offset })
      .map(({ ownTags, fileTags, ...row }) => ({ ...row, tags: tagsOfChunk(ownTags, fileTags) })),
    total: db.prepare<[object], number>(`SELECT count(*) ${from}`).pluck().get(all) ?? 0,
  };
}
