import { rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { isEmbedded, markEmbedded } from "../../src/index/embedded-mark.ts";
import { openVectors } from "../../src/index/vectors.ts";
import { makeIndex, useFolder } from "./vector-fixture.ts";
import { clusteredVectors, dot, gaussian, hashOf, seededRandom, unit } from "./vectors.ts";

/** Chunk `i + 1` has vector `i`. */
function setUp(all: readonly Float32Array[], loadExtension?: () => void) {
  const reports: string[] = [];
  const report = (sentence: string) => void reports.push(sentence);
  const file = join(useFolder(), "vectors.db");
  const db = makeIndex(all.map((_, i) => ({ text: `t${i}` })));
  const dimensions = all[0]?.length ?? 0;
  const vectors = openVectors({
    file,
    modelId: "m",
    dimensions,
    report,
    ...(loadExtension && { loadExtension }),
  });
  const keyed = all.map((vector, i) => ({ hash: hashOf(`t${i}`), vector }));
  const put = (some = keyed) => vectors.use(db, undefined, () => vectors.put(db, some));
  put();
  const search = (query: Float32Array, where = "TRUE") =>
    vectors.use(db, [], () => {
      const scope = { where, params: {}, isFiltered: where !== "TRUE" };
      const ids = vectors.nearest(db, query, scope);
      const found = [...vectors.cosines(db, query, ids)].map(([id, cosine]) => ({ id, cosine }));
      return found.sort((a, b) => b.cosine - a.cosine);
    });
  return { db, file, vectors, keyed, put, search, reports };
}

function exact(all: readonly Float32Array[], query: Float32Array) {
  return all
    .map((vector, i) => ({ id: i + 1, cosine: dot(query, vector) }))
    .sort((a, b) => b.cosine - a.cosine);
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, x) => sum + x, 0) / numbers.length;

const near = (vector: Float32Array, random: () => number): Float32Array =>
  unit(vector.map((x) => x + 0.02 * gaussian(random)));

const large = clusteredVectors(2500, 384, 5);
const small = large.slice(0, 1000);
const query = near(small[30] ?? unit([1]), seededRandom(1));
const idsOf = (found: readonly { readonly id: number }[]) => found.map(({ id }) => id);

describe("openVectors() finds", () => {
  test("what an exact search of 10,000 vectors finds, and in that order", () => {
    const all = clusteredVectors(10_000, 512, 11);
    const { search } = setUp(all);
    const random = seededRandom(2);
    const outcomes = Array.from({ length: 60 }, (_, q) => {
      const question = near(all[(q * 163) % all.length] ?? unit([1]), random);
      const best = exact(all, question);
      const found = search(question).slice(0, 5);
      expect(found[0]?.id).toBe(best[0]?.id);
      const truths = found.map(({ id }) => dot(question, all[id - 1] ?? unit([1])));
      for (const [i, { cosine }] of found.entries()) {
        expect(Math.abs((truths[i] ?? 2) - cosine)).toBeLessThan(0.003);
      }
      // A byte a number cannot tell apart what is nearer than 0.002.
      const last = (best[4]?.cosine ?? 1) - 0.002;
      return truths.filter((truth) => truth >= last).length / 5;
    });
    expect(mean(outcomes)).toBeGreaterThanOrEqual(0.99);
  });

  test("the nearest where all vectors point the same way, as those of some models do", () => {
    const narrow = clusteredVectors(3000, 384, 21, 4);
    const { search } = setUp(narrow);
    const shares = Array.from({ length: 40 }, (_, q) => {
      const question = narrow[q * 71] ?? unit([1]);
      const last = (exact(narrow, question)[4]?.cosine ?? 1) - 0.002;
      const found = search(question).slice(0, 5);
      return found.filter(({ id }) => dot(question, narrow[id - 1] ?? question) >= last).length / 5;
    });
    expect(mean(shares)).toBeGreaterThanOrEqual(0.98);
  });

  test("the nearest of few, before there is a mean, and of dimensions that fill no whole byte", () => {
    const few = clusteredVectors(200, 21, 9);
    expect(setUp(few).search(few[6] ?? query)[0]?.id).toBe(7);
    const more = clusteredVectors(2100, 21, 9);
    expect(setUp(more).search(more[6] ?? query)[0]?.id).toBe(7);
  });

  test.each([2500, 200])("what a filter lets pass, however far (%i vectors)", (count) => {
    const { search } = setUp(large.slice(0, count));
    const best = exact(large.slice(0, count), query);
    const worst = idsOf(best.slice(-100));
    const found = idsOf(search(query, `c.id IN (${worst.join(", ")})`));
    expect(found).toContain(worst[0]);
    expect(found.every((id) => worst.includes(id))).toBe(true);
    expect(search(query, "FALSE")).toEqual([]);
  });

  test("nothing for a query or vector that could not be compared, and says so", () => {
    const { vectors, db, put } = setUp(small);
    const bad = [
      new Float32Array(384),
      new Float32Array(384).fill(Number.NaN),
      new Float32Array(383).fill(1),
    ];
    for (const vector of bad) {
      expect(() => put([{ hash: hashOf("bad"), vector }])).toThrow(RangeError);
      expect(() => vectors.cosines(db, vector, [1])).toThrow(RangeError);
    }
    expect(vectors.get(db, hashOf("bad"))).toBeUndefined();
  });

  test("no cosine of chunks without a vector", () => {
    const { db, vectors } = setUp(small);
    db.prepare("UPDATE chunk SET hash = ? WHERE id = 2").run(hashOf("new"));
    expect([...vectors.cosines(db, query, [1, 2, 3, 99_999]).keys()]).toEqual([1, 3]);
  });
});

describe("openVectors()", () => {
  test("keeps vectors by text, a byte a number, and gives them back as unit vectors", () => {
    const { db, vectors, keyed } = setUp(small);
    for (const { hash, vector } of keyed.slice(0, 50)) {
      expect(dot(vector, vectors.get(db, hash) ?? new Float32Array(384))).toBeGreaterThan(0.999);
    }
  });

  test("goes by keywords where sqlite-vec cannot be loaded, and says it once", () => {
    const { search, reports } = setUp(small, () => {
      throw new Error("no such file");
    });
    expect([search(query), search(query)]).toEqual([[], []]);
    expect(reports).toEqual([
      expect.stringMatching(/ cannot be searched \(no such file\): recall goes by keywords alone$/),
    ]);
  });

  test("drops what no text of the index has, and every byte of it", () => {
    const { db, file, vectors, keyed } = setUp(small);
    db.prepare("DELETE FROM chunk WHERE id > 10").run();
    vectors.use(db, undefined, () => vectors.dropUnused(db));
    expect(vectors.get(db, keyed[9]?.hash ?? Buffer.alloc(0))).toBeDefined();
    expect(vectors.get(db, keyed[10]?.hash ?? Buffer.alloc(0))).toBeUndefined();
    expect(statSync(file).size).toBeLessThan(60_000);
  });

  const wrecks: [string, (file: string) => void][] = [
    ["noise", (file) => writeFileSync(file, Buffer.alloc(50_000, 0xa7))],
    ["cut in half", (file) => truncateSync(file, 8192)],
    ["of another version", (file) => change(file, (db) => db.pragma("user_version = 99"))],
    ["without a table", (file) => change(file, (db) => db.exec("DROP TABLE coarse"))],
  ];
  const change = (file: string, work: (db: Database.Database) => unknown): void => {
    const other = new Database(file);
    work(other);
    other.close();
  };

  test.each(wrecks)("begins again, in one sentence, where its file is %s", (_name, wreck) => {
    const { db, file, vectors, keyed } = setUp(large);
    vectors.use(db, undefined, () => db.pragma("vectors.wal_checkpoint(TRUNCATE)"));
    const reports: string[] = [];
    wreck(file);
    const index = makeIndex(keyed.map((_, i) => ({ text: `t${i}` })));
    markEmbedded(index, "m");
    const report = (sentence: string) => void reports.push(sentence);
    const again = openVectors({ file, modelId: "m", dimensions: 384, report });
    const everything = { where: "TRUE", params: {}, isFiltered: false };
    const search = () => again.use(index, [], () => again.nearest(index, query, everything));
    for (let tries = 0; tries < 2; tries++) {
      expect(search()).toEqual([]);
      again.use(index, undefined, () => again.get(index, hashOf("t1")));
    }
    again.use(index, undefined, () => again.put(index, keyed));
    expect(search()).toContain(31);
    expect(reports).toEqual([
      `The embedding cache "${file}" was damaged: its vectors are made again`,
    ]);
    expect(isEmbedded(index, "m")).toBe(false);
  });

  test("goes by keywords where its file cannot be opened, and says it once", () => {
    const file = useFolder();
    const reports: string[] = [];
    const report = (sentence: string) => void reports.push(sentence);
    const vectors = openVectors({ file, modelId: "m", dimensions: 384, report });
    const db = makeIndex([]);
    for (const _ of [1, 2]) expect(vectors.use(db, "none", () => "some")).toBe("none");
    expect(reports).toEqual([expect.stringMatching(/unable to open database.*keywords alone$/)]);
  });

  test("begins again where its file was deleted while it is open", () => {
    const { db, file, put, search } = setUp(small);
    expect(search(query)).not.toEqual([]);
    for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
    expect(search(query)).toEqual([]);
    put();
    expect(search(query)[0]?.id).toBe(31);
    expect(statSync(file).size).toBeGreaterThan(0);
    db.close();
  });
});
