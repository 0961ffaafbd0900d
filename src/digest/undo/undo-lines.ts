import { countLines, fromLines, lineKey, toLines } from "../../vault/merge-lines.ts";

/** Three versions of a file: before a step, as the step left it, and now. */
interface Versions {
  /** `null`: the step made the file. */
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
  readonly current: Uint8Array;
}

export interface UndoneLines {
  /** `null`: nothing is left that was not the step's. */
  readonly bytes: Uint8Array | null;
  /** Lines of the step that were changed since, and that could not be taken back. */
  readonly left: readonly string[];
}

/** Takes what a step did to a file back from a version that was changed since. Pure; what is not the step's stays. */
export function undoLines({ before, after, current }: Versions): UndoneLines {
  if (before === null) return withoutMade(after ?? new Uint8Array(), current);
  const [was, made, now] = [before, after ?? new Uint8Array(), current].map(toParts);
  if (was === undefined || made === undefined || now === undefined)
    return { bytes: current, left: [] };
  const isHeadOurs = made.head.map(lineKey).join("\n") === now.head.map(lineKey).join("\n");
  const head = isHeadOurs || now.head.length === 0 ? was.head : now.head;
  const body = [...now.body];
  const left: string[] = [];
  const hunks = unlessThere(diffLines(made.body.map(lineKey), was.body), body, was.body);
  for (const hunk of hunks.toReversed()) left.push(...undoHunk(body, hunk, made.body));
  return { bytes: fromLines([...head, ...body]), left: left.map(toText) };
}

interface Parts {
  /** Frontmatter with its fences: it is taken back as a whole or not at all, because its lines mean nothing alone. */
  readonly head: readonly string[];
  readonly body: readonly string[];
}

function toParts(bytes: Uint8Array): Parts {
  const lines = toLines(bytes);
  const isFence = (line: string | undefined, bom = ""): boolean =>
    line?.trimEnd() === "---" || line?.trimEnd() === `${bom}---`;
  if (!isFence(lines[0], "\u00ef\u00bb\u00bf")) return { head: [], body: lines };
  const close = lines.findIndex((line, i) => i > 0 && isFence(line));
  return close < 0
    ? { head: [], body: lines }
    : { head: lines.slice(0, close + 1), body: lines.slice(close + 1) };
}

/** A file that the step made: its entries go; where it was not edited since, so does the rest. */
function withoutMade(made: Uint8Array, current: Uint8Array): UndoneLines {
  const counts = countLines(toLines(made));
  const take = (key: string): boolean => {
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count > 0;
  };
  const lines = toLines(current).map((line) => ({ line, isOurs: take(lineKey(line)) }));
  const isOthers = lines.some(({ line, isOurs }) => !isOurs && lineKey(line).trim() !== "");
  if (!isOthers) return { bytes: null, left: [] };
  const kept = lines.filter(({ line, isOurs }) => !(isOurs && isItem(line)));
  return { bytes: fromLines(kept.map(({ line }) => line)), left: [] };
}

const isItem = (line: string): boolean => /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line);

/** The differences without the lines that are back already: a second run adds nothing. */
function unlessThere(
  hunks: readonly Hunk[],
  body: readonly string[],
  was: readonly string[],
): readonly Hunk[] {
  const wanted = countLines(was);
  const there = countLines(body);
  for (const [line, count] of countLines(hunks.flatMap(({ remove }) => remove))) {
    there.set(line, Math.max(0, (there.get(line) ?? 0) - count));
  }
  return hunks.map((hunk) => {
    const insert = hunk.insert.filter((line) => {
      const key = lineKey(line);
      const count = there.get(key) ?? 0;
      there.set(key, count + 1);
      return key.trim() === "" || count < (wanted.get(key) ?? 0);
    });
    const isNothing = hunk.remove.length === 0 && insert.every((line) => line.trim() === "");
    return { ...hunk, insert: isNothing && insert.length < hunk.insert.length ? [] : insert };
  });
}

/** Applies one difference where its lines now stand. Mutates `body`; returns the lines that are not there any more. */
function undoHunk(body: string[], { at, remove, insert }: Hunk, made: readonly string[]): string[] {
  const keys = body.map(lineKey);
  const near = {
    above: made.slice(0, at).map(lineKey),
    below: lineKey(made[at + remove.length] ?? ""),
  };
  const place = findRun(keys, remove.map(lineKey), near);
  if (place !== undefined) {
    body.splice(place, remove.length, ...insert);
    return [];
  }
  const missing: string[] = [];
  let from: number | undefined;
  for (const line of remove) {
    const found =
      line.trim() === "" ? -1 : body.findLastIndex((other) => lineKey(other) === lineKey(line));
    if (found >= 0) {
      body.splice(found, 1);
      from = found;
    } else if (line.trim() !== "") missing.push(line);
  }
  body.splice(from ?? placeBehind(body.map(lineKey), near.above), 0, ...insert);
  return missing;
}

interface Near {
  readonly above: readonly string[];
  readonly below: string;
}

/** Where a run of lines stands: of several places, the one with the most of its old neighbours. */
function findRun(keys: readonly string[], run: readonly string[], near: Near): number | undefined {
  if (run.length === 0) return findGap(keys, near);
  const [first] = run;
  let best: { readonly at: number; readonly score: number } | undefined;
  for (let at = 0; at + run.length <= keys.length; at++) {
    if (keys[at] !== first || !run.every((key, i) => keys[at + i] === key)) continue;
    const score =
      Number(keys[at - 1] === near.above.at(-1)) + Number(keys[at + run.length] === near.below);
    if (best === undefined || score >= best.score) best = { at, score };
  }
  return best?.at;
}

/** Between the two lines that were neighbours; else nowhere in particular. */
function findGap(keys: readonly string[], { above, below }: Near): number | undefined {
  const last = above.at(-1);
  if (last === undefined) return 0;
  const at = keys.findLastIndex((key, i) => key === last && (keys[i + 1] ?? "") === below);
  return at < 0 ? undefined : at + 1;
}

const farthest = 50;

/** Behind the nearest line above that is still there, else at the end. */
function placeBehind(keys: readonly string[], above: readonly string[]): number {
  for (const line of above.slice(-farthest).reverse()) {
    const at = line.trim() === "" ? -1 : keys.lastIndexOf(line);
    if (at >= 0) return at + 1;
  }
  return keys.at(-1) === "" ? keys.length - 1 : keys.length;
}

/** From the form of merge-lines.ts. */
const toText = (line: string): string => Buffer.from(lineKey(line), "latin1").toString("utf8");

/** At line `at` of the one version these lines give way to others. */
export interface Hunk {
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
