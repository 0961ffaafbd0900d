import { maxFileBytes } from "../../../vault/list-files.ts";
import { endsInNewline, usualEol } from "../../../vault/split-lines.ts";
import { decodeText } from "../../../vault/vault-text.ts";
import { pick } from "./pick.ts";
import type { Removals } from "./removals.ts";

/** How the lines of a text end, which is merged apart from what they say. */
export interface LineStyle {
  readonly eol: string;
  readonly hasBom: boolean;
  readonly isEnded: boolean;
}

/** A text in lines; a line carries its end only where that is not the usual one of the text. */
export interface TextVersion {
  readonly text: string;
  readonly lines: readonly string[];
  readonly style: LineStyle;
}

/** The versions of a text file that both sides changed. */
export interface TextVersions {
  readonly path: string;
  /** Empty texts where a base has no such file. */
  readonly bases: readonly TextVersion[];
  /** An empty text on the side that has no such file. */
  readonly a: TextVersion;
  readonly b: TextVersion;
  /** Whether one side has deleted the file: what comes out empty is gone. */
  readonly isGone: boolean;
  readonly removals: Removals;
}

export interface MergedLines {
  /** Undefined where the two do not go together. */
  readonly lines: readonly string[] | undefined;
  /** For the person: where both versions were kept, or one had to be chosen. */
  readonly keptBoth: readonly string[];
}

/**
 * Undefined for what is not text: not UTF-8, with a NUL, or the pointer that Git LFS leaves in a file's place; and for
 * what is too long.
 */
export function readText(bytes: Uint8Array): TextVersion | undefined {
  if (isTooLong(bytes) || bytes.includes(0)) return undefined;
  const { text, hasBom, isUtf8 } = decodeText(bytes);
  return isUtf8 && !text.startsWith(lfsPointer) ? toVersion(text, hasBom) : undefined;
}

/** A novel has a tenth of them. */
const maxLines = 100_000;

/** Whether a file is more than a merge by line may cost: the lines of three versions are in memory at once. */
function isTooLong(bytes: Uint8Array): boolean {
  if (bytes.length > maxFileBytes) return true;
  if (bytes.length <= maxLines) return false;
  let lines = 0;
  for (const byte of bytes) if (byte === 0x0a || byte === 0x0d) lines++;
  return lines > maxLines;
}

/** The version that a file without any lines is. */
export const emptyText = (): TextVersion => toVersion("", false);

export function writeText(lines: readonly string[], style: LineStyle): Uint8Array {
  const ended = lines.map((line) => (/[\r\n]$/.test(line) ? line : line + style.eol));
  const last = ended.at(-1);
  if (last !== undefined && !style.isEnded)
    ended[ended.length - 1] = last.replace(/(?<![\r\n])[\r\n]+$/, "");
  return Buffer.from((style.hasBom ? "\ufeff" : "") + ended.join(""));
}

/** Each property of the side that changed it. */
export function mergeStyle(base: LineStyle | undefined, a: LineStyle, b: LineStyle): LineStyle {
  return {
    eol: pick(base?.eol, a.eol, b.eol, (x, y) => (x === "\n" ? true : y === "\n" ? false : x > y)),
    hasBom: pick(base?.hasBom, a.hasBom, b.hasBom),
    isEnded: pick(base?.isEnded, a.isEnded, b.isEnded),
  };
}

/** All lines as one text: no two sequences of lines are spelt alike. */
export const spell = (lines: readonly string[]): string =>
  lines.map((line) => `${line}\n`).join("");

/** What makes two lines the same line: neither its end nor blanks before that. */
export const lineText = (line: string): string => line.trimEnd();

const lfsPointer = "version https://git-lfs.github.com/spec/";

function toVersion(text: string, hasBom: boolean): TextVersion {
  const eol = usualEol(text);
  const raw = text.split(/(?<=\n|\r(?!\n))/);
  if (raw.at(-1) === "") raw.pop();
  const lines = raw.map((line) => {
    const words = line.replace(/\r\n$|[\r\n]$/, "");
    return words + eol === line || words === line ? words : line;
  });
  return { text, lines, style: { eol, hasBom, isEnded: text === "" || endsInNewline(text) } };
}
