import { capMarks } from "../../../vault/cap-marks.ts";
import { sha256Hex } from "../../../vault/sha256.ts";
import { decodeText } from "../../../vault/vault-text.ts";

/** The file of the vault in which is marked what was forgotten. */
export const forgottenPath = "log/forgotten.txt";

/** A larger file of marks is not read: a quarter of a million of them, and no more memory than a small board has. */
export const maxMarkBytes: number = 16 * 2 ** 20;

/** What was forgotten on any device: `log/forgotten.txt`, lines `2026-02-12T14:30:00.000Z - <32 hex digits>`. */
export interface Removals {
  readonly isEmpty: boolean;
  /** True for the text of an entry that was forgotten and not said again since. */
  isForgotten(text: string): boolean;
  /** When that was (ms since the epoch); undefined where it was not, or was said again since. */
  forgottenAt(text: string): number | undefined;
}

/**
 * Reads the marks of several versions of the file together: the latest of an entry counts, at equal times `+`. What is no
 * time of a calendar is not a mark.
 */
export function parseRemovals(...texts: readonly (Uint8Array | null)[]): Removals {
  return removalsUntil(Number.POSITIVE_INFINITY, ...texts);
}

/**
 * The same without marks dated later than `until` (ms since the epoch): one from the end of time could not be taken
 * back. A merge passes `marksUntil` of the commits it merges, not of a clock, so that all devices agree.
 */
export function removalsUntil(until: number, ...texts: readonly (Uint8Array | null)[]): Removals {
  const latest = readMarks(texts, until);
  const forgottenAt = (text: string): number | undefined => {
    const mark = latest.size === 0 ? undefined : latest.get(hashOf(text));
    return mark?.isForgotten ? mark.ms : undefined;
  };
  const isEmpty = latest.size === 0;
  return { isEmpty, forgottenAt, isForgotten: (text) => forgottenAt(text) !== undefined };
}

const dayMs = 86_400_000;

/** Marks count up to a day after the newest commit or clock: no two clocks agree. */
export const marksUntil = (...moments: readonly number[]): number => Math.max(...moments) + dayMs;

/** One line of the file, without its end: at `time` (ISO, UTC) an entry was forgotten (`-`), or said again (`+`). */
export function removalLine(time: string, text: string, mark: "-" | "+"): string {
  return `${time} ${mark} ${hashOf(text)}`;
}

/**
 * The lines that make these marks count, whatever the clock says: a `-` is later than the last mark of its entry that
 * counts, a `+` later than any, even where it is unknown whose clock was wrong.
 */
export function answerMarks(
  bytes: Uint8Array | null,
  { now, until }: { readonly now: number; readonly until: number },
  marks: readonly { readonly text: string; readonly mark: "-" | "+" }[],
): string[] {
  const latest = { "-": readMarks([bytes], until), "+": readMarks([bytes]) };
  return marks.map(({ text, mark }) => {
    const last = latest[mark].get(hashOf(text))?.ms ?? Number.NEGATIVE_INFINITY;
    const ms = Math.min(Math.max(now, last + 1), lastMs);
    return removalLine(new Date(ms).toISOString(), text, mark);
  });
}

/** A later time has five digits in its year, which no device reads; there a `+` of equal time still counts. */
const lastMs = Date.parse("9999-12-31T23:59:59.999Z");

interface LatestMark {
  /** Times as they are compared: to the nanosecond. */
  readonly key: string;
  readonly ms: number;
  readonly isForgotten: boolean;
}

/** The mark that counts of each entry, by its hash. */
function readMarks(
  texts: readonly (Uint8Array | null)[],
  until = Number.POSITIVE_INFINITY,
): ReadonlyMap<string, LatestMark> {
  const latest = new Map<string, LatestMark>();
  for (const line of toLines(texts)) {
    const [, second = "", fraction = "", mark, hash] = markLine.exec(line) ?? [];
    const ms = Date.parse(`${second}.${fraction.slice(0, 3).padEnd(3, "0")}Z`);
    if (hash === undefined || Number.isNaN(ms) || ms > until) continue;
    if (!new Date(ms).toISOString().startsWith(second)) continue; // The 30th of February.
    const key = `${second}.${fraction.padEnd(9, "0")}`;
    const known = latest.get(hash)?.key ?? "";
    if (known < key || (known === key && mark === "+")) {
      latest.set(hash, { key, ms, isForgotten: mark === "-" });
    }
  }
  return latest;
}

/** Merges the file as a set: no side takes a mark away, because what was forgotten must not come back. */
export function mergeRemovals(versions: readonly (Uint8Array | null)[]): Uint8Array {
  const marks = new Set([...toLines(versions)].map((line) => `${line.trim()}\n`));
  return Buffer.from([...marks].sort().join(""));
}

const markLine = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z ([-+]) ([0-9a-f]{32})[ \t]*$/;

/** The hash of the text that identifies an entry: white space and composition do not count. */
function hashOf(text: string): string {
  const normal = capMarks(text).normalize("NFC").replace(/\s+/g, " ").trim();
  return sha256Hex(normal).slice(0, 32);
}

/** The lines that hold anything, one by one: so that millions of empty ones take no memory. */
function* toLines(versions: readonly (Uint8Array | null)[]): Generator<string> {
  for (const bytes of versions) {
    if (bytes === null) continue;
    for (const [line] of decodeText(bytes).text.matchAll(/[^\r\n]+/g)) {
      if (line.trim() !== "") yield line;
    }
  }
}
