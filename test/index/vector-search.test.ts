import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { afterEach, describe, expect, test } from "vitest";
import { type VectorBits, vectorBits } from "../../src/index/vector-bits.ts";
import {
  type ModelVectors,
  openVectorCache,
  type VectorCache,
} from "../../src/index/vector-cache.ts";
import { vectorSearch } from "../../src/index/vector-search.ts";
import { makeIndex, useFolder } from "./vector-fixture.ts";
import { clusteredVectors, dot, gaussian, hashOf, seededRandom, unit } from "./vectors.ts";

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of open.splice(0).reverse()) one.close();
});

interface Setup {
  readonly db: Database;
  readonly cache: VectorCache;
  readonly vectors: ModelVectors;
  readonly bits: VectorBits;
  readonly reports: string[];
}

/** Chunk `i + 1` has vector `i` and bank `i % 4 + 1`. */
function setUp(all: readonly Float32Array[], loadExtension?: () => void): Setup {
  const reports: string[] = [];
  const report = (sentence: string) => void reports.push(sentence);
  const db = makeIndex(all.map((_, i) => ({ text: `t${i}` })));
  const cache = openVectorCache(join(useFolder(), "v.db"), { report, now: () => 0 });
  open.push(db, cache);
  const vectors = cache.of("m", all[0]?.length ?? 0);
  vectors.put(all.map((vector, i) => ({ hash: hashOf(`t${i}`), vector })));
  vectors.freezeMean();
  const bits = vectorBits(vectors, { report, ...(loadExtension ? { loadExtension } : {}) });
  if (bits.prepare(db)) {
    const keys = all.map((_, i) => ({ id: i + 1, hash: hashOf(`t${i}`) }));
    db.transaction(() => bits.add(db, keys)).immediate();
  }
  return { db, cache, vectors, bits, reports };
}

function exact(all: readonly Float32Array[], query: Float32Array, passes = (_id: number) => true) {
  return all
    .map((vector, i) => ({ id: i + 1, cosine: dot(query, vector) }))
    .filter(({ id }) => passes(id))
    .sort((a, b) => b.cosine - a.cosine);
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, x) => sum + x, 0) / numbers.length;

const near = (vector: Float32Array, random: () => number): Float32Array =>
  unit(vector.map((x) => x + 0.02 * gaussian(random)));

const small = clusteredVectors(1000, 384, 5);
const query = near(small[30] ?? unit([1]), seededRandom(1));

describe("vectorSearch()", () => {
  test("finds what an exact search of 10,000 vectors finds, and in that order", () => {
    const all = clusteredVectors(10_000, 512, 11);
    const { db, vectors, bits } = setUp(all);
    const { search } = vectorSearch(vectors, bits);
    const random = seededRandom(2);
    const outcomes = Array.from({ length: 60 }, (_, q) => {
      const question = near(all[(q * 163) % all.length] ?? unit([1]), random);
      const best = exact(all, question);
      const five = best.slice(0, 5).map(({ id }) => id);
      const found = search(db, question, 5);
      expect(found[0]?.id).toBe(five[0]);
      const truths = found.map(({ id }) => dot(question, all[id - 1] ?? unit([1])));
      for (const [i, { cosine }] of found.entries()) {
        expect(Math.abs((truths[i] ?? 2) - cosine)).toBeLessThan(0.003);
      }
      // A byte a number cannot tell apart what is nearer than 0.002.
      const last = (best[4]?.cosine ?? 1) - 0.002;
      return {
        asGood: truths.filter((truth) => truth >= last).length / 5,
        same: found.filter(({ id }) => five.includes(id)).length / 5,
      };
    });
    expect(mean(outcomes.map(({ asGood }) => asGood))).toBeGreaterThanOrEqual(0.99);
    expect(mean(outcomes.map(({ same }) => same))).toBeGreaterThanOrEqual(0.96);
  });

  test("finds the nearest where all vectors point the same way, as those of some models do", () => {
    const narrow = clusteredVectors(3000, 384, 21, 4);
    expect(dot(narrow[0] ?? unit([1]), narrow[2999] ?? unit([1]))).toBeGreaterThan(0.8);
    const { db, vectors, bits } = setUp(narrow);
    const { search } = vectorSearch(vectors, bits);
    const exhaustive = vectorSearch(vectors, { ...bits, ready: () => false });
    const shares = Array.from({ length: 40 }, (_, q) => {
      const question = narrow[q * 71] ?? unit([1]);
      const five = exhaustive.search(db, question, 5).map(({ id }) => id);
      return search(db, question, 5).filter(({ id }) => five.includes(id)).length / 5;
    });
    expect(mean(shares)).toBeGreaterThanOrEqual(0.98);
  });

  test("answers the same with bits and without", () => {
    const { db, vectors, bits } = setUp(small);
    expect(bits.ready(db)).toBe(true);
    const withBits = vectorSearch(vectors, bits).search(db, query, 10);
    const without = vectorSearch(vectors, { ...bits, ready: () => false }).search(db, query, 10);
    expect(withBits).toEqual(without);
    expect(withBits.map(({ cosine }) => cosine)).toEqual(
      withBits.map(({ cosine }) => cosine).sort((a, b) => b - a),
    );
  });

  test("looks at every vector where sqlite-vec cannot be loaded, and says it once", () => {
    const { db, vectors, bits, reports } = setUp(small, () => {
      throw new Error("no such file");
    });
    const { search } = vectorSearch(vectors, bits);
    const best = exact(small, query);
    expect(search(db, query, 3).map(({ id }) => id)).toEqual(best.slice(0, 3).map(({ id }) => id));
    search(db, query, 3);
    expect(reports).toEqual([
      "sqlite-vec cannot be loaded (no such file): vectors are searched one by one, which is slower",
    ]);
  });

  test("needs no bits for few vectors", () => {
    const few = small.slice(0, 200);
    const { db, vectors, bits } = setUp(few);
    expect(bits.ready(db)).toBe(false);
    const [best] = vectorSearch(vectors, bits).search(db, query, 5);
    expect(best?.id).toBe(exact(few, query)[0]?.id);
  });

  test.each([true, false])("applies filters before it counts (bits: %s)", (withBits) => {
    const { db, vectors, bits } = setUp(small);
    const { search } = vectorSearch(vectors, withBits ? bits : { ...bits, ready: () => false });
    // The very last by nearness: a filter applied after a global top k would find nothing.
    const worst = exact(small, query)
      .slice(-400)
      .map(({ id }) => id);
    const ids = search(db, query, 5, { ids: worst });
    expect(ids).toHaveLength(5);
    expect(ids.every(({ id }) => worst.includes(id))).toBe(true);
    expect(ids[0]?.cosine).toBeCloseTo(exact(small, query).at(-400)?.cosine ?? 0, 1);
    const few = worst.slice(-20);
    expect(
      search(db, query, 50, { ids: few })
        .map(({ id }) => id)
        .sort(),
    ).toEqual(few.sort());
    expect(search(db, query, 5, { ids: [] })).toEqual([]);
  });

  test("refuses a query that could not be compared", () => {
    const { db, vectors, bits } = setUp(small);
    const { search, cosines } = vectorSearch(vectors, bits);
    const bad = [
      new Float32Array(384),
      new Float32Array(384).fill(Number.NaN),
      new Float32Array(383).fill(1),
    ];
    for (const vector of bad) {
      expect(() => search(db, vector, 5)).toThrow(RangeError);
      expect(() => search(db, vector, 5, { ids: [1] })).toThrow(RangeError);
      expect(() => cosines(db, [1], vector)).toThrow(RangeError);
    }
  });

  test("gives many at once", () => {
    const { db, vectors, bits } = setUp(small);
    const { search } = vectorSearch(vectors, bits);
    expect(search(db, query, 500)).toHaveLength(500);
    expect(search(db, query, 5000)).toHaveLength(1000);
  });

  test("cosines() leaves out chunks without a vector and chunks that are not there", () => {
    const { db, vectors, bits } = setUp(small);
    db.prepare("UPDATE chunk SET hash = ? WHERE id = 2").run(hashOf("new"));
    const found = vectorSearch(vectors, bits).cosines(db, [1, 2, 3, 99_999], query);
    expect([...found.keys()]).toEqual([1, 3]);
  });
});

describe("vectorBits()", () => {
  test("takes ids beyond 32 bits and dimensions that fill no whole byte", () => {
    const odd = clusteredVectors(300, 21, 9);
    const { db, vectors, bits } = setUp(odd);
    const id = 5_000_000_000;
    db.prepare("UPDATE chunk SET id = ? WHERE id = 7").run(id);
    db.transaction(() => {
      bits.remove(db, [7]);
      bits.add(db, [{ id, hash: hashOf("t6") }]);
    })();
    const [best] = vectorSearch(vectors, bits).search(db, odd[6] ?? unit([1]), 5);
    expect(best?.id).toBe(id);
  });

  test("replaces a row and removes one", () => {
    const { db, vectors, bits } = setUp(small);
    const { search } = vectorSearch(vectors, bits);
    const own = small[6] ?? unit([1]);
    db.transaction(() => bits.add(db, [{ id: 7, hash: hashOf("t6") }]))();
    expect(search(db, own, 1)[0]?.id).toBe(7);
    db.transaction(() => bits.remove(db, [7, 7, 12345]))();
    expect(search(db, own, 1)[0]?.id).not.toBe(7);
    expect(db.prepare("SELECT count(*) FROM chunk_vec").pluck().get()).toBe(999);
  });

  test("are not ready for another model or mean, and are made again for it", () => {
    const { db, cache, bits } = setUp(small);
    const other = cache.of("other", 384);
    other.put(
      small.map((vector, i) => ({ hash: hashOf(`t${i}`), vector: unit(vector.map((x) => -x)) })),
    );
    other.freezeMean();
    const otherBits = vectorBits(other, { report: () => {} });
    expect(otherBits.ready(db)).toBe(false);
    expect(bits.ready(db)).toBe(true);
    expect(otherBits.prepare(db)).toBe(true);
    expect(otherBits.ready(db)).toBe(true);
    expect(bits.ready(db)).toBe(false);
    expect(db.prepare("SELECT count(*) FROM chunk_vec").pluck().get()).toBe(0);
  });
});
