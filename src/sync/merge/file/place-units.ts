import { type Lines, lineText } from "./merge-parts.ts";
import { joined } from "./text-version.ts";
import { keptBothMark, toUnits, type Unit } from "./to-units.ts";

/** Writes merged units one below the other, apart where they would grow together in their new neighbourhood. */
export function placeUnits(frontmatter: Lines, merged: readonly Unit[]): Lines {
  const units = merged.map((unit, i) => {
    return { ...unit, lead: leadOf(unit, merged[i - 1], frontmatter.length > 0) };
  });
  const apart = new Set<number>();
  for (let round = 0; ; round++) {
    const lines = [...frontmatter, ...units.flatMap((unit, i) => write(unit, apart.has(i)))];
    const at = firstTorn(units, apart, lines, frontmatter.length);
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

function write({ lead, lines }: Unit, isApart: boolean): Lines {
  if (!isApart) return [...lead, ...lines];
  const blank = lineText(lead[0] ?? "-") === "" ? [] : [""];
  return ["", separator, ...blank, ...lead, ...lines];
}

/** The first unit that does not read back as itself; `headLines`: how many lines the frontmatter has. */
function firstTorn(
  units: readonly Unit[],
  apart: ReadonlySet<number>,
  lines: Lines,
  headLines: number,
): number | undefined {
  const read = toUnits({ text: joined(lines), lines });
  if (read.frontmatter.length !== headLines && units.length > 0) return -1;
  const found = read.units.map((unit) => joined(unit.lines)).values();
  const at = units.findIndex((unit, i) => {
    const isCut = apart.has(i) && found.next().value !== separator;
    return isCut || found.next().value !== joined(unit.lines);
  });
  return at < 0 ? undefined : at;
}
