import { execFile } from "node:child_process";
import { existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { LociError } from "../../src/errors.ts";
import { openVectorCache } from "../../src/index/vector-cache.ts";
import { cosineOf } from "../../src/index/vector-quantize.ts";
import { useFolder } from "./vector-fixture.ts";
import { clusteredVectors, dot, hashOf, unit } from "./vectors.ts";

const day = 86_400_000;

function useCache(file = join(useFolder(), "vectors.db")) {
  const reports: string[] = [];
  const clock = { now: 20_000 * day };
  const open = () =>
    openVectorCache(file, { report: (sentence) => reports.push(sentence), now: () => clock.now });
  return { file, reports, clock, open };
}

const some = clusteredVectors(300, 20, 7);
const keyed = some.map((vector, i) => ({ hash: hashOf(`t${i}`), vector }));
const [first] = keyed;
if (first === undefined) throw new Error("no vectors");

describe("openVectorCache() keeps", () => {
  test("vectors by text and model, a byte a number, over a restart", () => {
    const { open, reports } = useCache();
    const cache = open();
    const vectors = cache.of("a", 20);
    expect(vectors.get(first.hash)).toBeUndefined();
    vectors.put(keyed);
    cache.of("b", 4).put([{ hash: first.hash, vector: unit([1, 2, 3, 4]) }]);
    cache.close();

    const again = open();
    for (const { hash, vector } of keyed) {
      const found = again.of("a", 20).get(hash);
      if (found === undefined) throw new Error("lost");
      expect(cosineOf(vector, found)).toBeGreaterThan(0.995);
      const other = some[5] ?? vector;
      expect(Math.abs(cosineOf(other, found) - dot(other, vector))).toBeLessThan(0.004);
    }
    expect(again.of("b", 4).get(first.hash)?.q8).toHaveLength(4);
    expect(again.of("a", 20).count(1000)).toBe(300);
    expect(again.of("a", 20).count(10)).toBe(10);
    expect(again.of("c", 20).has(first.hash)).toBe(false);
    expect(reports).toEqual([]);
    again.close();
  });

  test("nothing of a batch with a vector that cannot be compared", () => {
    const cache = useCache().open();
    const vectors = cache.of("a", 4);
    const sound = { hash: hashOf("sound"), vector: unit([1, 2, 3, 4]) };
    const bad = [
      Float32Array.of(0, 0, 0, 0),
      Float32Array.of(1, Number.NaN, 0, 0),
      Float32Array.of(1, Number.POSITIVE_INFINITY, 0, 0),
      Float32Array.of(1, 0, 0),
    ];
    for (const vector of bad) {
      expect(() => vectors.put([sound, { hash: hashOf("bad"), vector }])).toThrow(RangeError);
    }
    expect(vectors.count(10)).toBe(0);
    cache.close();
  });

  test("what is used, and prunes the rest", () => {
    const { open, clock } = useCache();
    const cache = open();
    const vectors = cache.of("a", 20);
    vectors.put(keyed);
    clock.now += 100 * day;
    vectors.touch(keyed.slice(0, 50).map(({ hash }) => hash));
    vectors.touch([hashOf("unknown")]);
    clock.now += 100 * day;
    expect(cache.prune(150)).toBe(250);
    expect(vectors.has(first.hash)).toBe(true);
    expect(vectors.count(1000)).toBe(50);
    expect(cache.prune(150)).toBe(0);
    cache.close();
  });

  test("the mean of the first 256 vectors, and of the first 4,096 for good", () => {
    const cache = useCache().open();
    const vectors = cache.of("a", 20);
    const many = clusteredVectors(5000, 20, 3).map((vector, i) => ({
      hash: hashOf(`m${i}`),
      vector,
    }));
    const frozenAfter = (count: number): number[] | undefined => {
      vectors.put(many.slice(vectors.count(9999), count));
      vectors.freezeMean();
      const mean = vectors.mean();
      return mean === undefined ? undefined : [...mean.numbers];
    };
    expect(frozenAfter(255)).toBeUndefined();
    const early = frozenAfter(256);
    expect(early?.[0]).toBeCloseTo(
      many.slice(0, 256).reduce((sum, { vector }) => sum + (vector[0] ?? 0), 0) / 256,
      3,
    );
    expect(frozenAfter(4000)).toEqual(early);
    const late = frozenAfter(4096);
    expect(late).not.toEqual(early);
    expect(frozenAfter(5000)).toEqual(late);
    cache.close();
  });
});

describe("openVectorCache() survives", () => {
  test("flipped bits, under a sound page: the vector is absent until it is put again", () => {
    const { open, file } = useCache();
    const cache = open();
    const vectors = cache.of("a", 20);
    vectors.put(keyed);
    const damage = new Database(file);
    const flips = [
      "UPDATE vec SET q8 = CAST(x'00' || substr(q8, 2) AS BLOB) WHERE hash = ?",
      "UPDATE vec SET scale = scale * 2 WHERE hash = ?",
      "UPDATE vec SET q8 = substr(q8, 2) WHERE hash = ?",
      `UPDATE vec SET (scale, q8, crc) = (SELECT scale, q8, crc FROM vec WHERE id = 300) WHERE hash = ?`,
    ];
    for (const [i, flip] of flips.entries()) damage.prepare(flip).run(keyed[i]?.hash);
    damage.close();
    for (const i of flips.keys())
      expect(vectors.has(keyed[i]?.hash ?? Buffer.alloc(0))).toBe(false);
    let intact = 0;
    vectors.each(() => intact++);
    expect(intact).toBe(300 - flips.length);
    vectors.put([first]);
    expect(vectors.has(first.hash)).toBe(true);
    cache.close();
  });

  const wrecks: [string, (file: string) => void][] = [
    ["noise", (file) => writeFileSync(file, Buffer.alloc(50_000, 0xa7))],
    ["a text", (file) => writeFileSync(file, "not a database")],
    ["cut in half", (file) => truncateSync(file, 8192)],
    [
      "of another version",
      (file) => {
        const db = new Database(file);
        db.pragma("user_version = 99");
        db.close();
      },
    ],
    [
      "without a table",
      (file) => {
        const db = new Database(file);
        db.exec("DROP TABLE vec");
        db.close();
      },
    ],
  ];
  test.each(wrecks)("a file that is %s: moved aside, said once, begun again", (_name, wreck) => {
    const { open, file, reports } = useCache();
    const before = open();
    before.of("a", 20).put(keyed);
    before.close();
    wreck(file);
    const cache = open();
    expect(cache.of("a", 20).get(first.hash)).toBeUndefined();
    cache.of("a", 20).put(keyed);
    cache.close();
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatch(
      /was damaged: it was moved to ".*vectors\.db\.damaged", and its vectors are made again$/,
    );
    expect(existsSync(`${file}.damaged`)).toBe(true);
    const again = open();
    expect(again.of("a", 20).has(first.hash)).toBe(true);
    again.close();
    expect(reports).toHaveLength(1);
  });

  test("an empty file and none at all, in a folder that is not there yet", () => {
    const { file, reports } = useCache(join(useFolder(), "deep", ".loci", "vectors.db"));
    const opened = openVectorCache(file, { report: (s) => reports.push(s), now: () => 0 });
    opened.close();
    writeFileSync(file, "");
    openVectorCache(file, { report: (s) => reports.push(s), now: () => 0 }).close();
    expect(reports).toEqual([]);
  });

  test("damage while it is open", () => {
    const { open, file, reports } = useCache();
    const cache = open();
    const vectors = cache.of("a", 20);
    vectors.put(keyed);
    const checkpoint = new Database(file);
    checkpoint.pragma("wal_checkpoint(TRUNCATE)");
    checkpoint.close();
    writeFileSync(file, Buffer.alloc(statSync(file).size, 0x5a), { flag: "r+" });
    vectors.put([first]);
    expect(vectors.has(first.hash)).toBe(true);
    expect(reports.length).toBeLessThan(2);
    cache.close();
  });

  test("being deleted while it is open: what is put next is in the new file", () => {
    const { open, file } = useCache();
    const cache = open();
    cache.of("a", 20).put(keyed);
    for (const name of readdirSync(join(file, ".."))) rmSync(join(file, "..", name));
    cache.of("a", 20).put([first]);
    cache.close();
    const again = open();
    expect(again.of("a", 20).count(1000)).toBe(1);
    again.close();
  });

  test("several processes that begin it and write it at once", async () => {
    const { open, file, reports } = useCache();
    const run = promisify(execFile);
    const writer = fileURLToPath(new URL("./vector-writer.ts", import.meta.url));
    const names = ["a", "b", "c", "d"];
    const ends = await Promise.all(
      names.map((name) => run(process.execPath, [writer, file, name, "200"])),
    );
    expect(ends.map(({ stderr }) => stderr).join("")).toBe("");
    const cache = open();
    const vectors = cache.of("m", 16);
    expect(vectors.count(10_000)).toBe(100 + 4 * 100);
    let intact = 0;
    vectors.each(() => intact++);
    expect(intact).toBe(500);
    expect(reports).toEqual([]);
    cache.close();
  });

  test("not a folder in its place: says so in one sentence", () => {
    const folder = useFolder();
    const open = () => openVectorCache(folder, { report: () => {}, now: () => 0 });
    expect(open).toThrow(LociError);
    expect(open).toThrow(/^Cannot use the embedding cache ".*": .*; check the rights/);
  });
});
