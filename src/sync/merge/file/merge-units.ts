import { mergeEntry } from "./merge-entry.ts";
import { joinRuns, type Lines, mergeParts, type Parts, toParts } from "./merge-parts.ts";
import { pairEdits, unstruck } from "./pair-edits.ts";
import type { Removals } from "./removals.ts";
import { withMarksOf } from "./share-marks.ts";
import { pickLines } from "./text-version.ts";
import { entryOf, keptBothMark, type Unit } from "./to-units.ts";

/**
 * Merges the units of a Markdown file three-way. Returns also the edits of one unit that do not go together, both of
 * which are in `units`, and how many units were left out for being forgotten.
 */
export function mergeUnits(versions: readonly (readonly Unit[])[], removals: Removals) {
  const [base, newA, newB] = versions.map((units) => toParts(units, ({ key }) => key)) as Sides;
  const { a, b } = pairEdits(base, newA, newB);
  const keptBoth: (readonly [Unit, Unit])[] = [];
  let forgotten = 0;
  const isForgotten = (unit: Unit, old: Unit | undefined): boolean => {
    const isGone = isMarked(unit, removals, old);
    if (isGone) forgotten++;
    return isGone;
  };
  const keeps = (unit: Unit, old: Unit | undefined): boolean =>
    unit.key !== old?.key && !isForgotten(unit, old);
  // A version that was given a mark may stand there already: a side that merged it before has it.
  const isMissing = ({ key }: Unit): boolean => [base, a, b].every((side) => !side.has(`=${key}`));
  const keepBoth = (one: Unit, two: Unit): readonly Unit[] => {
    const both = one.key < two.key ? ([one, two] as const) : ([two, one] as const);
    const marked = both.map((unit, i) => withMarksOf(unit, both[1 - i] ?? unit));
    if (marked[0]?.key === marked[1]?.key) return marked.slice(0, 1);
    keptBoth.push(both);
    return marked.filter((unit, i) => unit.key === both[i]?.key || isMissing(unit));
  };
  /** Decides the fate of a line: whose spelling or edit of it stays; both, where each side edited it in its own way. */
  const chooseUnits = (one: Unit, two: Unit, old: Unit | undefined): readonly Unit[] => {
    // The same words, but for line ends, blanks at the end of lines and a source that was taken out.
    if (one.key === two.key)
      return [{ ...one, lines: pickLines(old?.lines, one.lines, two.lines) }];
    const edited = two.key === old?.key ? one : one.key === old?.key ? two : undefined;
    if (edited !== undefined) return isForgotten(edited, old) ? [] : [edited];
    const lines = old && mergeEntry(old, one, two);
    return lines === undefined ? keepBoth(one, two) : [{ ...one, lines }];
  };
  const join = (x: Lines, y: Lines) => joinAdded(x, y, (id) => a.get(id) ?? b.get(id));
  const both = (one: Unit, two: Unit, old: Unit | undefined) =>
    chooseUnits(one, two, old).map((unit, i) =>
      i > 0 ? asSecond(unit) : withLead(unit, old, one, two),
    );
  const units = mergeParts({ base, a, b }, { both, keeps, join }).map(([, unit]) => unit);
  return { units, keptBoth, forgotten };
}

type Sides = [base: Parts<Unit>, a: Parts<Unit>, b: Parts<Unit>];

/** Whether an entry was forgotten, or what is struck in it; a text that it had before stays. */
export function isMarked(unit: Unit, removals: Removals, old?: Unit): boolean {
  const text = removals.isEmpty ? undefined : entryOf(unit)?.text;
  if (text === undefined) return false;
  const isNew = old === undefined || text !== entryOf(old)?.text;
  return [unstruck(text), isNew ? text : undefined].some(
    (words) => words !== undefined && removals.isForgotten(words),
  );
}

/** The lines above a unit: of two new ones those with the mark of a part kept twice, which is spelt greater. */
function withLead(unit: Unit, old: Unit | undefined, one: Unit, two: Unit): Unit {
  const lead = pickLines(old?.lead, one.lead, two.lead);
  return { ...unit, lead, behind: lead === one.lead ? one.behind : two.behind };
}

/** The second version of a unit that is kept twice. */
function asSecond(unit: Unit): Unit {
  const isPlain = unit.kind === "item" || unit.kind === "heading";
  return { ...unit, lead: isPlain ? [] : ["", keptBothMark, ""], behind: undefined };
}

/**
 * Two runs of units that were added at one place: what stands before any heading, then the new sections, of two
 * headings the one that is spelt greater first: the deeper one, so that none gets into another.
 */
function joinAdded(a: Lines, b: Lines, unitOf: (id: string) => Unit | undefined): Lines {
  const [headA = 0, headB = 0] = [a, b].map((run) => {
    const at = run.findIndex((id) => unitOf(id)?.kind === "heading");
    return at < 0 ? run.length : at;
  });
  const [restA, restB] = [a.slice(headA), b.slice(headB)];
  const isDeeper = (restA[0] ?? "") > (restB[0] ?? "");
  const rest = isDeeper ? [...restA, ...restB] : [...restB, ...restA];
  return [...joinRuns(a.slice(0, headA), b.slice(0, headB)), ...rest];
}
