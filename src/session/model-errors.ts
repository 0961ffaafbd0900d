import type { Clock, Moment } from "./clock.ts";
import { readTimes, stamp } from "./moments.ts";
import type { ModelErrors } from "./session.ts";
import type { SessionFile } from "./session-file.ts";

/** More than any guard asks about. */
const mostKept = 200;

/** The failures of models, in the database. */
export function createModelErrors(file: SessionFile, clock: Clock): ModelErrors {
  return {
    note() {
      file.write((db) => {
        const { wall, up, boot } = stamp(db, clock);
        db.prepare<[number, number, string]>(
          "INSERT INTO model_error(wall, up, boot) VALUES (?, ?, ?)",
        ).run(wall, up, boot);
        db.prepare<[number]>(
          "DELETE FROM model_error WHERE n <= (SELECT max(n) FROM model_error) - ?",
        ).run(mostKept);
      });
    },
    ages: (withinMs) =>
      file.read((db) => {
        const times = readTimes(db, clock);
        return (
          db
            .prepare<[], Moment>("SELECT wall, up, boot FROM model_error ORDER BY n DESC")
            .all()
            .map((moment) => times.elapsed(moment))
            // A failure of an earlier start, of which no clock tells how long ago it was, counts no more.
            .filter(({ ms, known }) => known && ms <= withinMs)
            .map(({ ms }) => ms)
            .sort((a, b) => a - b)
        );
      }),
  };
}
