import Database from "better-sqlite3";
import { topicToRows } from "../../src/index/rows.ts";
import { indexSchema } from "../../src/index/schema.ts";
import { createRowWriter } from "../../src/index/write-rows.ts";
import { type Hit, recall } from "../../src/recall/recall.ts";
import { parseTopic } from "../../src/vault/parse-topic.ts";
import { toTopicPath } from "../../src/vault/paths.ts";

/** What recall finds among the lines of a household, as the offline model gets it. */
export function recallAmong(memory: readonly string[], question: string): readonly Hit[] {
  const household = openHousehold(memory);
  const hits = household.recall(question);
  household.close();
  return hits;
}

/** An index of some lines, in memory. */
export function openHousehold(memory: readonly string[]) {
  const db = new Database(":memory:");
  const texts = memory.map((line) => line.replace(/^- /u, ""));
  fill(db, texts);
  return {
    /** The best hits, as the offline model gets them. */
    recall: (question: string): readonly Hit[] =>
      recall(db, question, { filter: {}, viewer: { allPeople: true }, limit: 12, floor: 0.02 }),
    close: () => db.close(),
  };
}

const settings = { banks: ["General"], defaultBank: "General", language: "en" };
const path = "topics/house.md";

function fill(db: Database.Database, texts: readonly string[]): void {
  db.exec(`${indexSchema}; BEGIN`);
  const topic = parseTopic(toTopicPath(path), Buffer.from(`# House\n\n- ${texts.join("\n- ")}\n`));
  const version = {
    stat: { path: topic.path, size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 },
    ...{ pathKey: path, hash: Buffer.alloc(32), indexedAt: 0 },
  };
  createRowWriter(db, () => {}).writeFile(version, topicToRows(topic, settings));
  // A word is looked up hundreds of times: once in one segment.
  db.exec("INSERT INTO chunk_fts(chunk_fts) VALUES ('optimize'); COMMIT");
}
