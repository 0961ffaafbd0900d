import { capMarks } from "../../../vault/cap-marks.ts";
import { sha256Hex } from "../../../vault/sha256.ts";
import { decodeText } from "../../../vault/vault-text.ts";

/** The file of the vault in which is marked what was forgotten. */
export const forgottenPath = "log/forgotten.txt";

/** A larger file of marks is not read: a quarter of a million of them, and no more memory than a small board has. */
export const maxMarkBytes: number = 16 * 2 ** 20;

/** What was forgotten on any device: `log/forgotten.txt`, lines `2026-02-12T14:30:00.000Z - <32 hex digits>`. */
export type Removals = ReturnType<typeof parseRemovals>;

/** An entry that was forgotten (`-`) or written again (`+`). */
export interface Mark {
  readonly text: string;
  readonly mark: "-" | "+";
}

/** Reads the marks of several versions of the file together: the latest of an entry counts, at equal times `+`. */
export function parseRemovals(...texts: readonly (Uint8Array | null)[]) {
  const latest = readMarks(texts);
  const isEmpty = latest.size === 0;
  /** When an entry was forgotten (ms since the epoch); undefined where it was not, or was said again since. */
  const forgottenAt = (text: string): number | undefined => {
    const mark = isEmpty ? undefined : latest.get(hashOf(text));
    return mark?.isForgotten ? mark.ms : undefined;
  };
  return { isEmpty, forgottenAt, isForgotten: (text: string) => forgottenAt(text) !== undefined };
}

/** One line of the file, without its end: at `time` (ISO, UTC) an entry was forgotten (`-`), or said again (`+`). */
export function removalLine(time: string, text: string, mark: Mark["mark"]): string {
  return `${time} ${mark} ${hashOf(text)}`;
}

/**
 * The lines that make these marks count, whatever the clocks say: each later than the last one of its entry; none for
 * what is marked so.
 */
export function answerMarks(
  bytes: Uint8Array | null,
  now: number,
  marks: readonly Mark[],
): string[] {
  const latest = readMarks([bytes]);
  const lines = marks.flatMap(({ text, mark }) => {
    const { ms: last = Number.NEGATIVE_INFINITY, isForgotten = false } =
      latest.get(hashOf(text)) ?? {};
    const ms = Math.min(Math.max(now, last + 1), lastMs);
    const isSo = isForgotten === (mark === "-");
    return isSo ? [] : removalLine(new Date(ms).toISOString(), text, mark);
  });
  return [...new Set(lines)];
}

/** A later time has five digits in its year, which no device reads; there a `+` of equal time still counts. */
const lastMs = Date.parse("9999-12-31T23:59:59.999Z");

/** Merges the file as a set: no side takes a mark away, because what was forgotten must not come back. */
export function mergeRemovals(versions: readonly (Uint8Array | null)[]): Uint8Array {
  const marks = new Set([...toLines(versions)].map((line) => `${line.trim()}\n`));
  return Buffer.from([...marks].sort().join(""));
}

const markLine = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z) ([-+]) ([0-9a-f]{32})[ \t]*$/;

/** The mark that counts of each entry, by its hash. */
function readMarks(texts: readonly (Uint8Array | null)[]) {
  const latest = new Map<string, { readonly ms: number; readonly isForgotten: boolean }>();
  for (const line of toLines(texts)) {
    const [, time = "", mark, hash] = markLine.exec(line) ?? [];
    const ms = Date.parse(time);
    if (hash === undefined || !(ms <= lastMs)) continue; // V8 reads 24:00 as the next day.
    const known = latest.get(hash)?.ms ?? Number.NEGATIVE_INFINITY;
    if (known < ms || (known === ms && mark === "+")) {
      latest.set(hash, { ms, isForgotten: mark === "-" });
    }
  }
  return latest;
}

/** The hash of the text that identifies an entry: white space and composition do not count. */
function hashOf(text: string): string {
  const normal = capMarks(text).normalize("NFC").replace(/\s+/g, " ").trim();
  return sha256Hex(normal).slice(0, 32);
}

/** The lines that hold anything, one by one: so that millions of empty ones take no memory. */
function* toLines(versions: readonly (Uint8Array | null)[]): Generator<string> {
  for (const bytes of versions) {
    for (const [line] of bytes ? decodeText(bytes).text.matchAll(/[^\r\n]+/g) : []) {
      if (line.trim() !== "") yield line;
    }
  }
}
