import Database from "better-sqlite3";
import { toTopicPath } from "../vault/paths.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import { type RowSettings, topicToRows } from "./rows.ts";
import { indexSchema } from "./schema.ts";
import { writeFile } from "./write-rows.ts";

/** An index in memory of single lines, as entries of one topic: of what stands in no file yet. The caller closes it. */
export function indexLines(lines: readonly string[], settings: RowSettings): Database.Database {
  const db = new Database(":memory:");
  db.exec(`${indexSchema}; BEGIN`);
  const path = "topics/house.md";
  const topic = parseTopic(toTopicPath(path), Buffer.from(`# House\n\n- ${lines.join("\n- ")}\n`));
  writeFile(db, { id: 1, path }, topicToRows(topic, settings));
  // A word is looked up hundreds of times: once in one segment.
  db.exec("INSERT INTO chunk_fts(chunk_fts) VALUES ('optimize'); COMMIT");
  return db;
}
