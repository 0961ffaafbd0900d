import Database from "better-sqlite3";
import { createEmbedQueue } from "../../src/index/embed-queue.ts";
import { vectorBits } from "../../src/index/vector-bits.ts";
import { openVectorCache } from "../../src/index/vector-cache.ts";
import { createOfflineEmbedder } from "../../src/language/offline/embedder.ts";

// Run as a process of its own: embeds what the index lacks.
const [indexFile = "", cacheFile = ""] = process.argv.slice(2);
const report = (sentence: string) => void process.stderr.write(`${sentence}\n`);
const model = createOfflineEmbedder({ tokens: (text) => text.split(" "), tokensVersion: "p" });
const db = new Database(indexFile, { timeout: 5000 });
const cache = openVectorCache(cacheFile, { report, now: Date.now });
const vectors = cache.of(model.id, model.dimensions);
const queue = createEmbedQueue({
  index: { run: (work) => work(db) },
  ...{ model, vectors, report },
  bits: vectorBits(vectors, { report }),
  textOf: (row) => row.text,
});
const { left } = await queue.run();
if (left > 0) report(`${left} left`);
cache.close();
db.close();
