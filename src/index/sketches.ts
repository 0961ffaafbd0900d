import type { Database } from "better-sqlite3";
import { prepared } from "./prepared.ts";

/** Bytes of a sketch: the signs of 512 sums of hashed word parts, one bit each. */
export const sketchBytes = 64;

/**
 * Ids of the chunks whose sketches differ least from the question's, nearest first; of these alone where any are named.
 * `file_sketch` holds the sketches of a file one behind the other, in the order of its chunks: so they cost a row a file.
 * `loadVectors` loads sqlite-vec, and says whether it could.
 */
export function nearestSketches(
  db: Database,
  query: Uint8Array,
  limit: number,
  {
    among,
    loadVectors,
  }: {
    readonly among: readonly number[] | undefined;
    readonly loadVectors: (db: Database) => boolean;
  },
): number[] {
  const sketch = `substr(s.bits, c.position * ${sketchBytes} + 1, ${sketchBytes})`;
  const distance = loadVectors(db)
    ? `vec_distance_hamming(vec_bit(${sketch}), vec_bit(:query))`
    : `${ownHamming(db)}(${sketch}, :query)`;
  const where = among === undefined ? "" : "WHERE c.id IN (SELECT value FROM json_each(:among))";
  const sql = `SELECT c.id FROM chunk c JOIN file_sketch s ON s.file_id = c.file_id ${where}
    ORDER BY ${distance}, c.id LIMIT :limit`;
  const named = among === undefined ? {} : { among: JSON.stringify(among) };
  return prepared<[object], number>(db, sql)
    .pluck()
    .all({ query, limit, ...named });
}

const defined = new WeakSet<Database>();

/** The same in JavaScript, some times slower. */
function ownHamming(db: Database): string {
  const name = "hamming_distance";
  if (defined.has(db)) return name;
  defined.add(db);
  db.function(name, { deterministic: true }, (a: unknown, b: unknown) => {
    const [one, other] = [a as Buffer, b as Buffer];
    let distance = 0;
    for (let i = 0; i < sketchBytes; i++) {
      for (let bits = (one[i] ?? 0) ^ (other[i] ?? 0); bits > 0; bits &= bits - 1) distance++;
    }
    return distance;
  });
  return name;
}
