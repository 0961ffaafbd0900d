import type { Database } from "better-sqlite3";

/** True when every chunk had its vector of this model at the end of the last embedding, and none has come since. */
export const isEmbedded = (db: Database, modelId: string): boolean =>
  db.prepare("SELECT value FROM meta WHERE key = 'embedded'").pluck().get() === modelId;

/** Says so; `forgetEmbedded` takes it back in the transaction that adds a chunk. */
export const markEmbedded = (db: Database, modelId: string): void =>
  void db.prepare("INSERT OR REPLACE INTO meta VALUES ('embedded', ?)").run(modelId);

export const forgetEmbedded = (db: Database): void =>
  void db.prepare("DELETE FROM meta WHERE key = 'embedded'").run();
