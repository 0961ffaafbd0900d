import type Database from "better-sqlite3";
import type { SessionFile } from "./session-file.ts";

/** When this device last used each memory, for what makes room: local days, by the entry's id. */
export interface UseDays {
  /** The day of the last use of each entry that was recalled in a conversation, or brought back from the archive. */
  all(): ReadonlyMap<string, UseDay>;
  /** It was brought back: to go again at once is not what was meant. */
  noteRestored(entry: string, day: string): void;
}

interface UseDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly isRestored: boolean;
}

export function createUseDays(file: SessionFile): UseDays {
  return {
    all() {
      const rows = file.read((db) =>
        db
          .prepare<[], { entry: string; day: string; restored: number }>(
            "SELECT entry, day, restored FROM used",
          )
          .all(),
      );
      return new Map(
        rows.map(({ entry, day, restored }) => [entry, { day, isRestored: restored === 1 }]),
      );
    },
    noteRestored: (entry, day) => file.write((db) => putUse(db, entry, day, true)),
  };
}

/** Notes a use; what was brought back stays so. */
export function putUse(
  db: Database.Database,
  entry: string,
  day: string,
  isRestored = false,
): void {
  db.prepare<[string, string, number]>(
    `INSERT INTO used(entry, day, restored) VALUES (?, ?, ?)
     ON CONFLICT (entry) DO UPDATE SET day = excluded.day, restored = max(restored, excluded.restored)`,
  ).run(entry, day, isRestored ? 1 : 0);
}
