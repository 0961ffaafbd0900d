import { capMarks } from "../../vault/cap-marks.ts";
import { sha256Hex } from "../../vault/sha256.ts";
import { splitLines } from "../../vault/split-lines.ts";
import { decodeText } from "../../vault/vault-text.ts";

/** What was forgotten on any device: `log/forgotten.txt`, lines `2026-02-12T14:30:00.000Z - <32 hex digits>`. */
export interface Removals {
  /** True for the text of an entry that was forgotten and not said again since. */
  isForgotten(text: string): boolean;
}

/** Reads the marks of several versions of the file together: the latest of an entry counts, at equal times `+`. */
export function parseRemovals(...texts: readonly (Uint8Array | null)[]): Removals {
  const latest = new Map<string, { readonly time: string; readonly isForgotten: boolean }>();
  for (const line of texts.flatMap(toLines)) {
    const [, time, mark, hash] = markLine.exec(line) ?? [];
    if (time === undefined || hash === undefined) continue;
    const known = latest.get(hash)?.time ?? "";
    if (known < time || (known === time && mark === "+")) {
      latest.set(hash, { time, isForgotten: mark === "-" });
    }
  }
  return {
    isForgotten: (text) => latest.size > 0 && latest.get(hashOf(text))?.isForgotten === true,
  };
}

/** One line of the file, without its end: at `time` (ISO, UTC) an entry was forgotten (`-`), or said again (`+`). */
export function removalLine(time: string, text: string, mark: "-" | "+"): string {
  return `${time} ${mark} ${hashOf(text)}`;
}

/** Merges the file as a set: no side takes a mark away, for what was forgotten must not come back. */
export function mergeRemovals(versions: readonly (Uint8Array | null)[]): Uint8Array {
  const marks = new Set(
    versions
      .flatMap(toLines)
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  );
  return Buffer.from(
    [...marks]
      .sort()
      .map((line) => `${line}\n`)
      .join(""),
  );
}

const markLine = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z) ([-+]) ([0-9a-f]{32})[ \t]*$/;

/** Of the text as entries are told apart by it: white space and composition do not count. */
function hashOf(text: string): string {
  const normal = capMarks(text).normalize("NFC").replace(/\s+/g, " ").trim();
  return sha256Hex(normal).slice(0, 32);
}

const toLines = (bytes: Uint8Array | null): string[] =>
  bytes === null ? [] : splitLines(decodeText(bytes).text);
