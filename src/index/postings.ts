import type { Database } from "better-sqlite3";
import type { IndexFacts } from "./index-facts.ts";
import { prepared } from "./prepared.ts";
import { lengthOf } from "./schema.ts";

/** Where a term stands: ids of chunks in order, each once. */
export interface Postings {
  readonly body: Float64Array;
  readonly heading: Float64Array;
  /** Ids of the files that hold it in texts and dates, in order, and how often each does; chunks left out of counts do not. */
  readonly files: Uint32Array;
  readonly counts: Uint32Array;
}

/** Reads where a term stands from the full-text index. What is `uncounted` counts for no file. */
export function postingsOf(
  db: Database,
  { uncounted, fileOf }: Pick<IndexFacts, "fileOf"> & { readonly uncounted: ReadonlySet<number> },
  term: string,
): Postings {
  const places = prepared<[string], number>(
    db,
    `SELECT doc * 2 + (col = 'heading')
     FROM temp.chunk_places WHERE term = ?`,
  )
    .pluck()
    .all(term);
  const [body, heading]: [number[], number[]] = [[], []];
  const [files, counts]: [number[], number[]] = [[], []];
  for (const place of places) {
    const isHeading = (place & 1) === 1;
    const id = Math.floor(place / 2);
    const list = isHeading ? heading : body;
    if (list[list.length - 1] !== id) list.push(id);
    if (isHeading || (uncounted.size > 0 && uncounted.has(id))) continue;
    const file = fileOf(id);
    let last = files.length - 1;
    if (files[last] !== file) {
      last = files.push(file) - 1;
      counts.push(0);
    }
    counts[last] = (counts[last] ?? 0) + 1;
  }
  return {
    body: new Float64Array(body),
    heading: new Float64Array(heading),
    files: new Uint32Array(files),
    counts: new Uint32Array(counts),
  };
}

interface Weighted extends Postings {
  readonly weight: number;
}

/**
 * Ids of the chunks that hold any of the terms, best first, and how many there are: by BM25 (Robertson and Zaragoza, 2009) with
 * each term counted once per column, with its weight; ties go by what their files hold.
 */
export function bestMatches(
  found: readonly Weighted[],
  {
    averageTerms,
    fileOf,
    limit,
  }: Pick<IndexFacts, "fileOf"> & { readonly averageTerms: number; readonly limit: number },
): { readonly best: readonly number[]; readonly all: number } {
  const scored = scoreAll(found);
  const shortness = Array.from({ length: 16 }, (_, i) => shortnessOf(i, averageTerms));
  for (let i = 0; i < scored.size; i++) {
    scored.scores[i] = (scored.scores[i] ?? 0) * (shortness[(scored.ids[i] ?? 0) & 15] ?? 0);
  }
  const { ids, scores } = scored;
  const at = (i: number): number => scores[i] ?? 0;
  const { above, equal } = cut(scored, limit);
  above.sort((a, b) => at(b) - at(a) || a - b);
  const left = limit - above.length;
  if (equal.length > left) {
    const byFile = fileScores(found);
    const tied = equal.map((i) => ({ i, score: byFile(fileOf(ids[i] ?? 0)) }));
    tied.sort((a, b) => b.score - a.score || a.i - b.i);
    above.push(...tied.slice(0, left).map(({ i }) => i));
  } else above.push(...equal);
  return { best: above.map((i) => ids[i] ?? 0), all: scored.size };
}

const [k1, b] = [1.2, 0.75];

function shortnessOf(lengthClass: number, average: number): number {
  return (k1 + 1) / (1 + k1 * (1 - b + (b * lengthOf(lengthClass)) / (average || 1)));
}

interface Scores {
  readonly ids: Float64Array;
  readonly scores: Float64Array;
  readonly size: number;
}

/** Headings repeat for every chunk below them, so they weigh less than its own words. */
const headingWeight = 0.5;

function scoreAll(found: readonly Weighted[]): Scores {
  const lists = found.flatMap(({ body, heading, weight }) => [
    { ids: body, weight },
    { ids: heading, weight: weight * headingWeight },
  ]);
  // Short ones first: each is merged into all before it.
  lists.sort((a, b) => a.ids.length - b.ids.length);
  let all: Scores = { ids: new Float64Array(0), scores: new Float64Array(0), size: 0 };
  for (const { ids, weight } of lists) if (ids.length > 0) all = merge(all, ids, weight);
  return all;
}

function merge(all: Scores, ids: Float64Array, weight: number): Scores {
  const most = all.size + ids.length;
  const merged = { ids: new Float64Array(most), scores: new Float64Array(most), size: 0 };
  let [i, j] = [0, 0];
  while (i < all.size || j < ids.length) {
    const x = i < all.size ? (all.ids[i] ?? 0) : Number.POSITIVE_INFINITY;
    const y = ids[j] ?? Number.POSITIVE_INFINITY;
    merged.ids[merged.size] = Math.min(x, y);
    merged.scores[merged.size++] = (x <= y ? (all.scores[i++] ?? 0) : 0) + (y <= x ? weight : 0);
    if (y <= x) j++;
  }
  return merged;
}

/** The places of those that score more than the last of the `limit` best, and of those that score as much. */
function cut({ scores, size }: Scores, limit: number): { above: number[]; equal: number[] } {
  const least = atPlace(scores.subarray(0, size), limit);
  const [above, equal]: [number[], number[]] = [[], []];
  for (let i = 0; i < size; i++) {
    const score = scores[i] ?? 0;
    if (score > least) above.push(i);
    else if (score === least) equal.push(i);
  }
  return { above, equal };
}

/** The score that comes at this place, the greatest first; the least where there are fewer. */
function atPlace(scores: Float64Array, place: number): number {
  // The greatest so far as a heap: each is at most as great as those at twice its place.
  const heap = scores.slice(0, place).sort();
  const at = (i: number): number => heap[i] ?? Number.POSITIVE_INFINITY;
  for (let next = place; next < scores.length; next++) {
    const score = scores[next] ?? 0;
    if (score <= at(0)) continue;
    let i = 0;
    for (;;) {
      const left = 2 * i + 1;
      const child = at(left) <= at(left + 1) ? left : left + 1;
      if (at(child) >= score) break;
      heap[i] = at(child);
      i = child;
    }
    heap[i] = score;
  }
  return at(0);
}

function fileScores(found: readonly Weighted[]) {
  const known = new Map<number, number>();
  return (file: number): number => {
    let score = known.get(file);
    if (score === undefined) {
      score = 0;
      for (const { files, counts, weight } of found) {
        score += weight * Math.log1p(counts[placeIn(files, file)] ?? 0);
      }
      known.set(file, score);
    }
    return score;
  };
}

/** -1 where it is not there. */
export function placeIn(sorted: Uint32Array, wanted: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const value = sorted[middle] ?? 0;
    if (value === wanted) return middle;
    if (value < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
