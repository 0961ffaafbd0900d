import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

/** What an onlooker sees in a vault's index: what is committed, and nothing more. */
export interface IndexPeek {
  chunks(): number;
  newest(): number;
  /** Whether a chunk younger than `id` has this text. */
  hasSince(id: number, text: string): boolean;
}

/** Looks into the newest index database of a vault, without Loci's code. */
export function peekIndex<T>(vault: string, work: (index: IndexPeek) => T): T {
  const db = open(vault);
  const peek = peekOf(db);
  const result = work(peek);
  if (!(result instanceof Promise)) db.close();
  else void result.finally(() => db.close());
  return result;
}

function open(vault: string): Database.Database {
  const lociDir = join(vault, ".loci");
  const names = readdirSync(lociDir).filter((name) => /^index-\d+\.db$/.test(name));
  const newest = names.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).at(-1);
  if (newest === undefined) throw new Error(`There is no index in ${lociDir}`);
  return new Database(join(lociDir, newest), { readonly: true });
}

function peekOf(db: Database.Database): IndexPeek {
  const number = (sql: string) => db.prepare<[], number>(sql).pluck();
  const count = number("SELECT count(*) FROM chunk");
  const newest = number("SELECT max(id) FROM chunk");
  const since = db
    .prepare<[number, string], number>("SELECT 1 FROM chunk WHERE id > ? AND text = ?")
    .pluck();
  return {
    chunks: () => count.get() ?? 0,
    newest: () => newest.get() ?? 0,
    hasSince: (id, text) => since.get(id, text) !== undefined,
  };
}
