import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A line that is known, the other lines of its home, and what is said that changes it or does not. */
export interface ChangeCase {
  /** The language of what is said. */
  readonly language: string;
  readonly line: string;
  readonly home: readonly string[];
  readonly changes: readonly string[];
  readonly others: readonly string[];
}

const pathTo = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** All that there is to learn from: what was written for it, and the corrections that are there to be read. */
export function readChanges(): readonly ChangeCase[] {
  const folder = pathTo("changes");
  const written = readdirSync(folder)
    .sort()
    .flatMap((name) => readWritten(readFileSync(`${folder}/${name}`, "utf8"), name.slice(0, 2)));
  return [...written, ...["dev", "dev-2", "dev-3", "dev-4"].flatMap(readCorrections)];
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

interface Correction {
  readonly lang: string;
  readonly old: string;
  readonly said: string;
  readonly others?: readonly string[];
  readonly adds?: string;
}

/** The corrections of a set of the bench. */
function readCorrections(set: string): ChangeCase[] {
  const path = pathTo(`../../test/fixtures/conversation/${set}/corrections.jsonl`);
  const rows = readFileSync(path, "utf8").split("\n").filter(Boolean);
  return rows.map((row) => {
    const { lang, old, said, others = [], adds } = JSON.parse(row) as Correction;
    return {
      language: lang,
      line: toText(old),
      home: others.map(toText),
      changes: [said],
      others: adds === undefined ? [] : [adds],
    };
  });
}

/** Without its marker and its date. */
const toText = (line: string): string =>
  line.replace(/^- /u, "").replace(/ \(\d{4}-\d\d-\d\d\).*$/u, "");
