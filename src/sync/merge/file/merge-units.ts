import { joinAdded } from "./join-added.ts";
import { mergeEntry } from "./merge-entry.ts";
import { mergeOrder, toIds } from "./merge-order.ts";
import { type Edits, pairEdits, type Side, unstruck } from "./pair-edits.ts";
import { pick } from "./pick.ts";
import type { Removals } from "./removals.ts";
import { shareMarks } from "./share-marks.ts";
import { spell } from "./text-version.ts";
import { keptBothMark, type Unit } from "./to-units.ts";

/** A unit of the result, and what stood before it where it came from. */
export interface PlacedUnit {
  readonly id: string;
  readonly unit: Unit;
  /** Ids of the units before it, in the versions that have its lead; "" for the start. */
  readonly before: readonly string[];
  /** Whether there it stood behind a list item. */
  readonly isBehindItem: boolean;
}

export interface MergedUnits {
  readonly units: readonly PlacedUnit[];
  /** Edits of one unit that do not go together: both are in `units`. */
  readonly keptBoth: readonly (readonly [Unit, Unit])[];
}

/** Merges the units of a Markdown file three-way. */
export function mergeUnits(
  base: readonly Unit[],
  a: readonly Unit[],
  b: readonly Unit[],
  removals: Removals,
): MergedUnits {
  return new UnitMerge(toSide(base), toSide(a), toSide(b), removals).run();
}

export const isListItem = (unit: Unit | undefined): boolean =>
  unit?.kind === "entry" || unit?.kind === "item";

function toSide(units: readonly Unit[]): Side {
  const ids = toIds(units.map(({ key }) => key));
  return { ids, unitById: new Map(ids.map((id, i) => [id, units[i]] as [string, Unit])) };
}

/** An edited unit keeps the id that it has in the base. */
function renamed({ ids, unitById }: Side, pairs: Edits): Side {
  if (pairs.size === 0) return { ids, unitById };
  const oldByNew = new Map([...pairs].map(([old, next]) => [next, old]));
  const idOf = (id: string): string => oldByNew.get(id) ?? id;
  return {
    ids: ids.map(idOf),
    unitById: new Map([...unitById].map(([id, unit]) => [idOf(id), unit])),
  };
}

class UnitMerge {
  private readonly base: Side;
  private readonly a: Side;
  private readonly b: Side;
  private readonly removals: Removals;
  private readonly copies: ReadonlyMap<string, number>;
  private readonly keptBoth: (readonly [Unit, Unit])[] = [];

  constructor(base: Side, a: Side, b: Side, removals: Removals) {
    this.base = base;
    const edits = pairEdits(base, a, b);
    this.a = renamed(a, edits.a);
    this.b = renamed(b, edits.b);
    this.removals = removals;
    this.copies = countCopies(base);
  }

  run(): MergedUnits {
    const { base, a, b } = this;
    const unitOf = (id: string): Unit | undefined => a.unitById.get(id) ?? b.unitById.get(id);
    const ids = mergeOrder(
      { base: base.ids, a: a.ids, b: b.ids },
      {
        keeps: (id, side) => this.keeps(id, side === "a" ? a : b),
        join: (x, y) => joinAdded(x, y, unitOf),
      },
    );
    const places = new Places(base, a, b);
    const units = ids.flatMap((id) =>
      this.chooseUnit(id).map((unit, i) => places.place(id, unit, i > 0)),
    );
    return { units, keptBoth: this.keptBoth };
  }

  /** Whether what only one side has stays: it was added or edited there, and its words were not forgotten. */
  private keeps(id: string, side: Side): boolean {
    const unit = side.unitById.get(id);
    const old = this.base.unitById.get(id);
    if (unit === undefined || this.isForgotten(unit, old)) return false;
    return unit.key !== old?.key || this.isRepeated(id, side);
  }

  /** One side has more copies of a line than the base had: a deletion on the other side did not mean these. */
  private isRepeated(id: string, side: Side): boolean {
    const key = id.slice(id.indexOf("=") + 1);
    return side.unitById.has(`${(this.copies.get(key) ?? 1) + 1}=${key}`);
  }

  private isForgotten(unit: Unit, old: Unit | undefined): boolean {
    const text = unit.entry?.entry.text;
    if (text === undefined) return false;
    const struck = unstruck(text);
    if (struck !== undefined && this.removals.isForgotten(struck)) return true;
    return text !== old?.entry?.entry.text && this.removals.isForgotten(text);
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

/** By key, how often a unit occurs that occurs more than once. */
function countCopies({ ids }: Side): ReadonlyMap<string, number> {
  const copies = new Map<string, number>();
  for (const id of ids) {
    const at = id.indexOf("=");
    if (at > 0) copies.set(id.slice(at + 1), Number(id.slice(0, at)));
  }
  return copies;
}

/** The same words, but for line ends, blanks at the end of lines and a block id that had to change. */
function pickSpelling(old: Unit | undefined, one: Unit, two: Unit): Unit {
  const known = old?.key === one.key ? spell(old.lines) : undefined;
  return pick(known, spell(one.lines), spell(two.lines)) === spell(one.lines) ? one : two;
}

/** Finds the lead of units. */
class Places {
  private readonly base: Side;
  private readonly sides: readonly {
    readonly side: Side;
    readonly before: ReadonlyMap<string, string>;
  }[];

  constructor(base: Side, a: Side, b: Side) {
    this.base = base;
    this.sides = [a, b].map((side) => ({
      side,
      before: new Map(side.ids.map((id, i) => [id, side.ids[i - 1] ?? ""])),
    }));
  }

  /** `isSecond`: of a unit that is kept twice, the version that stands below the other. */
  place(id: string, unit: Unit, isSecond: boolean): PlacedUnit {
    const [one, two] = this.sides.map(({ side }) => side.unitById.get(id));
    const lead = isSecond ? unit.lead : this.lead(id, one ?? two ?? unit, two ?? one ?? unit);
    const from = this.sides.filter(({ side }) => {
      const own = side.unitById.get(id);
      return own !== undefined && spell(own.lead) === spell(lead);
    });
    const before = from.map((source) => source.before.get(id) ?? "");
    const isBehindItem = from.some(({ side, before: ids }) =>
      isListItem(side.unitById.get(ids.get(id) ?? "")),
    );
    const isMarked = isSecond && !isListItem(unit) && unit.kind !== "heading";
    return {
      id: isSecond ? `${id}\0` : id,
      unit: { ...unit, lead: isMarked ? ["", keptBothMark, ""] : lead },
      before: isSecond ? [] : before,
      isBehindItem,
    };
  }

  private lead(id: string, one: Unit, two: Unit): readonly string[] {
    const old = this.base.unitById.get(id);
    const known = old === undefined ? undefined : spell(old.lead);
    const chosen = pick(known, spell(one.lead), spell(two.lead), isRicher);
    return chosen === spell(one.lead) ? one.lead : two.lead;
  }
}

/** More lines: the mark of a part that was kept twice stays. */
function isRicher(a: string, b: string): boolean {
  return a.length === b.length ? a > b : a.length > b.length;
}
