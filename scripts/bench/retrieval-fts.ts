import Database from "better-sqlite3";
import { languageOf } from "../../src/index/languages.ts";
import type { RankedPlace } from "./retrieval-process.ts";

interface Line {
  readonly text: string;
}

/** What everyone builds first: one FTS5 table, any of the question's words less English stop words. */
export function createPlainFts(
  files: readonly { readonly path: string; readonly lines: readonly Line[] }[],
  tokenizer: string,
): (question: string, k: number) => readonly RankedPlace[] {
  const db = new Database(":memory:");
  db.exec(
    `CREATE VIRTUAL TABLE memory USING fts5(text, file UNINDEXED, line UNINDEXED, tokenize='${tokenizer}')`,
  );
  const insert = db.prepare("INSERT INTO memory(text, file, line) VALUES (?, ?, ?)");
  for (const { path, lines } of files) {
    for (const [i, { text }] of lines.entries()) insert.run(text, path, i + 3);
  }
  const select = db.prepare<[string, number], RankedPlace>(
    "SELECT file, line FROM memory WHERE memory MATCH ? ORDER BY rank LIMIT ?",
  );
  const english = languageOf("en");
  return (question, k) => {
    const words = (question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
      (word) => !english.isStopWord(word),
    );
    return words.length === 0 ? [] : select.all(words.map((word) => `"${word}"`).join(" OR "), k);
  };
}
