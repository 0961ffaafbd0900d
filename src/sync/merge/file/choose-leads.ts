import type { Side } from "./pair-edits.ts";
import { pick } from "./pick.ts";
import { lineText, spell } from "./text-version.ts";
import { keptBothMark, type Unit } from "./to-units.ts";

/** A unit of the merged file; `isSecond`: of one that is kept twice, the version below the other. */
export interface Placed {
  readonly id: string;
  readonly unit: Unit;
  readonly isSecond: boolean;
}

type Lines = readonly string[];

/**
 * Gives each unit the lines that stand above it: those it had, where it stands behind the same unit as it did, or one
 * of its kind; else as lists and paragraphs need them.
 */
export function chooseLeads(
  placed: readonly Placed[],
  { base, a, b }: { readonly base: Side; readonly a: Side; readonly b: Side },
  hasFrontmatter: boolean,
): readonly Unit[] {
  return placed.map(({ id, unit, isSecond }, i) => {
    const last = placed[i - 1];
    const sides = isSecond ? [] : [a, b].filter(({ unitById }) => unitById.has(id));
    const near = sides.filter(({ before, unitById }) => {
      const behind = before.get(id) ?? "";
      return behind === last?.id || kindOf(unitById.get(behind)) === kindOf(last?.unit);
    });
    const own = (near.length > 0 ? near : sides).map(
      ({ unitById }) => unitById.get(id)?.lead ?? [],
    );
    const [one = [], two = one] = own;
    const old = base.unitById.get(id);
    const known = pick(old && spell(old.lead), spell(one), spell(two), isRicher);
    const lead = known === spell(one) ? one : two;
    const isMarked = lead.some((line) => lineText(line) === keptBothMark);
    if (isMarked || near.length > 0) return { ...unit, lead };
    return { ...unit, lead: leadBehind(last?.unit, { ...unit, lead }, isSecond, hasFrontmatter) };
  });
}

const isListItem = (unit: Unit | undefined): boolean =>
  unit?.kind === "entry" || unit?.kind === "item";

const kindOf = (unit: Unit | undefined): string | undefined =>
  isListItem(unit) || unit === undefined || unit.kind === "heading"
    ? unit?.kind.replace("entry", "item")
    : "block";

/** The lead of a unit that stands where it did not. */
function leadBehind(
  last: Unit | undefined,
  unit: Unit,
  isSecond: boolean,
  hasFrontmatter: boolean,
): Lines {
  if (last === undefined) return hasFrontmatter ? [""] : [];
  const isItem = isListItem(unit);
  if (isSecond && !isItem && unit.kind !== "heading") return ["", keptBothMark, ""];
  if (isItem && isListItem(last)) return [];
  if (unit.lead.length > 0) return unit.lead;
  const isTight = last.kind === "heading" || unit.kind === "heading";
  return isTight && !isItem ? [] : [""];
}

/** More lines: the mark of a part that was kept twice stays. */
function isRicher(a: string, b: string): boolean {
  return a.length === b.length ? a > b : a.length > b.length;
}
