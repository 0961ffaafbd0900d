import type { Database } from "better-sqlite3";
import { prepared } from "./prepared.ts";

/** Bytes of a sketch: the signs of 512 sums of hashed word parts, one bit each. */
export const sketchBytes = 64;

/** What is looked for among the sketches. */
export interface SketchSearch {
  /** Of the question. */
  readonly sketch: Uint8Array;
  readonly limit: number;
  /** Loads sqlite-vec, and says whether it could. */
  readonly loadVectors: (db: Database) => boolean;
}

/**
 * Ids of the chunks whose sketches differ least from the question's, nearest first, of those that a condition over `c` (chunk)
 * and `f` (file) lets pass. `file_sketch` holds the sketches of a file one behind the other, in the order of its chunks: so
 * they cost a row a file.
 */
export function nearestSketches(
  db: Database,
  { sketch, limit, loadVectors }: SketchSearch,
  { where, params }: { readonly where: string; readonly params: Readonly<Record<string, string>> },
): number[] {
  const own = `substr(s.bits, c.position * ${sketchBytes} + 1, ${sketchBytes})`;
  const distance = loadVectors(db)
    ? `vec_distance_hamming(vec_bit(${own}), vec_bit(:sketch))`
    : `${ownHamming(db)}(${own}, :sketch)`;
  const sql = `SELECT c.id FROM chunk c JOIN file f ON f.id = c.file_id JOIN file_sketch s ON s.file_id = c.file_id
    WHERE ${where} ORDER BY ${distance}, c.id LIMIT :limit`;
  return prepared<[object], number>(db, sql)
    .pluck()
    .all({ ...params, sketch, limit });
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
