import type Database from "better-sqlite3";
import { createDigestionQueue } from "./digestion-queue.ts";
import { createModelErrors } from "./model-errors.ts";
import type { SessionDb } from "./session.ts";
import { openSessionFile } from "./session-file.ts";
import type { Lifetimes } from "./session-rows.ts";
import { createSessions } from "./sessions.ts";
import { stamp } from "./timestamps.ts";
import { createUseDays } from "./use-days.ts";

export interface SessionDbOptions extends Lifetimes {
  /** The vault's `.loci` folder. */
  readonly lociDir: string;
  /** false: which memories a conversation was answered from is known to this process only. */
  readonly saveRecalledContext: boolean;
  /** Memory is switched off: nothing is read from the disk or written to it. */
  readonly inMemory?: boolean;
  /** The local day (`2026-02-12`) of a moment; the system's own without it. */
  readonly dayOf?: (ms: number) => string;
  /** Takes one sentence for the person when a damaged database was met. */
  readonly report: (sentence: string) => void;
}

/** Opens `.loci/sessions.db`, or makes it. Throws LociError SESSION_FAILED, or BUSY. */
export function openSessionDb(options: SessionDbOptions): SessionDb {
  const { lociDir, inMemory = false, report, saveRecalledContext, dayOf = localDay } = options;
  const file = openSessionFile({
    lociDir,
    inMemory,
    report,
    onOpen(db) {
      if (!saveRecalledContext) keepRecalledInProcess(db);
      db.transaction(() => stamp(db, options.clock)).immediate();
    },
  });
  return {
    sessions: createSessions(file, { ...options, dayOf }),
    digestions: createDigestionQueue(file, options),
    modelErrors: createModelErrors(file, options.clock),
    useDays: createUseDays(file),
    close: () => file.close(),
  };
}

/** Puts temporary tables, which are in memory, before those on disk; what these had from before is deleted. */
function keepRecalledInProcess(db: Database.Database): void {
  const sql =
    "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name IN ('recalled', 'used')";
  const tables = db.prepare<[], string>(sql).pluck().all();
  db.transaction(() => {
    for (const table of tables) db.exec(table.replace("CREATE TABLE", "CREATE TEMP TABLE"));
    const { changes } = db.prepare("DELETE FROM main.recalled").run();
    db.exec("DELETE FROM main.used");
    const cut = `UPDATE message SET extra = json_remove(extra, '$.recalled')
      WHERE json_valid(extra) AND json_array_length(extra, '$.recalled') > 0`;
    if (changes + db.prepare(cut).run().changes > 0) {
      db.exec("INSERT OR REPLACE INTO meta VALUES ('wipe', '1')");
    }
  }).immediate();
}

function localDay(ms: number): string {
  const date = new Date(ms);
  const pad = (part: number): string => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
