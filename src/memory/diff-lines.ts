import { diffArrays } from "diff";

/** What makes one version of a file of another. */
interface LineDiff {
  /** Lines that go; counted from 1. */
  readonly removed: readonly { readonly line: number; readonly text: string }[];
  readonly added: readonly string[];
}

/** Versions that differ in more lines are wholly different: to compare them takes too long. */
const maxEditLength = 2_000;

const comparator = (a: string, b: string): boolean => withoutReturn(a) === withoutReturn(b);
const withoutReturn = (line: string): string => line.replace(/\r$/, "");

/** The lines that go and come. Compares them without their carriage return. */
export function diffLines(from: readonly string[], to: readonly string[]): LineDiff {
  const start = countSame(from, to, (lines, i) => lines[i]);
  const end = countSame(from.slice(start), to.slice(start), (lines, i) => lines.at(-1 - i));
  const old = from.slice(start, from.length - end);
  const now = to.slice(start, to.length - end);
  const changes = diffArrays(old, now, { comparator, maxEditLength }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  const removed: { line: number; text: string }[] = [];
  let line = start + 1;
  for (const { value, removed: isGone, added: isNew } of changes) {
    if (isGone) for (const [i, text] of value.entries()) removed.push({ line: line + i, text });
    if (!isNew) line += value.length;
  }
  return { removed, added: changes.flatMap(({ value, added }) => (added ? value : [])) };
}

/** How many lines are the same from one end on. */
function countSame(
  from: readonly string[],
  to: readonly string[],
  at: (lines: readonly string[], i: number) => string | undefined,
): number {
  const most = Math.min(from.length, to.length);
  let same = 0;
  while (same < most && comparator(at(from, same) ?? "", at(to, same) ?? "")) same++;
  return same;
}
