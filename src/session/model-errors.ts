import type Database from "better-sqlite3";
import type { Clock, Timestamp } from "./clock.ts";
import type { SessionFile } from "./session-file.ts";
import { readTimes, stamp } from "./timestamps.ts";

/** Failures of models lately, across processes and restarts: what the guard goes by. */
export interface ModelErrors {
  /** `model`: as the settings name it, whatever its server calls it. */
  note(model: string, reason: string): void;
  /** The failures of a model within the last `withinMs`, newest first, by a clock that no adjustment moves. */
  of(model: string, withinMs: number): readonly ModelError[];
  /** Models that failed within the last `withinMs`. */
  models(withinMs: number): readonly string[];
}

interface ModelError {
  readonly ageMs: number;
  readonly reason: string;
}

/** More than any guard asks about, of each model. */
const maxKept = 200;

/** The failures of models, in the database. */
export function createModelErrors(file: SessionFile, clock: Clock): ModelErrors {
  const read = (withinMs: number): readonly (ModelError & { readonly model: string })[] =>
    file.read((db) => readErrors(db, clock, withinMs));
  return {
    note(model, reason) {
      file.write((db) => {
        db.prepare<[Record<string, string | number>]>(
          `INSERT INTO model_error(model, reason, wall, up, boot) VALUES (@model, @reason, @wall, @up, @boot)`,
        ).run({ model, reason, ...stamp(db, clock) });
        db.prepare<[string, string, number]>(
          `DELETE FROM model_error WHERE model = ? AND n NOT IN
             (SELECT n FROM model_error WHERE model = ? ORDER BY n DESC LIMIT ?)`,
        ).run(model, model, maxKept);
      });
    },
    of: (model, withinMs) =>
      read(withinMs)
        .filter((error) => error.model === model)
        .map(({ ageMs, reason }) => ({ ageMs, reason })),
    models: (withinMs) => [...new Set(read(withinMs).map(({ model }) => model))],
  };
}

function readErrors(db: Database.Database, clock: Clock, withinMs: number) {
  const times = readTimes(db, clock);
  const sql = "SELECT model, reason, wall, up, boot FROM model_error ORDER BY n DESC";
  return (
    db
      .prepare<[], Timestamp & { readonly model: string; readonly reason: string }>(sql)
      .all()
      .map(({ model, reason, ...moment }) => ({ model, reason, ...times.elapsed(moment) }))
      // A failure of an earlier start, whose age no clock can measure, counts no more.
      .filter(({ ms, known }) => known && ms <= withinMs)
      .map(({ model, reason, ms }) => ({ model, reason, ageMs: ms }))
      .sort((a, b) => a.ageMs - b.ageMs)
  );
}
