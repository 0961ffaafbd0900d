import Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import { topicToRows } from "../../src/index/rows.ts";
import { indexSchema } from "../../src/index/schema.ts";
import { writeFile } from "../../src/index/write-rows.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import { parseTopic } from "../../src/vault/topic/parse-topic.ts";

const settings = {
  banks: ["General", "Personal", "Health"],
  defaultBank: "General",
  language: "en",
};

/** An index in memory of these files (path → Markdown), made as the index makes it; it goes when the test ends. */
export function useIndex(files: Readonly<Record<string, string>>): Database.Database {
  const db = new Database(":memory:");
  onTestFinished(() => {
    db.close();
  });
  db.exec(indexSchema);
  db.transaction(() => {
    for (const [i, [path, text]] of Object.entries(files).entries()) {
      const topic = parseTopic(toTopicPath(path), Buffer.from(text));
      writeFile(db, { id: i + 1, path }, topicToRows(topic, settings));
    }
  })();
  return db;
}
