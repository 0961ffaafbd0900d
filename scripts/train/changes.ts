import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Correction, readToLearn, wordsOf } from "./conversation-sets.ts";

/** A line that is known, the other lines of its home, and what is said that changes it or does not. */
export interface ChangeCase {
  /** The language of what is said. */
  readonly language: string;
  readonly line: string;
  readonly home: readonly string[];
  readonly changes: readonly string[];
  readonly others: readonly string[];
}

/** All that there is to learn from: what was written for it, and the corrections that are there to be read. */
export function readChanges(): readonly ChangeCase[] {
  const folder = join(import.meta.dirname, "changes");
  const written = readdirSync(folder)
    .sort()
    .flatMap((name) => readWritten(readFileSync(`${folder}/${name}`, "utf8"), name.slice(0, 2)));
  return [...written, ...readToLearn<Correction>("corrections").map(toCase)];
}

/** A file for each language of what is said: `= LINE`, then `+ CHANGES IT` and `- LEAVES IT`. */
function readWritten(text: string, language: string): ChangeCase[] {
  const blocks = text.split(/^= /mu).slice(1);
  return blocks.map((block) => {
    const [line = "", ...said] = block.split("\n");
    const marked = (mark: string): string[] =>
      said.flatMap((one) => (one.startsWith(mark) ? one.slice(mark.length) : []));
    return { language, line, home: [], changes: marked("+ "), others: marked("- ") };
  });
}

const toCase = ({ lang, old, said, others = [], adds }: Correction): ChangeCase => ({
  language: lang,
  line: wordsOf(old),
  home: others.map(wordsOf),
  changes: [said],
  others: adds === undefined ? [] : [adds],
});
