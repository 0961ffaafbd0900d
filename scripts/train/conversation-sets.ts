import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** A line that is known, and what is said that corrects it: corrections.jsonl of a set in test/fixtures/conversation. */
export interface Correction {
  readonly lang: string;
  readonly old: string;
  readonly said: string;
  /** Words of the old line that still hold. */
  readonly keeps: readonly string[];
  /** Other lines of the same home. */
  readonly others?: readonly string[];
  readonly adds?: string;
}

/** A question to a household, and the line of its memory that answers it, '' where none does: questions.jsonl. */
export interface Asking {
  readonly lang: string;
  readonly memory: readonly string[];
  readonly question: string;
  readonly answer: string;
}

/** One file of the sets that may be learned from. */
export function readToLearn<T>(name: string): T[] {
  const sets = resolve(import.meta.dirname, "../../test/fixtures/conversation");
  return ["dev", "dev-2", "dev-3", "dev-4"].flatMap((set) => readSet<T>(join(sets, set), name));
}

/** One file of a set. */
export function readSet<T>(folder: string, name: string): T[] {
  const lines = readFileSync(join(folder, `${name}.jsonl`), "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line): T => JSON.parse(line));
}

/** A line without its marker and its date. */
export const wordsOf = (line: string): string =>
  line.replace(/^- /u, "").replace(/ \(\d{4}-\d\d-\d\d\).*$/u, "");
