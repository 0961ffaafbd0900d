import type { Database } from "better-sqlite3";
import { indexVersion } from "./open-index.ts";
import { prepared } from "./prepared.ts";
import { aroundPlaces } from "./schema.ts";

/** 32-bit words of a sketch: the signs of 512 sums of hashed word parts, one bit each. */
const words = 16;

/**
 * Ids of the chunks whose sketches differ least from the question's, nearest first, of those that `pass` lets through.
 * `file_sketch` holds the sketches of a file one behind the other, in the order of its chunks, so they cost a row a file;
 * they are read once, and again only where the index may have changed.
 */
export function nearestSketches(
  db: Database,
  { sketch, limit }: { readonly sketch: Uint8Array; readonly limit: number },
  pass: (ids: readonly number[]) => readonly number[],
): number[] {
  const { bits, files, positions } = sketchesOf(db);
  const counts = new Uint32Array(words * 32 + 2);
  const distances = new Uint16Array(files.length);
  const query = new Uint32Array(sketch.slice().buffer);
  for (let i = 0; i < files.length; i++) {
    const distance = differenceAt(bits, i * words, query);
    distances[i] = distance;
    counts[distance] = (counts[distance] ?? 0) + 1;
  }
  const idAt = prepared<[object], number>(
    db,
    `SELECT id FROM chunk c WHERE position = :position AND ${aroundPlaces(":file", ":position")}`,
  ).pluck();
  const found: number[] = [];
  for (let next = 0; next < counts.length && found.length < limit; ) {
    const first = next;
    let enough = limit - found.length;
    while (next < counts.length && enough > 0) enough -= counts[next++] ?? 0;
    const near = placesWithin(distances, first, next).map((i) => {
      return idAt.get({ file: files[i], position: positions[i] }) ?? 0;
    });
    found.push(...pass(near));
  }
  return found.slice(0, limit);
}

/** Where distances from `first` to below `end` stand, the smallest first. */
function placesWithin(distances: Uint16Array, first: number, end: number): number[] {
  const places: number[] = [];
  for (let i = 0; i < distances.length; i++) {
    const distance = distances[i] ?? 0;
    if (distance >= first && distance < end) places.push(i);
  }
  return places.sort((a, b) => (distances[a] ?? 0) - (distances[b] ?? 0) || a - b);
}

/** Bits that differ, counted two words at a time (Hacker's Delight, 5-1): each byte of `sum` has room for those of all words. */
function differenceAt(bits: Uint32Array, at: number, query: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < words; i += 2) {
    const fours =
      inFours((bits[at + i] ?? 0) ^ (query[i] ?? 0)) +
      inFours((bits[at + i + 1] ?? 0) ^ (query[i + 1] ?? 0));
    sum += (fours & 0x0f0f0f0f) + ((fours >>> 4) & 0x0f0f0f0f);
  }
  sum = (sum & 0x00ff00ff) + ((sum >>> 8) & 0x00ff00ff);
  return (sum & 0xffff) + (sum >>> 16);
}

/** How many of each four bits are set. */
function inFours(word: number): number {
  const twos = word - ((word >>> 1) & 0x55555555);
  return (twos & 0x33333333) + ((twos >>> 2) & 0x33333333);
}

interface Sketches {
  readonly version: string;
  readonly bits: Uint32Array;
  readonly files: Uint32Array;
  readonly positions: Uint32Array;
}

const byDatabase = new WeakMap<Database, Sketches>();

function sketchesOf(db: Database): Sketches {
  const version = indexVersion(db);
  const known = byDatabase.get(db);
  if (known?.version === version) return known;
  const sql = "SELECT coalesce(sum(length(bits)), 0) FROM file_sketch";
  const count = (prepared<[], number>(db, sql).pluck().get() ?? 0) / (words * 4);
  const all = new Uint8Array(count * words * 4);
  const [files, positions] = [new Uint32Array(count), new Uint32Array(count)];
  let at = 0;
  const rows = db.prepare<[], [number, Buffer]>("SELECT file_id, bits FROM file_sketch").raw();
  for (const [file, bits] of rows.iterate()) {
    all.set(bits, at * words * 4);
    const end = at + bits.length / (words * 4);
    for (let position = 0; at < end; position++, at++) {
      files[at] = file;
      positions[at] = position;
    }
  }
  const sketches = { version, bits: new Uint32Array(all.buffer), files, positions };
  byDatabase.set(db, sketches);
  return sketches;
}
