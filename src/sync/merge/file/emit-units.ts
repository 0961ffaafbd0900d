import { readFrontmatter } from "../../../vault/frontmatter.ts";
import { scanLines } from "../../../vault/scan-lines.ts";
import { lineText } from "./text-version.ts";
import { keptBothMark, type Unit } from "./to-units.ts";

export interface ToEmit {
  readonly frontmatter: readonly string[];
  readonly units: readonly Unit[];
  readonly tail: readonly string[];
}

/** Writes units one below the other, apart where they would grow together in their new neighbourhood. */
export function emitUnits(parts: ToEmit): readonly string[] {
  const apart = new Map<number, number>();
  for (let round = 0; round < maxRounds; round++) {
    const written = write(parts, apart);
    const at = firstTorn(parts, written);
    if (at === undefined) return written.lines;
    // What follows has become part of it, else it has become part of something itself.
    const next = (apart.get(at + 1) ?? 0) < 2 && at + 1 < parts.units.length ? at + 1 : at;
    apart.set(next, (apart.get(next) ?? 0) + 1);
  }
  // Some Markdown cannot be kept apart; no line is lost all the same.
  return write(parts, new Map()).lines;
}

const maxRounds = 16;
/** Keeps two lists apart, as the commands do. */
const separator = "<!-- -->";

interface Written {
  readonly lines: readonly string[];
  /** Where each unit begins, from 0. */
  readonly places: readonly number[];
}

function write({ frontmatter, units, tail }: ToEmit, apart: ReadonlyMap<number, number>): Written {
  const lines = [...frontmatter];
  const places: number[] = [];
  const add = (more: readonly string[]): void => {
    for (const line of more) lines.push(line);
  };
  for (const [i, { lead, lines: own }] of units.entries()) {
    const steps = apart.get(i) ?? 0;
    add(units[i - 1]?.closer === undefined ? [] : [units[i - 1]?.closer ?? ""]);
    if (steps > 1) add(["", separator]);
    if (steps > 0 && lineText(lead[0] ?? "-") !== "") add([""]);
    add(lead);
    places.push(lines.length);
    add(own);
  }
  add(tail);
  return { lines, places };
}

/** The first unit that does not read back as itself. */
function firstTorn({ frontmatter, units }: ToEmit, { lines, places }: Written): number | undefined {
  const plain = lines.map(lineText);
  const skip = readFrontmatter(plain).lineCount;
  if (skip !== frontmatter.length && units.length > 0) return -1;
  const starts = new Set(places);
  const spans = scanLines(plain.slice(skip))
    .flatMap((block): readonly Span[] => (block.type === "list" ? block.items : [block]))
    .map(({ line, endLine }) => ({ from: line + skip - 1, to: endLine + skip }))
    .filter(
      ({ from }) => starts.has(from) || ![separator, keptBothMark].includes(plain[from] ?? ""),
    );
  const at = units.findIndex(({ lines: own, closer }, i) => {
    const from = places[i] ?? 0;
    const isClosed = closer !== undefined && i < units.length - 1;
    const span = spans[i];
    return span?.from !== from || span.to !== from + own.length + (isClosed ? 1 : 0);
  });
  return at < 0 ? undefined : at;
}

interface Span {
  readonly line: number;
  readonly endLine: number;
}
