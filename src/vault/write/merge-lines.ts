/** Lines of a file as Latin-1 text, one character a byte: whatever the encoding, joining yields the same bytes. */
export function toLines(bytes: Uint8Array): string[] {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString("latin1")
    .split("\n");
}

/** The bytes of lines that `toLines` made. */
export function fromLines(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.join("\n"), "latin1");
}

/** What makes two lines the same line: everything but the carriage return. */
export function lineKey(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/** How often each line that is not blank occurs. */
export function countLines(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const key = lineKey(line);
    if (key.trim() !== "") counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The lines of the next version that the one before has not, or not so often: an editor's stale save must not wipe them out. */
export function addedLines(before: Uint8Array | null, next: Uint8Array): string[] {
  const had = countLines(toLines(before ?? new Uint8Array()));
  const lines = [...countLines(toLines(next))];
  return lines
    .filter(([line, count]) => (had.get(line) ?? 0) < count)
    .map(([line]) => Buffer.from(line, "latin1").toString("utf8"));
}

/**
 * Puts a line in after the nearest of its former predecessors that is still there (`before`: nearest first), else at
 * the end. Mutates `lines`, and says where the line is now.
 */
export function insertLine(lines: string[], key: string, before: readonly string[]): number {
  const cr = lines[0]?.endsWith("\r") ? "\r" : "";
  let at = 0;
  for (const anchor of before) {
    at = 1 + Math.max(lines.lastIndexOf(anchor), lines.lastIndexOf(`${anchor}\r`));
    if (at > 0) break;
  }
  if (at === 0) at = lines.findLastIndex((line) => line.trim() !== "") + 1;
  if (at === lines.length) {
    if (at > 0 && cr !== "" && !lines[at - 1]?.endsWith(cr)) lines[at - 1] += cr;
    lines.push("");
  }
  lines.splice(at, 0, key + cr);
  return at;
}

interface Versions {
  readonly current: Uint8Array;
  /** What `late` was made from, and `current` already contains. */
  readonly base: Uint8Array;
  readonly late: Uint8Array;
}

/**
 * Brings what changed from `base` to `late` into `current`: new lines go in after their nearest predecessor there,
 * once each; removed lines go, unless `isKept` or the late version looks cut short.
 * Says which lines are new, also where `current` had them already.
 */
export function mergeLines(
  { current, base, late }: Versions,
  isKept: (line: string) => boolean,
): { bytes: Uint8Array; added: string[] } {
  const lines = toLines(current);
  const lateLines = toLines(late);
  const inBase = countLines(toLines(base));
  const inLate = countLines(lateLines);
  const added = addNew(lines, lateLines, inBase);
  const isCutShort = late.length * 2 < base.length;
  const counts = countLines(lines);
  for (const [line, count] of isCutShort ? [] : inBase) {
    const wanted = inLate.get(line) ?? 0;
    if (wanted >= count || isKept(line)) continue;
    for (let n = counts.get(line) ?? 0; n > wanted; n--) {
      lines.splice(
        lines.findLastIndex((other) => lineKey(other) === line),
        1,
      );
    }
  }
  return { bytes: fromLines(lines), added };
}

/** Inserts what `lateLines` have beyond `inBase`; blank lines come along between two new lines. */
function addNew(
  lines: string[],
  lateLines: readonly string[],
  inBase: Map<string, number>,
): string[] {
  const keys = lateLines.map(lineKey);
  const counts = countLines(lines);
  const seen = new Map<string, number>();
  const added: string[] = [];
  let blanks = 0;
  let previous: number | undefined; // Where the line above was put, if it was put in by us.
  for (const [i, key] of keys.entries()) {
    if (key.trim() === "") {
      blanks++;
      continue;
    }
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    let put: number | undefined;
    if (nth > (inBase.get(key) ?? 0)) {
      added.push(key);
      if (nth > (counts.get(key) ?? 0)) put = putIn(lines, key, { keys, i, blanks, previous });
    }
    previous = put;
    blanks = 0;
  }
  return added;
}

function putIn(
  lines: string[],
  key: string,
  place: { keys: readonly string[]; i: number; blanks: number; previous: number | undefined },
): number {
  if (place.previous === undefined) {
    return insertLine(
      lines,
      key,
      place.keys
        .slice(0, place.i)
        .filter((line) => line !== "")
        .reverse(),
    );
  }
  const cr = lines[0]?.endsWith("\r") ? "\r" : "";
  const gap = new Array<string>(place.blanks).fill(cr);
  lines.splice(place.previous + 1, 0, ...gap, key + cr);
  return place.previous + gap.length + 1;
}
