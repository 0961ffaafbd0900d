import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { useTempFolder } from "./temp.ts";

test("threads that open a new file at once all get it", async () => {
  const folder = useTempFolder();
  const files = Array.from({ length: 150 }, (_, n) => join(folder, `${n}.db`));
  const turn = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { files, threads: 4, turn };
  const all = [1, 2, 3, 4].map(async () => {
    const worker = new Worker(join(import.meta.dirname, "workers/switch-to-wal.ts"), {
      workerData,
    });
    return (await once(worker, "message"))[0];
  });
  expect(await Promise.all(all)).toEqual([[], [], [], []]);
});
