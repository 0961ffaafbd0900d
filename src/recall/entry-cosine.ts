import type { IndexDatabase as Database } from "../index/search.ts";
import type { ModelVectors } from "../index/vector-cache.ts";
import { cosineOf } from "../index/vector-quantize.ts";

interface Address {
  readonly file: string;
  /** Entry.id */
  readonly id: string;
}

/** The cosine of two entries; undefined where one has no vector. */
export type EntryCosine = (one: Address, other: Address) => number | undefined;

/** Compares entries of the index, as it is now, by vectors that were made before. */
export function entryCosine(db: Database, vectors: ModelVectors): EntryCosine {
  const rows = db
    .prepare<[], { file: string; uid: string; hash: Buffer }>(
      "SELECT f.path AS file, c.uid, c.hash FROM chunk c JOIN file f ON f.id = c.file_id WHERE c.kind = 'entry'",
    )
    .all();
  const hashes = new Map(rows.map(({ file, uid, hash }) => [`${file}#${uid}`, hash]));
  const vectorOf = ({ file, id }: Address) => {
    const hash = hashes.get(`${file}#${id}`);
    return hash && vectors.get(hash);
  };
  return (one, other) => {
    const [a, b] = [vectorOf(one), vectorOf(other)];
    return (
      a &&
      b &&
      cosineOf(
        Float32Array.from(a.q8, (number) => number * a.scale),
        b,
      )
    );
  };
}
