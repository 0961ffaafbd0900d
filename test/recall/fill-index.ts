import Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import { topicToRows } from "../../src/index/rows.ts";
import { indexSchema } from "../../src/index/schema.ts";
import { createRowWriter } from "../../src/index/write-rows.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import { parseTopic } from "../../src/vault/topic/parse-topic.ts";

const settings = {
  banks: ["General", "Personal", "Health"],
  defaultBank: "General",
  language: "en",
};
const neverRead = { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 };

/** An index in memory of these files (path → Markdown), made as the index makes it; it goes when the test ends. */
export function useIndex(files: Readonly<Record<string, string>>): Database.Database {
  const db = new Database(":memory:");
  onTestFinished(() => {
    db.close();
  });
  db.exec(indexSchema);
  const writer = createRowWriter(db);
  db.transaction(() => {
    for (const [path, text] of Object.entries(files)) {
      const topic = parseTopic(toTopicPath(path), Buffer.from(text));
      const version = {
        stat: { path: topic.path, ...neverRead },
        pathKey: path.toLowerCase(),
        hash: Buffer.alloc(32),
        indexedAt: 0,
      };
      writer.writeFile(version, topicToRows(topic, settings));
    }
  })();
  return db;
}
