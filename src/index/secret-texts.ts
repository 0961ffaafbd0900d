import type { Database } from "better-sqlite3";

/** Texts of the entries marked `[sensitivity:: secret]`. */
export function secretTexts(db: Database): string[] {
  return db
    .prepare<[], string>(
      `SELECT text FROM chunk WHERE kind = 'entry' AND fields LIKE '%sensitivity%'
         AND lower(json_extract(fields, '$.sensitivity')) = 'secret'`,
    )
    .pluck()
    .all();
}
