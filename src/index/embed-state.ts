import type { Database } from "better-sqlite3";

/** True when every chunk had its vector of this model at the end of the last embedding, and none has come since. */
export function isEmbedded(db: Database, modelId: string): boolean {
  const value = db.prepare("SELECT value FROM meta WHERE key = 'embedded'").pluck().get();
  return value === modelId;
}

/** Says so; `forgetEmbedded` takes it back in the transaction that adds a chunk. */
export function markEmbedded(db: Database, modelId: string): void {
  db.prepare("INSERT OR REPLACE INTO meta VALUES ('embedded', ?)").run(modelId);
}

export function forgetEmbedded(db: Database): void {
  db.prepare("DELETE FROM meta WHERE key = 'embedded'").run();
}
