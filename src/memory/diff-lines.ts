import { diffArrays } from "diff";

/** What makes one version of a file of another. */
interface LineDiff {
  /** Lines that go; counted from 1. */
  readonly removed: readonly { readonly line: number; readonly text: string }[];
  readonly added: readonly string[];
}

/** Versions that differ in more lines are wholly different: to compare them takes too long. */
const maxEditLength = 5_000;

const comparator = (a: string, b: string): boolean => withoutReturn(a) === withoutReturn(b);
const withoutReturn = (line: string): string => line.replace(/\r$/, "");

/** The lines that go and come. Compares them without their carriage return. */
export function diffLines(from: readonly string[], to: readonly string[]): LineDiff {
  const removed: { line: number; text: string }[] = [];
  const added: string[] = [];
  const changes = diffArrays([...from], [...to], { comparator, maxEditLength }) ?? [
    { value: [...from], removed: true, added: false },
    { value: [...to], removed: false, added: true },
  ];
  let line = 1;
  for (const { value, removed: goes, added: comes } of changes) {
    if (goes) removed.push(...value.map((text, i) => ({ line: line + i, text })));
    if (comes) added.push(...value);
    else line += value.length;
  }
  return { removed, added };
}
