import { readFrontmatter } from "../../../vault/frontmatter.ts";
import { type Block, scanLines } from "../../../vault/scan-lines.ts";
import { isListItem, type PlacedUnit } from "./merge-units.ts";
import { lineText } from "./text-version.ts";
import { keptBothMark, type Unit } from "./to-units.ts";

export interface ToEmit {
  readonly frontmatter: readonly string[];
  readonly units: readonly PlacedUnit[];
  readonly tail: readonly string[];
}

/** Writes units one below the other, apart where they would grow together in their new neighbourhood. */
export function emitUnits(parts: ToEmit): readonly string[] {
  const apart = new Map<number, number>();
  for (let round = 0; ; round++) {
    const written = write(parts, apart);
    const at = firstTorn(parts, written);
    if (at === undefined) return written.lines;
    // Some Markdown cannot be kept apart; no line is lost all the same.
    if (round === maxRounds) return write(parts, new Map()).lines;
    // What follows has become part of it, else it has become part of something itself.
    const next = (apart.get(at + 1) ?? 0) < 2 && at + 1 < parts.units.length ? at + 1 : at;
    apart.set(next, (apart.get(next) ?? 0) + 1);
  }
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
  let last: PlacedUnit | undefined;
  for (const [i, placed] of units.entries()) {
    const lead = last === undefined ? firstLead(placed, frontmatter) : leadBehind(placed, last);
    const closer = last?.unit.closer ?? [];
    const above = [closer, distance(apart.get(i) ?? 0, lead), lead].flat();
    for (const line of above) lines.push(line);
    places.push(lines.length);
    for (const line of placed.unit.lines) lines.push(line);
    last = placed;
  }
  for (const line of tail) lines.push(line);
  return { lines, places };
}

/** What keeps a unit apart from the one before, beyond its lead. */
function distance(steps: number, [first]: readonly string[]): readonly string[] {
  const blank = steps > 0 && (first === undefined || lineText(first) !== "") ? [""] : [];
  return steps > 1 ? ["", separator, ...blank] : blank;
}

function firstLead(
  { unit, before }: PlacedUnit,
  frontmatter: readonly string[],
): readonly string[] {
  if (before.includes("") || isMarked(unit)) return unit.lead;
  return frontmatter.length > 0 ? [""] : [];
}

/** The lead a unit had, where it stands behind another one than it did: as lists and paragraphs need it. */
function leadBehind(
  { unit, before, isBehindItem }: PlacedUnit,
  last: PlacedUnit,
): readonly string[] {
  if (before.includes(last.id) || isMarked(unit)) return unit.lead;
  const [isItem, isLastItem] = [isListItem(unit), isListItem(last.unit)];
  if (isItem && isLastItem) return isBehindItem ? unit.lead : [];
  if (unit.lead.length > 0) return unit.lead;
  const isTight = last.unit.kind === "heading" || unit.kind === "heading";
  return isTight && !isItem ? [] : [""];
}

const isMarked = ({ lead }: Unit): boolean => lead.some((line) => lineText(line) === keptBothMark);

/** The first unit that does not read back as itself. */
function firstTorn({ frontmatter, units }: ToEmit, { lines, places }: Written): number | undefined {
  const plain = lines.map(lineText);
  const skip = readFrontmatter(plain).lineCount;
  if (skip !== frontmatter.length && units.length > 0) return -1;
  const found = scanLines(plain.slice(skip)).flatMap(toSpans);
  const starts = new Set(places);
  const isOurs = ({ line }: Span): boolean => {
    const words = plain[line + skip - 1];
    return starts.has(line + skip - 1) || (words !== separator && words !== keptBothMark);
  };
  const spans = found.filter(isOurs);
  const at = units.findIndex(({ unit }, i) => {
    const line = (places[i] ?? 0) - skip + 1;
    const span = spans[i];
    const size = unit.lines.length + (unit.closer === undefined || i === units.length - 1 ? 0 : 1);
    return span?.line !== line || span.endLine !== line + size - 1;
  });
  return at < 0 ? undefined : at;
}

interface Span {
  readonly line: number;
  readonly endLine: number;
}

const toSpans = (block: Block): readonly Span[] => (block.type === "list" ? block.items : [block]);
