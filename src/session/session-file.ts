import { join } from "node:path";
import type Database from "better-sqlite3";
import {
  inodeOf,
  type OpenFile,
  openMemory,
  openSound,
  removeDamaged,
  type SessionFileOptions,
  tryWipe,
} from "./open-sound.ts";
import { attempt, isDamage } from "./sql-failure.ts";

/** The database under the sessions. What `write` returned from is on disk, also after a power cut. */
export interface SessionFile {
  /** `work` sees one state of the database; it may be called twice, so it must keep neither rows nor statements. */
  read<T>(work: (db: Database.Database) => T): T;
  /** The same in one IMMEDIATE transaction. After `wipe()` no byte of what was deleted stays in the file. */
  write<T>(work: (db: Database.Database, wipe: () => void) => T): T;
  /** Deletes the damaged databases that were kept. */
  removeDamaged(): void;
  close(): void;
}

/** Opens or makes `sessions.db`. Throws LociError SESSION_FAILED or BUSY. */
export function openSessionFile(options: SessionFileOptions): SessionFile {
  const file = join(options.lociDir, "sessions.db");
  const open = (): OpenFile => (options.inMemory ? openMemory(options) : openSound(file, options));
  let current = attempt(file, open);
  let owesWipe = false;

  const follow = (): void => {
    const isThere = current.ino === undefined || inodeOf(file) === current.ino;
    if (isThere && current.db.open) return;
    // Another process found it damaged, or it was deleted: what goes into the old one would be lost.
    current.db.close();
    current = open();
  };
  const run = <T>(work: (db: Database.Database) => T): T =>
    attempt(file, () => {
      follow();
      try {
        return work(current.db);
      } catch (error) {
        if (!isDamage(error)) throw error;
        current.db.close();
        current = openSound(file, options, current.ino);
        return work(current.db);
      }
    });
  const payWipe = (): void => {
    if (owesWipe && current.db.open) owesWipe = !tryWipe(current.db);
  };
  return {
    read: (work) => run((db) => db.transaction(() => work(db)).deferred()),
    write(work) {
      const wipe = (): void => {
        // Noted in the same transaction: a process that dies in between leaves it to the next.
        current.db.exec("INSERT OR REPLACE INTO meta VALUES ('wipe', '1')");
        owesWipe = true;
      };
      const result = run((db) => db.transaction(() => work(db, wipe)).immediate());
      payWipe();
      return result;
    },
    removeDamaged() {
      if (!options.inMemory) attempt(file, () => removeDamaged(options.lociDir));
    },
    close() {
      payWipe();
      current.db.close();
    },
  };
}
