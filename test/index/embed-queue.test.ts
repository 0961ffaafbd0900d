import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { fakeModel, memories, memory, offline, useQueue } from "./embed-fixture.ts";
import { addChunks, makeIndex, useFolder } from "./vector-fixture.ts";
import { hashOf } from "./vectors.ts";

const run = promisify(execFile);

describe("createEmbedQueue().run()", () => {
  test("gives every chunk a vector, equal texts one, and has nothing to do the second time", async () => {
    const db = makeIndex([...memories(700), ...memories(300)]);
    const model = fakeModel();
    const { queue, nearest } = useQueue(db, model);
    expect(await queue.run()).toEqual({ embedded: 700, left: 0 });
    expect(nearest(memory(42)).slice(0, 2)).toEqual([43, 743]);
    model.calls.length = 0;
    expect(await queue.run()).toEqual({ embedded: 0, left: 0 });
    expect(model.calls).toEqual([]);
  });

  test("embeds outside of any transaction, and lets others have their turn", async () => {
    const db = makeIndex(memories(600));
    const model = fakeModel();
    model.fail = () => {
      expect(db.inTransaction).toBe(false);
      return undefined;
    };
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    expect((await useQueue(db, model).queue.run()).embedded).toBe(600);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
  });

  test("costs no second embedding when the index is rebuilt", async () => {
    const model = fakeModel();
    const first = useQueue(makeIndex(memories(400)), model);
    await first.queue.run();
    const rebuilt = makeIndex([...memories(5, 1000), ...memories(400)]);
    const second = useQueue(rebuilt, model, first.file);
    expect(second.nearest(memory(7))[0]).toBe(13);
    expect(await second.queue.run()).toEqual({ embedded: 5, left: 0 });
    expect(model.calls.flat()).toHaveLength(405);
  });

  test("follows chunks that come, change and go", async () => {
    const db = makeIndex(memories(400));
    const model = fakeModel();
    const { queue, nearest } = useQueue(db, model);
    await queue.run();
    addChunks(db, [{ text: "a brand new one about zebras" }]);
    db.prepare("DELETE FROM chunk WHERE id IN (1, 2)").run();
    db.prepare("UPDATE chunk SET text = 'giraffes', hash = ? WHERE id = 4").run(hashOf("giraffes"));
    model.calls.length = 0;
    expect(await queue.run()).toEqual({ embedded: 2, left: 0 });
    expect(model.calls.flat().sort()).toEqual(["A\na brand new one about zebras", "A\ngiraffes"]);
    expect([nearest("zebras")[0], nearest("giraffes")[0]]).toEqual([401, 4]);
    expect(nearest(memory(0))).not.toContain(1);
  });

  test("goes on where it was called off", async () => {
    const db = makeIndex(memories(600));
    const model = fakeModel();
    const { queue, reports } = useQueue(db, model);
    const stop = new AbortController();
    model.fail = () => void (model.calls.length === 1 && stop.abort());
    expect(await queue.run({ signal: stop.signal })).toEqual({ embedded: 256, left: 344 });
    expect(await queue.run()).toEqual({ embedded: 344, left: 0 });
    expect(new Set(model.calls.flat()).size).toBe(600);
    expect(model.calls.flat()).toHaveLength(600);
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
    model.fail = (texts) => (texts.includes("A\npoison") ? "tooLong" : undefined);
    const { queue, reports } = useQueue(db, model);
    expect(await queue.run()).toEqual({ embedded: 10, left: 1 });
    expect(await queue.run()).toEqual({ embedded: 0, left: 1 });
    expect(reports).toEqual(['Cannot embed: it is off (only its words find it now: "poison")']);
  });

  test("embeds again for another model, while the old one's vectors stay for a way back", async () => {
    const db = makeIndex(memories(300));
    const before = useQueue(db, fakeModel("old"));
    await before.queue.run();
    const next = fakeModel("new");
    const after = useQueue(db, next, before.file);
    next.fail = () => (next.calls.length >= 1 ? "unreachable" : undefined);
    expect(await after.queue.run()).toMatchObject({ embedded: 128, left: 172 });
    // Half-way: what has a vector of the new model is found by it, and nothing by the old one's numbers.
    expect(after.nearest(memory(7))[0]).toBe(8);
    const some = after.vectors.cosines(db, offline.toVector(memory(7)), [8, 299]);
    expect([...some.keys()]).toEqual([8]);
    expect(before.nearest(memory(298))[0]).toBe(299);
    next.fail = undefined;
    expect((await after.queue.run()).embedded).toBe(172);
    expect(await before.queue.run()).toEqual({ embedded: 0, left: 0 });
  });

  test("shares the work with other processes on the same files", async () => {
    const folder = useFolder();
    const [indexFile, file] = [join(folder, "index.db"), join(folder, "vectors.db")];
    const db = makeIndex(memories(2200), indexFile);
    const runner = fileURLToPath(new URL("./embed-runner.ts", import.meta.url));
    const ends = await Promise.all(
      Array.from({ length: 3 }, () => run(process.execPath, [runner, indexFile, file])),
    );
    expect(ends.map(({ stderr }) => stderr).join("")).toBe("");
    db.prepare("ATTACH ? AS vectors").run(file);
    const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    expect([count("vectors.vec"), count("vectors.coarse")]).toEqual([2200, 2200]);
    db.close();
  });
});
