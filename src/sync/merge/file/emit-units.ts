import { readFrontmatter } from "../../../vault/frontmatter.ts";
import { scanLines } from "../../../vault/scan-lines.ts";
import { lineText } from "./text-version.ts";
import { keptBothMark, type Unit } from "./to-units.ts";

type Lines = readonly string[];

/** Writes units one below the other, apart where they would grow together in their new neighbourhood. */
export function emitUnits(frontmatter: Lines, units: readonly Unit[], tail: Lines): Lines {
  const apart = new Map<number, number>();
  for (let round = 0; round < maxRounds; round++) {
    const { lines, places } = write(frontmatter, units, apart);
    const all = [...lines, ...tail];
    const at = firstTorn(units, all, places, frontmatter.length);
    if (at === undefined) return all;
    // What follows has become part of it, else it has become part of something itself.
    const next = (apart.get(at + 1) ?? 0) < 2 && at + 1 < units.length ? at + 1 : at;
    apart.set(next, (apart.get(next) ?? 0) + 1);
  }
  // Some Markdown cannot be kept apart; no line is lost all the same.
  return [...write(frontmatter, units, new Map()).lines, ...tail];
}

const maxRounds = 16;
/** Keeps two lists apart, as the commands do. */
const separator = "<!-- -->";

/** The lines, and where each unit begins, from 0. */
function write(frontmatter: Lines, units: readonly Unit[], apart: ReadonlyMap<number, number>) {
  const lines = [...frontmatter];
  const add = (more: Lines): void => {
    for (const line of more) lines.push(line);
  };
  const places = units.map(({ lead, lines: own }, i) => {
    const closer = units[i - 1]?.closer;
    const steps = apart.get(i) ?? 0;
    if (closer !== undefined) add([closer]);
    if (steps > 1) add(["", separator]);
    if (steps > 0 && lineText(lead[0] ?? "-") !== "") add([""]);
    add(lead);
    const place = lines.length;
    add(own);
    return place;
  });
  return { lines, places };
}

/** The first unit that does not read back as itself; `headLines`: how many lines the frontmatter has. */
function firstTorn(
  units: readonly Unit[],
  lines: Lines,
  places: readonly number[],
  headLines: number,
) {
  const plain = lines.map(lineText);
  const skip = readFrontmatter(plain).lineCount;
  if (skip !== headLines && units.length > 0) return -1;
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
    return spans[i]?.from !== from || spans[i]?.to !== from + own.length + (isClosed ? 1 : 0);
  });
  return at < 0 ? undefined : at;
}

interface Span {
  readonly line: number;
  readonly endLine: number;
}
