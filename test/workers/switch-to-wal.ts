import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";
import { useWriteAheadLog } from "../../src/write-ahead.ts";

/** Opens each of the files at the same moment as the other threads: `turn[0]` counts those that stand before the next one. */
const { files, threads, turn } = workerData as {
  readonly files: readonly string[];
  readonly threads: number;
  readonly turn: Int32Array;
};
const faults: string[] = [];
for (const [n, file] of files.entries()) {
  Atomics.add(turn, 0, 1);
  while (Atomics.load(turn, 0) < threads * (n + 1));
  const db = new Database(file);
  try {
    useWriteAheadLog(db);
    db.transaction(() => db.exec("CREATE TABLE IF NOT EXISTS t (a)")).immediate();
  } catch (error) {
    faults.push(String(error));
  }
  db.close();
}
parentPort?.postMessage(faults);
