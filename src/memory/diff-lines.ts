/** At line `at` of the one version these lines give way to others. */
interface Hunk {
  readonly at: number;
  readonly remove: readonly string[];
  readonly insert: readonly string[];
}

/** Cells of the table that is worth its time; two versions that differ in more lines are one difference. */
const maxCells = 4_000_000;

/** What makes `to` of `from`, in order. Lines are compared without their carriage return. */
export function diffLines(from: readonly string[], to: readonly string[]): Hunk[] {
  const isSame = (a: number, b: number): boolean => keyOf(from[a]) === keyOf(to[b]);
  let start = 0;
  while (start < from.length && start < to.length && isSame(start, start)) start++;
  let end = 0;
  while (
    end < from.length - start &&
    end < to.length - start &&
    isSame(from.length - 1 - end, to.length - 1 - end)
  ) {
    end++;
  }
  const a = from.slice(start, from.length - end);
  const b = to.slice(start, to.length - end);
  if (a.length === 0 && b.length === 0) return [];
  if (a.length * b.length > maxCells) return [{ at: start, remove: a, insert: b }];
  return hunksOf(a, b).map((hunk) => ({ ...hunk, at: hunk.at + start }));
}

const keyOf = (line: string | undefined): string | undefined => line?.replace(/\r$/, "");

/** By the longest common subsequence. */
function hunksOf(a: readonly string[], b: readonly string[]): Hunk[] {
  const width = b.length + 1;
  const table = commonLengths(a, b);
  const length = (i: number, j: number): number => table[i * width + j] ?? 0;
  const hunks: { at: number; remove: string[]; insert: string[] }[] = [];
  let open: { at: number; remove: string[]; insert: string[] } | undefined;
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && keyOf(a[i]) === keyOf(b[j])) {
      open = undefined;
      i++;
      j++;
      continue;
    }
    if (open === undefined) {
      open = { at: i, remove: [], insert: [] };
      hunks.push(open);
    }
    const takesOld = j >= b.length || (i < a.length && length(i + 1, j) >= length(i, j + 1));
    if (takesOld) open.remove.push(a[i++] ?? "");
    else open.insert.push(b[j++] ?? "");
  }
  return hunks;
}

function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i * width + j] =
        keyOf(a[i]) === keyOf(b[j])
          ? (table[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0);
    }
  }
  return table;
}
