import { scanLines } from "../../../vault/markdown/scan-lines.ts";
import { readFrontmatter } from "../../../vault/topic/frontmatter.ts";
import { type Lines, lineText } from "./merge-parts.ts";
import { keptBothMark, type Unit } from "./to-units.ts";

/** Writes merged units one below the other, apart where they would grow together in their new neighbourhood. */
export function placeUnits(frontmatter: Lines, merged: readonly Unit[]): Lines {
  const units = merged.map((unit, i) => {
    return { ...unit, lead: leadOf(unit, merged[i - 1], frontmatter.length > 0) };
  });
  const apart = new Set<number>();
  for (let round = 0; ; round++) {
    const { lines, places } = write(frontmatter, units, apart);
    const at = firstTorn(units, lines, places, frontmatter.length);
    // Some Markdown cannot be kept apart; no line is lost all the same.
    if (at === undefined || round === maxRounds) return lines;
    // What follows has become part of it, else it has become part of something itself.
    apart.add(at + 1 < units.length && !apart.has(at + 1) ? at + 1 : at);
  }
}

const maxRounds = 16;
/** Keeps two lists apart, as the commands do. */
const separator = "<!-- -->";

/** The lead of a unit: as it was, where it stands behind one of the same kind; else as lists and paragraphs need it. */
function leadOf(unit: Unit, last: Unit | undefined, hasFrontmatter: boolean): Lines {
  const { lead } = unit;
  const isMarked = lead.some((line) => lineText(line) === keptBothMark);
  if (isMarked || unit.behind === last?.kind) return lead;
  if (last === undefined) return hasFrontmatter ? [""] : [];
  if (unit.kind === "item" && last.kind === "item") return [];
  return lead.length > 0 ? lead : [""];
}

/** The lines, and where each unit begins, from 0. */
function write(frontmatter: Lines, units: readonly Unit[], apart: ReadonlySet<number>) {
  const lines = [...frontmatter];
  const places = units.map(({ lead, lines: own }, i) => {
    if (apart.has(i)) lines.push("", separator);
    if (apart.has(i) && lineText(lead[0] ?? "-") !== "") lines.push("");
    for (const line of lead) lines.push(line);
    const place = lines.length;
    for (const line of own) lines.push(line);
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
): number | undefined {
  const plain = lines.map(lineText);
  const skip = readFrontmatter(plain).lineCount;
  if (skip !== headLines && units.length > 0) return -1;
  const ends = new Map<number, number>();
  for (const block of scanLines(plain, skip)) {
    const spans = block.type === "list" ? block.items : [block];
    for (const { line, endLine } of spans) ends.set(line - 1, endLine);
  }
  const at = units.findIndex(({ lines: own }, i) => {
    const from = places[i] ?? 0;
    return ends.get(from) !== from + own.length;
  });
  return at < 0 ? undefined : at;
}
