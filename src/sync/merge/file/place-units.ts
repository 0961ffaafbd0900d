import { readFrontmatter } from "../../../vault/frontmatter.ts";
import { scanLines } from "../../../vault/scan-lines.ts";
import type { Parts } from "./merge-parts.ts";
import type { MergedUnits } from "./merge-units.ts";
import { pick } from "./pick.ts";
import { lineText, spell } from "./text-version.ts";
import { keptBothMark, type Unit } from "./to-units.ts";

type Lines = readonly string[];

/** Writes merged units one below the other, apart where they would grow together in their new neighbourhood. */
export function placeUnits(frontmatter: Lines, merged: MergedUnits): Lines {
  const units = chooseLeads(merged, frontmatter.length > 0);
  const apart = new Map<number, number>();
  for (let round = 0; round < maxRounds; round++) {
    const { lines, places } = write(frontmatter, units, apart);
    const at = firstTorn(units, lines, places, frontmatter.length);
    if (at === undefined) return lines;
    // What follows has become part of it, else it has become part of something itself.
    const next = (apart.get(at + 1) ?? 0) < 2 && at + 1 < units.length ? at + 1 : at;
    apart.set(next, (apart.get(next) ?? 0) + 1);
  }
  // Some Markdown cannot be kept apart; no line is lost all the same.
  return write(frontmatter, units, new Map()).lines;
}

const maxRounds = 16;
/** Keeps two lists apart, as the commands do. */
const separator = "<!-- -->";

/**
 * Gives each unit the lines that stand above it: those it had, where it stands behind one of the kind that it stood
 * behind; else as lists and paragraphs need them.
 */
function chooseLeads({ placed, base, a, b }: MergedUnits, hasFrontmatter: boolean): Unit[] {
  const sides = [a, b].map(leadsOf);
  const known = leadsOf(base);
  return placed.map(([id, unit], i) => {
    const [lastId, last] = placed[i - 1] ?? [];
    const isSecond = lastId === id;
    const leads = isSecond ? [] : sides.flatMap((side) => side.get(id) ?? []);
    const near = leads.filter(({ behind }) => behind === kindOf(last));
    const [one, two = one] = near.length > 0 ? near : leads;
    const chosen = pick(known.get(id)?.lead, one?.lead ?? "", two?.lead ?? "", isRicher);
    const lead = chosen === one?.lead ? one.lines : (two?.lines ?? []);
    const isMarkKept = lead.some((line) => lineText(line) === keptBothMark);
    if (isMarkKept || near.length > 0) return { ...unit, lead };
    return { ...unit, lead: leadBehind(last, { ...unit, lead }, isSecond, hasFrontmatter) };
  });
}

/** The lead of each unit, and of what kind the one above is. */
function leadsOf(units: Parts<Unit>) {
  let last: Unit | undefined;
  const leads = [...units].map(([id, unit]) => {
    const behind = kindOf(last);
    last = unit;
    return [id, { lead: spell(unit.lead), lines: unit.lead, behind }] as const;
  });
  return new Map(leads);
}

const isListItem = (unit: Unit | undefined): boolean =>
  unit?.kind === "entry" || unit?.kind === "item";

const kindOf = (unit: Unit | undefined): string | undefined =>
  isListItem(unit) ? "item" : unit?.kind;

/** The lead of a unit that stands where it did not. */
function leadBehind(
  last: Unit | undefined,
  unit: Unit,
  isSecond: boolean,
  hasFrontmatter: boolean,
): Lines {
  if (last === undefined) return hasFrontmatter ? [""] : [];
  if (isListItem(unit) && isListItem(last)) return [];
  if (isSecond && !isListItem(unit) && unit.kind !== "heading") return ["", keptBothMark, ""];
  return unit.lead.length > 0 ? unit.lead : [""];
}

/** More lines: the mark of a part that was kept twice stays. */
const isRicher = (a: string, b: string): boolean =>
  a.length === b.length ? a > b : a.length > b.length;

/** The lines, and where each unit begins, from 0. */
function write(frontmatter: Lines, units: readonly Unit[], apart: ReadonlyMap<number, number>) {
  const lines = [...frontmatter];
  const places = units.map(({ lead, lines: own }, i) => {
    const steps = apart.get(i) ?? 0;
    if (steps > 1) lines.push("", separator);
    if (steps > 0 && lineText(lead[0] ?? "-") !== "") lines.push("");
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
  const starts = new Set(places);
  const spans = scanLines(plain.slice(skip))
    .flatMap((block): readonly Span[] => (block.type === "list" ? block.items : [block]))
    .map(({ line, endLine }) => ({ from: line + skip - 1, to: endLine + skip }))
    .filter(
      ({ from }) => starts.has(from) || ![separator, keptBothMark].includes(plain[from] ?? ""),
    );
  const at = units.findIndex(({ lines: own }, i) => {
    const from = places[i] ?? 0;
    return spans[i]?.from !== from || spans[i]?.to !== from + own.length;
  });
  return at < 0 ? undefined : at;
}

interface Span {
  readonly line: number;
  readonly endLine: number;
}
