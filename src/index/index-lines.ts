import Database from "better-sqlite3";
import { toTopicPath } from "../vault/paths.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import { type RowSettings, topicToRows } from "./rows.ts";
import { indexSchema } from "./schema.ts";
import { createRowWriter } from "./write-rows.ts";

/** An index in memory of single lines, as entries of one topic: of what stands in no file yet. The caller closes it. */
export function indexLines(lines: readonly string[], settings: RowSettings): Database.Database {
  const db = new Database(":memory:");
  db.exec(`${indexSchema}; BEGIN`);
  const path = "topics/house.md";
  const topic = parseTopic(toTopicPath(path), Buffer.from(`# House\n\n- ${lines.join("\n- ")}\n`));
  const version = {
    stat: { path: topic.path, size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 },
    ...{ pathKey: path, hash: Buffer.alloc(32), indexedAt: 0 },
  };
  createRowWriter(db).writeFile(version, topicToRows(topic, settings));
  // A word is looked up hundreds of times: once in one segment.
  db.exec("INSERT INTO chunk_fts(chunk_fts) VALUES ('optimize'); COMMIT");
  return db;
}
