import { textId } from "../../../vault/entry.ts";
import type { Entry } from "../../../vault/topic.ts";
import type { PlacedUnit } from "./merge-units.ts";

/**
 * Where both sides gave one block id to different entries, all but one get an id with the beginning of their text's
 * hash, the same on every device. What the base had keeps its id, else the smaller.
 */
export function clearBlockIds(
  units: readonly PlacedUnit[],
  [base, a, b]: readonly ReadonlySet<string>[],
): readonly PlacedUnit[] {
  const claims = Map.groupBy(units, ({ unit }) => unit.entry?.entry.blockId ?? "");
  claims.delete("");
  const others = new Set<PlacedUnit>();
  for (const claimants of claims.values()) {
    const isOf = (side: ReadonlySet<string> | undefined): boolean =>
      claimants.every(({ unit }) => side?.has(unit.key) === true);
    if (claimants.length < 2 || isOf(a) || isOf(b)) continue;
    const [, ...rest] = claimants.toSorted(
      (x, y) =>
        Number(base?.has(y.unit.key)) - Number(base?.has(x.unit.key)) ||
        (x.unit.key < y.unit.key ? -1 : 1),
    );
    for (const claimant of rest) others.add(claimant);
  }
  return others.size === 0
    ? units
    : units.map((placed) => (others.has(placed) ? withOwnId(placed) : placed));
}

/** The words of an entry without what `clearBlockIds` gave them: by these two versions of one entry are the same. */
export function plainBlockId(words: string, { blockId, text }: Entry): string {
  if (blockId === undefined || !/-[0-9a-f]{6}$/.test(blockId)) return words;
  const suffix = `-${suffixOf(text)}`;
  if (!blockId.endsWith(suffix)) return words;
  const end = words.indexOf(` ^${blockId}`) + 2 + blockId.length;
  return words.slice(0, end - suffix.length) + words.slice(end);
}

function withOwnId(placed: PlacedUnit): PlacedUnit {
  const { entry, ownLines = 1 } = placed.unit.entry ?? {};
  if (entry?.blockId === undefined) return placed;
  const { blockId, text } = entry;
  const at = ownLines - 1;
  const lines = placed.unit.lines.map((line, i) => {
    const end = i === at ? line.lastIndexOf(`^${blockId}`) + 1 + blockId.length : 0;
    return end > blockId.length
      ? `${line.slice(0, end)}-${suffixOf(text)}${line.slice(end)}`
      : line;
  });
  return { ...placed, unit: { ...placed.unit, lines } };
}

const suffixOf = (text: string): string => textId(text).slice(0, 6);
