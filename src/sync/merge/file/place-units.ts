import { readFrontmatter } from "../../../vault/frontmatter.ts";
import { scanLines } from "../../../vault/scan-lines.ts";
import { lineText, type Parts, pick } from "./merge-parts.ts";
import type { MergedUnits } from "./merge-units.ts";
import { spell } from "./text-version.ts";
import { keptBothMark, type Unit } from "./to-units.ts";

type Lines = readonly string[];

/** Writes merged units one below the other, apart where they would grow together in their new neighbourhood. */
export function placeUnits(frontmatter: Lines, merged: MergedUnits): Lines {
  const units = chooseLeads(merged, frontmatter.length > 0);
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

/**
 * Gives each unit the lines that stand above it: those it had, where it stands behind one of the kind that it stood
 * behind; else as lists and paragraphs need them.
 */
function chooseLeads({ placed, base, a, b }: MergedUnits, hasFrontmatter: boolean): Unit[] {
  const [known, ...sides] = [base, a, b].map(leadsOf);
  return placed.map(([id, unit], i) => {
    const [lastId, last] = placed[i - 1] ?? [];
    const isSecond = lastId === id;
    const leads = isSecond ? [] : sides.flatMap((side) => side.get(id) ?? []);
    const near = leads.filter(({ behind }) => behind === kindOf(last));
    const lead = pickLead(known?.get(id), near.length > 0 ? near : leads);
    const isMarkKept = lead.some((line) => lineText(line) === keptBothMark);
    if (isMarkKept || near.length > 0) return { ...unit, lead };
    if (last === undefined) return { ...unit, lead: hasFrontmatter ? [""] : [] };
    return { ...unit, lead: leadBehind(last, { ...unit, lead }, isSecond) };
  });
}

interface Lead {
  readonly lines: Lines;
  /** Of what kind the unit above is. */
  readonly behind: string | undefined;
}

function leadsOf(units: Parts<Unit>): ReadonlyMap<string, Lead> {
  let last: Unit | undefined;
  const leads = [...units].map(([id, unit]): [string, Lead] => {
    const behind = kindOf(last);
    last = unit;
    return [id, { lines: unit.lead, behind }];
  });
  return new Map(leads);
}

/** Of two new ones that with more lines: the mark of a part that was kept twice stays. */
function pickLead(old: Lead | undefined, [one, two = one]: readonly Lead[]): Lines {
  const [a, b] = [one?.lines ?? [], two?.lines ?? []];
  const isRicher = (x: string, y: string): boolean =>
    x.length === y.length ? x > y : x.length > y.length;
  return pick(old && spell(old.lines), spell(a), spell(b), isRicher) === spell(a) ? a : b;
}

/** The lead of a unit that stands where it did not. */
function leadBehind(last: Unit, unit: Unit, isSecond: boolean): Lines {
  const isItem = kindOf(unit) === "item";
  if (isItem && kindOf(last) === "item") return [];
  if (isSecond && !isItem && unit.kind !== "heading") return ["", keptBothMark, ""];
  return unit.lead.length > 0 ? unit.lead : [""];
}

const kindOf = (unit: Unit | undefined): string | undefined =>
  unit?.kind === "entry" ? "item" : unit?.kind;

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
  for (const block of scanLines(plain.slice(skip))) {
    const spans = block.type === "list" ? block.items : [block];
    for (const { line, endLine } of spans) ends.set(line + skip - 1, endLine + skip);
  }
  const at = units.findIndex(({ lines: own }, i) => {
    const from = places[i] ?? 0;
    return ends.get(from) !== from + own.length;
  });
  return at < 0 ? undefined : at;
}
