import type Database from "better-sqlite3";
import type { SessionFile } from "./session-file.ts";

/** One file that a step changed; null: it was not there. */
export interface FileVersions {
  readonly path: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** The last steps that can be taken back, newest last; the oldest ones fall out (past 20, or 2 MB; the newest stays). */
export interface UndoJournal {
  /** `step` groups what is taken back together, such as one digestion; the same path twice in a step is one change. */
  note(step: string, what: string, session: string | null, files: FileVersions): void;
  /** All steps, the last first. */
  all(): Iterable<UndoStep>;
  drop(step: string): void;
  /** Drops steps so that no byte of them stays. */
  erase(steps: readonly string[]): void;
  /** Forgets every version of a file: what is to be gone must not wait here. */
  dropFile(path: string): void;
}

export interface UndoStep {
  readonly step: string;
  /** In words: "saved a memory", "digested a conversation". */
  readonly what: string;
  readonly session: string | null;
  readonly files: readonly FileVersions[];
}

const maxSteps = 20;
/** Of all versions together; the newest step is kept whatever its size, so that what was done last can be undone. */
const maxBytes = 2_000_000;

/** The steps that can be taken back, in the database. */
export function createUndoJournal(file: SessionFile): UndoJournal {
  return {
    note(step, what, session, { path, before, after }) {
      file.write((db) => {
        // A step that goes on is the newest again.
        db.prepare<[string, string, string | null]>(
          `INSERT INTO undo(n, step, what, session) VALUES ((SELECT coalesce(max(n), 0) + 1 FROM undo), ?, ?, ?)
           ON CONFLICT (step) DO UPDATE SET n = excluded.n, what = excluded.what, session = excluded.session`,
        ).run(step, what, session);
        db.prepare<[string, string, Uint8Array | null, Uint8Array | null]>(
          `INSERT INTO undo_file(step, path, before, after) VALUES (?, ?, ?, ?)
           ON CONFLICT (step, path) DO UPDATE SET after = excluded.after`,
        ).run(step, path, before, after);
        trim(db);
      });
    },
    *all() {
      const steps = file.read((db) =>
        db
          .prepare<[], Omit<UndoStep, "files">>(
            "SELECT step, what, session FROM undo ORDER BY n DESC",
          )
          .all(),
      );
      for (const step of steps) {
        yield { ...step, files: file.read((db) => filesOf(db, step.step)) };
      }
    },
    drop: (step) => file.write((db) => dropStep(db, step)),
    erase(steps) {
      if (steps.length === 0) return;
      file.write((db, wipe) => {
        for (const step of steps) dropStep(db, step);
        wipe();
      });
    },
    dropFile(path) {
      file.write((db, wipe) => {
        const sql = "DELETE FROM undo_file WHERE path = ?";
        if (db.prepare<[string]>(sql).run(path).changes === 0) return;
        db.exec("DELETE FROM undo WHERE step NOT IN (SELECT step FROM undo_file)");
        wipe();
      });
    },
  };
}

function filesOf(db: Database.Database, step: string): FileVersions[] {
  return db
    .prepare<[string], { path: string; before: Buffer | null; after: Buffer | null }>(
      "SELECT path, before, after FROM undo_file WHERE step = ? ORDER BY n",
    )
    .all(step)
    .map(({ path, before, after }) => ({
      path,
      before: before === null ? null : new Uint8Array(before),
      after: after === null ? null : new Uint8Array(after),
    }));
}

/** Lets the oldest steps fall out, whole: half a step could not be taken back. */
function trim(db: Database.Database): void {
  const steps = db
    .prepare<[], { step: string; bytes: number }>(
      `SELECT step, (SELECT coalesce(sum(coalesce(length(before), 0) + coalesce(length(after), 0)), 0)
         FROM undo_file WHERE undo_file.step = undo.step) AS bytes
       FROM undo ORDER BY n DESC`,
    )
    .all();
  let total = 0;
  steps.forEach(({ step, bytes }, i) => {
    total += bytes;
    if (i > 0 && (i >= maxSteps || total > maxBytes)) dropStep(db, step);
  });
}

function dropStep(db: Database.Database, step: string): void {
  for (const table of ["undo_file", "undo"]) {
    db.prepare<[string]>(`DELETE FROM ${table} WHERE step = ?`).run(step);
  }
}
