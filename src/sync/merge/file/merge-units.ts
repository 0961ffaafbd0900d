import { chooseLeads, type Placed } from "./choose-leads.ts";
import { joinAdded } from "./join-added.ts";
import { mergeEntry } from "./merge-entry.ts";
import { keyIn, mergeOrder, toIds } from "./merge-order.ts";
import { type Edits, pairEdits, type Side, unstruck } from "./pair-edits.ts";
import { pick } from "./pick.ts";
import type { Removals } from "./removals.ts";
import { shareMarks } from "./share-marks.ts";
import { spell } from "./text-version.ts";
import type { Unit } from "./to-units.ts";

/** The units of a Markdown file in three versions. */
export interface UnitVersions {
  readonly base: readonly Unit[];
  readonly a: readonly Unit[];
  readonly b: readonly Unit[];
  readonly removals: Removals;
  /** Whether frontmatter will stand above them. */
  readonly hasFrontmatter: boolean;
}

export interface MergedUnits {
  readonly units: readonly Unit[];
  /** Edits of one unit that do not go together: both are in `units`. */
  readonly keptBoth: readonly (readonly [Unit, Unit])[];
  /** How many units were left out for being forgotten. */
  readonly forgotten: number;
}

/** Merges the units of a Markdown file three-way. */
export function mergeUnits({ base, a, b, removals, hasFrontmatter }: UnitVersions): MergedUnits {
  return new UnitMerge(toSide(base), toSide(a), toSide(b), removals).run(hasFrontmatter);
}

/** Whether an entry was forgotten, or what is struck in it; a text that it had before stays. */
export function isMarked({ entry }: Unit, removals: Removals, old?: Unit): boolean {
  const text = entry?.entry.text;
  if (text === undefined) return false;
  const isNew = text !== old?.entry?.entry.text;
  return [unstruck(text), isNew ? text : undefined].some(
    (words) => words !== undefined && removals.isForgotten(words),
  );
}

function toSide(units: readonly Unit[]): Side {
  const ids = toIds(units.map(({ key }) => key));
  return withBefore(ids, new Map(ids.map((id, i) => [id, units[i]] as [string, Unit])));
}

const withBefore = (ids: readonly string[], unitById: ReadonlyMap<string, Unit>): Side => ({
  ids,
  unitById,
  before: new Map(ids.map((id, i) => [id, ids[i - 1] ?? ""])),
});

/** An edited unit keeps the id that it has in the base. */
function renamed({ ids, unitById }: Side, pairs: Edits): Side {
  const oldByNew = new Map([...pairs].map(([old, next]) => [next, old]));
  const idOf = (id: string): string => oldByNew.get(id) ?? id;
  return withBefore(ids.map(idOf), new Map([...unitById].map(([id, unit]) => [idOf(id), unit])));
}

class UnitMerge {
  private readonly base: Side;
  private readonly a: Side;
  private readonly b: Side;
  private readonly removals: Removals;
  private readonly copiesByKey: ReadonlyMap<string, readonly string[]>;
  private readonly keptBoth: (readonly [Unit, Unit])[] = [];
  private forgotten = 0;

  constructor(base: Side, a: Side, b: Side, removals: Removals) {
    this.base = base;
    const edits = pairEdits(base, a, b);
    this.a = renamed(a, edits.a);
    this.b = renamed(b, edits.b);
    this.removals = removals;
    this.copiesByKey = Map.groupBy(base.ids, keyIn);
  }

  run(hasFrontmatter: boolean): MergedUnits {
    const { base, a, b } = this;
    const unitOf = (id: string): Unit | undefined => a.unitById.get(id) ?? b.unitById.get(id);
    const ids = mergeOrder(
      { base: base.ids, a: a.ids, b: b.ids },
      {
        keeps: (id, side) => this.keeps(id, side === "a" ? a : b),
        join: (x, y) => joinAdded(x, y, unitOf),
      },
    );
    const placed = ids.flatMap((id): Placed[] =>
      this.chooseUnit(id).map((unit, i) => ({ id, unit, isSecond: i > 0 })),
    );
    const units = chooseLeads(placed, { base, a, b }, hasFrontmatter);
    return { units, keptBoth: this.keptBoth, forgotten: this.forgotten };
  }

  /** Whether what only one side has stays: it was added or edited there, and its words were not forgotten. */
  private keeps(id: string, side: Side): boolean {
    const unit = side.unitById.get(id);
    const old = this.base.unitById.get(id);
    if (unit === undefined || (unit.key === old?.key && !this.isRepeated(id, side))) return false;
    return !this.isForgotten(unit, old);
  }

  /** One side has more copies of a line than the base had: a deletion on the other side did not mean these. */
  private isRepeated(id: string, side: Side): boolean {
    const key = keyIn(id);
    return side.unitById.has(`${(this.copiesByKey.get(key)?.length ?? 1) + 1}=${key}`);
  }

  private isForgotten(unit: Unit, old: Unit | undefined): boolean {
    const isGone = isMarked(unit, this.removals, old);
    if (isGone) this.forgotten++;
    return isGone;
  }

  /**
   * Decides the fate of a line: which side's spelling or edit of a unit goes into the result; both, where each side
   * edited it in its own way; none, where it was forgotten.
   */
  private chooseUnit(id: string): Unit[] {
    const [old, one, two] = [this.base, this.a, this.b].map((side) => side.unitById.get(id));
    if (one === undefined || two === undefined) return [one ?? two ?? []].flat();
    if (one.key === two.key) return [pickSpelling(old, one, two)];
    const edited =
      old === undefined || two.key === old.key ? one : one.key === old.key ? two : undefined;
    if (edited !== undefined) return this.isForgotten(edited, old) ? [] : [edited];
    const lines = old === undefined ? undefined : mergeEntry(old, one, two);
    if (lines !== undefined) return [{ ...one, lines }];
    const both = one.key < two.key ? ([one, two] as const) : ([two, one] as const);
    const [first, second] = shareMarks(...both);
    if (first.key === second.key) return [first];
    this.keptBoth.push(both);
    return [first, second].filter((unit, i) => unit.key === both[i]?.key || this.isMissing(unit));
  }

  /** Whether a version that was given a mark is not there yet: a side that merged it before has it. */
  private isMissing({ key }: Unit): boolean {
    return [this.base, this.a, this.b].every(({ unitById }) => !unitById.has(`=${key}`));
  }
}

/** The same words, but for line ends, blanks at the end of lines and a block id that had to change. */
function pickSpelling(old: Unit | undefined, one: Unit, two: Unit): Unit {
  const known = old?.key === one.key ? spell(old.lines) : undefined;
  return pick(known, spell(one.lines), spell(two.lines)) === spell(one.lines) ? one : two;
}
