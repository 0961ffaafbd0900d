import { maxFileBytes } from "../../../vault/list-files.ts";
import { endsInNewline, splitRows, usualEol } from "../../../vault/split-lines.ts";
import { decodeText } from "../../../vault/vault-text.ts";
import { type Lines, lineText, pick, toParts } from "./merge-parts.ts";
import type { Removals } from "./removals.ts";

/** A text in lines; a line carries its end only where that is not the usual one of the text. */
export type TextVersion = ReturnType<typeof toVersion>;

/** The versions of a text file that both sides changed; an empty text where there is no such file. */
export interface TextVersions {
  readonly path: string;
  readonly base: TextVersion;
  readonly a: TextVersion;
  readonly b: TextVersion;
  /** Whether one side has deleted the file: what comes out empty is gone. */
  readonly isGone: boolean;
  readonly removals: Removals;
}

export interface MergedLines {
  readonly lines: Lines;
  /** For the person: where both versions were kept, or one had to be chosen. */
  readonly keptBoth: Lines;
}

/**
 * Undefined for what is not text: not UTF-8, with a NUL, or the pointer that Git LFS leaves in a file's place; and for
 * what is too long.
 */
export function readText(bytes: Uint8Array): TextVersion | undefined {
  if (bytes.length > maxFileBytes || bytes.includes(0)) return undefined;
  const { text, hasBom, isUtf8 } = decodeText(bytes);
  if (!isUtf8 || text.startsWith(lfsPointer)) return undefined;
  const version = toVersion(text, hasBom);
  return version.lines.length > maxLines ? undefined : version;
}

/** A novel has a tenth of them; the lines of three versions are in memory at once. */
const maxLines = 100_000;

const lfsPointer = "version https://git-lfs.github.com/spec/";

/** The version that a file without any lines is. */
export const emptyText = (): TextVersion => toVersion("", false);

/** `style`: how the lines end, which is merged apart from what they say. */
function toVersion(text: string, hasBom: boolean) {
  const eol = usualEol(text);
  const lines: Lines = splitRows(text).map((line) => {
    const words = line.replace(/\r\n$|[\r\n]$/, "");
    return words + eol === line || words === line ? words : line;
  });
  return { text, lines, style: { eol, hasBom, isEnded: text === "" || endsInNewline(text) } };
}

/** Each property of the lines' ends is that of the side that changed it. */
export function writeText(
  lines: Lines,
  base: TextVersion | undefined,
  { a: { style: a }, b: { style: b } }: Pick<TextVersions, "a" | "b">,
): Uint8Array {
  const old = base?.style;
  const eol = pick(old?.eol, a.eol, b.eol, (x, y) => x < y); // "\n" before "\r" and "\r\n".
  const ended = lines.map((line) => (/[\r\n]$/.test(line) ? line : line + eol)).join("");
  const isEnded = pick(old?.isEnded, a.isEnded, b.isEnded);
  const hasBom = pick(old?.hasBom, a.hasBom, b.hasBom);
  const text = isEnded ? ended : ended.replace(/(?:\r\n|\r|\n)$/, "");
  return Buffer.from((hasBom ? "\ufeff" : "") + text);
}

/** What all bases have: where they differ, nothing counts as taken away. */
export function commonText([first = emptyText(), ...others]: readonly TextVersion[]): TextVersion {
  if (others.length === 0) return first;
  const parts = others.map(({ lines }) => toParts(lines, lineText));
  const lines = [...toParts(first.lines, lineText)].flatMap(([id, line]) =>
    parts.every((other) => other.has(id)) ? [line] : [],
  );
  return { ...first, lines, text: joined(lines) };
}

/** What lines say, as one text. */
export const joined = (lines: Lines): string => lines.map(lineText).join("\n");

/** One version as it is, where nothing but the spelling of line ends has to be decided. */
export function whole(base: Lines, a: Lines, b: Lines): Lines | undefined {
  const [old, one, two] = [joined(base), joined(a), joined(b)];
  if (one === two) return pickLines(base, a, b);
  if (two === old) return a;
  return one === old ? b : undefined;
}

/** Three-way choice of lines as they are spelt, of a part that says the same on both sides. */
export function pickLines(base: Lines | undefined, a: Lines, b: Lines): Lines {
  // No two sequences of lines are spelt alike.
  const spell = (lines: Lines): string => lines.map((line) => `${line}\n`).join("");
  return pick(base && spell(base), spell(a), spell(b)) === spell(a) ? a : b;
}

const maxShown = 60;

/** The beginning of a text on one line, for messages. */
export function excerpt(text: string): string {
  const line = (text.slice(0, 4 * maxShown).match(/\S+/g) ?? []).join(" ");
  const shown = line.slice(0, maxShown).toWellFormed();
  return shown.length < line.length ? `${shown.trimEnd()}…` : line;
}
