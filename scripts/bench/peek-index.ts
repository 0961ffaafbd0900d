import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";

/** What an onlooker sees in a vault's index: what is committed, and nothing more. */
export interface IndexPeek {
  chunks(): number;
  /** Whether a chunk holds this word. */
  has(word: string): boolean;
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
  const count = db.prepare<[], number>("SELECT count(*) FROM chunk").pluck();
  const holding = db.prepare("SELECT 1 FROM chunk_fts WHERE chunk_fts MATCH ? LIMIT 1").pluck();
  return {
    chunks: () => count.get() ?? 0,
    has: (word) => holding.get(`"${word}"`) !== undefined,
  };
}
