import Database from "better-sqlite3";
import { createEmbedQueue } from "../../src/index/embed-queue.ts";
import { openVectors } from "../../src/index/vectors.ts";
import { createOfflineEmbedder } from "../../src/language/offline/embedder.ts";

// Run as a process of its own: embeds what the index lacks.
const [indexFile = "", file = ""] = process.argv.slice(2);
const report = (sentence: string) => void process.stderr.write(`${sentence}\n`);
const model = createOfflineEmbedder({ tokens: (text) => text.split(" "), tokensVersion: "p" });
const db = new Database(indexFile, { timeout: 5000 });
const vectors = openVectors({ file, modelId: model.id, dimensions: model.dimensions, report });
const index = { run: <T>(work: (db: Database.Database) => T): T => work(db) };
const { left } = await createEmbedQueue({ index, model, vectors, report }).run();
if (left > 0) report(`${left} left`);
db.close();
