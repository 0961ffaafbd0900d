import type { Database } from "better-sqlite3";
import { indexVersion } from "./open-index.ts";

/** `make`, with what it made for up to `most` keys kept: when there are more it begins again. */
export function keepMost<K, V extends {}>(most: number, make: (key: K) => V): (key: K) => V {
  const values = new Map<K, V>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    if (values.size >= most) values.clear();
    values.set(key, made);
    return made;
  };
}

interface Answers {
  readonly version: string;
  readonly byQuestion: Map<string, unknown>;
  rows: number;
}

const answersByDb = new WeakMap<Database, Answers>();
/** Some 100 bytes each. */
const maxRows = 100_000;

/** Keeps what is asked of an index until something is written to it: each turn of a conversation asks the same. */
export function answersOf(db: Database): <T>(question: string, ask: () => T) => T {
  const version = indexVersion(db);
  let kept = answersByDb.get(db);
  if (kept?.version !== version || kept.rows > maxRows) {
    kept = { version, byQuestion: new Map(), rows: 0 };
    answersByDb.set(db, kept);
  }
  const answers = kept;
  return <T>(question: string, ask: () => T): T => {
    const known = answers.byQuestion.get(question);
    if (known !== undefined) return known as T;
    const answer = ask();
    answers.byQuestion.set(question, answer);
    answers.rows += sizeOf(answer);
    return answer;
  };
}

function sizeOf(answer: unknown): number {
  if (answer instanceof Map) return 5 + answer.size;
  return 5 + (Array.isArray(answer) ? 3 * answer.length : 0);
}
