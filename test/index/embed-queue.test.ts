import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { load } from "sqlite-vec";
import { describe, expect, test } from "vitest";
import { createOpenAiEmbedder } from "../../src/models/openai/embedder.ts";
import { startEmbeddingServer } from "../models/embedding-server.ts";
import { fakeModel, memories, memory, offline, useQueue } from "./embed-fixture.ts";
import { addChunks, makeIndex, useFolder } from "./vector-fixture.ts";
import { hashOf } from "./vectors.ts";

const run = promisify(execFile);

const countBits = (db: Database.Database): unknown =>
  db.prepare("SELECT count(*) FROM chunk_vec").pluck().get();

describe("createEmbedQueue().run()", () => {
  test("gives every chunk a vector, equal texts one, and has nothing to do the second time", async () => {
    const db = makeIndex([...memories(700), ...memories(300)]);
    const model = fakeModel();
    const { queue, vectors, bits, search } = useQueue(db, model);
    const seen: string[] = [];
    const result = await queue.run({
      onProgress: ({ done, total }) => seen.push(`${done}/${total}`),
    });
    expect(result).toEqual({ embedded: 700, left: 0 });
    expect(seen.at(0)).toBe("128/1000");
    expect(seen.at(-1)).toBe("1000/1000");
    expect(vectors.count(9999)).toBe(700);
    expect(bits.ready(db)).toBe(true);
    expect(countBits(db)).toBe(1000);
    const found = search.search(db, offline.toVector(memory(42)), 2).map(({ id }) => id);
    expect(found).toEqual([43, 743]);

    model.calls.length = 0;
    expect(await queue.run()).toEqual({ embedded: 0, left: 0 });
    expect(model.calls).toEqual([]);
  });

  test("embeds outside of any transaction", async () => {
    const db = makeIndex(memories(300));
    const model = fakeModel();
    model.fail = () => {
      expect(db.inTransaction).toBe(false);
      return undefined;
    };
    expect((await useQueue(db, model).queue.run()).embedded).toBe(300);
  });

  test("costs no second embedding when the index is rebuilt", async () => {
    const server = await startEmbeddingServer({ dimensions: 384, model: "all-minilm" });
    const model = createOpenAiEmbedder({
      baseUrl: server.url,
      model: "all-minilm",
      dimensions: 384,
    });
    const first = useQueue(makeIndex(memories(400)), model);
    expect((await first.queue.run()).embedded).toBe(400);
    const sent = server.requests.flat().length;
    expect(sent).toBe(400);

    const rebuilt = makeIndex([...memories(5, 1000), ...memories(400)]);
    const second = useQueue(rebuilt, model, first.file);
    expect(await second.queue.run()).toEqual({ embedded: 5, left: 0 });
    expect(server.requests.flat().length).toBe(sent + 5);
    expect(countBits(rebuilt)).toBe(405);
    expect(server.violations).toEqual([]);
    await server.close();
  });

  test("follows chunks that come, change and go", async () => {
    const db = makeIndex(memories(400));
    const model = fakeModel();
    const { queue, search } = useQueue(db, model);
    await queue.run();
    addChunks(db, [{ text: "a brand new one about zebras" }]);
    db.prepare("DELETE FROM chunk WHERE id IN (1, 2)").run();
    db.prepare("UPDATE chunk SET text = ?, hash = ? WHERE id = 4").run(
      "giraffes",
      hashOf("giraffes"),
    );
    model.calls.length = 0;
    expect(await queue.run()).toEqual({ embedded: 2, left: 0 });
    expect(model.calls.flat().sort()).toEqual(["a brand new one about zebras", "giraffes"]);
    expect(countBits(db)).toBe(399);
    const best = (text: string) => search.search(db, offline.toVector(text), 1)[0]?.id;
    expect(best("zebras")).toBe(401);
    expect(best("giraffes")).toBe(4);
  });

  test("goes on where it was called off", async () => {
    const db = makeIndex(memories(600));
    const model = fakeModel();
    const { queue, reports } = useQueue(db, model);
    const stop = new AbortController();
    const half = await queue.run({
      signal: stop.signal,
      onProgress: ({ done }) => {
        if (done >= 256) stop.abort();
      },
    });
    expect(half).toEqual({ embedded: 256, left: 344 });
    expect(await queue.run()).toEqual({ embedded: 344, left: 0 });
    expect(new Set(model.calls.flat()).size).toBe(600);
    expect(model.calls.flat()).toHaveLength(600);
    expect(countBits(db)).toBe(600);
    expect(reports).toEqual([]);
  });

  test("keeps the queue when the model is off, says it once, and goes on when it is back", async () => {
    const db = makeIndex(memories(300));
    const model = fakeModel();
    const { queue, reports } = useQueue(db, model);
    model.fail = () => (model.calls.length >= 1 ? "unreachable" : undefined);
    const result = await queue.run();
    expect(result).toMatchObject({
      embedded: 128,
      left: 172,
      failure: { code: "EMBEDDING_FAILED" },
    });
    await queue.run();
    expect(reports).toEqual([
      "Cannot embed: it is off (172 texts wait for their vectors; keywords answer meanwhile)",
    ]);
    model.fail = undefined;
    expect(await queue.run()).toEqual({ embedded: 172, left: 0 });
    model.fail = () => "timeout";
    addChunks(db, [{ text: "one more" }]);
    await queue.run();
    expect(reports).toHaveLength(2);
  });

  test("gives vectors that are cached their bits even while the model is off", async () => {
    const model = fakeModel();
    const first = useQueue(makeIndex(memories(300)), model);
    await first.queue.run();
    const rebuilt = makeIndex([...memories(10, 5000), ...memories(300)]);
    const second = useQueue(rebuilt, model, first.file);
    model.fail = () => "unreachable";
    expect(await second.queue.run()).toMatchObject({ embedded: 0, left: 10 });
    expect(countBits(rebuilt)).toBe(300);
  });

  test("sends no more texts than it may", async () => {
    const db = makeIndex(memories(400));
    const model = fakeModel();
    const { queue } = useQueue(db, model);
    expect(await queue.run({ limit: 150 })).toEqual({ embedded: 150, left: 250 });
    expect(await queue.run({ limit: 0 })).toEqual({ embedded: 0, left: 250 });
    expect(await queue.run({ limit: 250 })).toEqual({ embedded: 250, left: 0 });
    expect(model.calls.flat()).toHaveLength(400);
  });

  test("puts a text aside that the model refuses, says which, and embeds the rest", async () => {
    const db = makeIndex([...memories(5), { text: "poison" }, ...memories(5, 50)]);
    const model = fakeModel();
    model.fail = (texts) => (texts.includes("poison") ? "tooLong" : undefined);
    const { queue, reports } = useQueue(db, model);
    expect(await queue.run()).toEqual({ embedded: 10, left: 1 });
    expect(await queue.run()).toEqual({ embedded: 0, left: 1 });
    expect(reports).toEqual(['Cannot embed: it is off (only its words find it now: "poison")']);
  });

  test("embeds again for another model, while the old one's vectors stay for a way back", async () => {
    const db = makeIndex(memories(300));
    const old = fakeModel("old");
    const before = useQueue(db, old);
    await before.queue.run();
    const next = fakeModel("new");
    const after = useQueue(db, next, before.file);
    next.fail = () => (next.calls.length >= 1 ? "unreachable" : undefined);
    expect(await after.queue.run()).toMatchObject({ embedded: 128, left: 172 });
    // Half-way: what has a vector of the new model is found by it, and nothing by the old one's numbers.
    expect(after.search.search(db, offline.toVector(memory(7)), 1)[0]?.id).toBe(8);
    expect(after.search.cosines(db, [8, 299], offline.toVector(memory(7))).size).toBe(1);
    expect(before.search.search(db, offline.toVector(memory(298)), 1)[0]?.id).toBe(299);
    next.fail = undefined;
    expect((await after.queue.run()).embedded).toBe(172);
    expect(await before.queue.run()).toEqual({ embedded: 0, left: 0 });
    expect(before.bits.ready(db)).toBe(true);
  });

  test("with verify, makes again what the cache lost", async () => {
    const db = makeIndex(memories(300));
    const model = fakeModel();
    const { queue, file, vectors } = useQueue(db, model);
    await queue.run();
    const damage = new Database(file);
    damage.prepare("UPDATE vec SET scale = scale * 2 WHERE id IN (5, 6)").run();
    damage.close();
    expect((await queue.run()).embedded).toBe(0);
    expect(await queue.run({ verify: true })).toEqual({ embedded: 2, left: 0 });
    expect(vectors.has(hashOf(memory(4)))).toBe(true);
    expect(countBits(db)).toBe(300);
  });

  test("embeds all again when the cache is lost and the index is not", async () => {
    const db = makeIndex(memories(300));
    await useQueue(db, fakeModel()).queue.run();
    const { queue, search } = useQueue(db, fakeModel());
    expect(search.search(db, offline.toVector("lost"), 5)).toEqual([]);
    expect(await queue.run()).toEqual({ embedded: 300, left: 0 });
    expect(search.search(db, offline.toVector(memory(7)), 1)[0]?.id).toBe(8);
  });

  test("goes on where another process puts a new index in the place of this one", async () => {
    const [first, second] = [makeIndex(memories(600)), makeIndex(memories(500))];
    const model = fakeModel();
    const old = useQueue(first, model);
    await old.queue.run();
    // An index that knows no vectors yet, from the second page on.
    addChunks(first, memories(400, 9000));
    const index = {
      run: <T>(work: (db: Database.Database) => T): T =>
        work(model.calls.length > 6 ? second : first),
    };
    const { queue } = useQueue(first, model, old.file, index);
    await queue.run();
    expect((await queue.run()).left).toBe(0);
    expect(countBits(second)).toBe(500);
  });

  test("shares the work with other processes on the same files", async () => {
    const folder = useFolder();
    const [indexFile, cacheFile] = [join(folder, "index.db"), join(folder, "vectors.db")];
    const db = makeIndex(memories(2000), indexFile);
    const runner = fileURLToPath(new URL("./embed-runner.ts", import.meta.url));
    const ends = await Promise.all(
      Array.from({ length: 3 }, () => run(process.execPath, [runner, indexFile, cacheFile])),
    );
    expect(ends.map(({ stderr }) => stderr).join("")).toBe("");
    expect(db.prepare("SELECT count(*) FROM chunk_vector").pluck().get()).toBe(2000);
    load(db);
    expect(countBits(db)).toBe(2000);
    db.close();
  });

  test("makes the bits again when the mean is frozen for good, and misses none", async () => {
    const db = makeIndex(memories(4300));
    const { queue, vectors, bits } = useQueue(db, offline);
    await queue.run();
    expect(vectors.mean()).toBeDefined();
    expect(bits.ready(db)).toBe(true);
    expect(countBits(db)).toBe(4300);
  });

  test("lets others have their turn", async () => {
    const db = makeIndex(memories(1000));
    const { queue } = useQueue(db, offline);
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await queue.run();
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});
