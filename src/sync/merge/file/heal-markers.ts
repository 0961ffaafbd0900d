import { scanLines } from "../../../vault/scan-lines.ts";
import { splitLines } from "../../../vault/split-lines.ts";

/** A text with another client's conflict markers, taken apart. */
export interface Conflicted {
  readonly first: string;
  readonly second: string;
  /** What stands outside the conflicts. */
  readonly outside: string;
}

const marker = String.raw`(?:<{7}|\|{7}|>{7})(?: |\r?\n)|={7}\r?\n`;
const part = String.raw`((?:(?!${marker})[^\n]*\n)*)`;
const conflict = new RegExp(
  String.raw`^<{7}(?: [^\n]*)?\r?\n${part}(?:\|{7}(?: [^\n]*)?\r?\n${part})?={7}\r?\n${part}>{7}(?:[ \r][^\n]*)?(?:\n|(?![^]))`,
  "gm",
);
const isOpening = (line: string): boolean => /^<{7}(?: |$)/.test(line);

/**
 * The two versions that a merge by another git client left in one text. Undefined where there are no markers, or they
 * are not well formed, or stand in a block of code.
 */
export function splitConflicts(text: string): Conflicted | undefined {
  const outside = text.replace(conflict, "");
  if (outside === text || splitLines(outside).some(isOpening)) return undefined;
  const lines = splitLines(text);
  const codes = scanLines(lines).filter(({ type }) => type === "code");
  if (codes.some(({ line, endLine }) => lines.slice(line - 1, endLine).some(isOpening))) return;
  return { first: text.replace(conflict, "$1"), second: text.replace(conflict, "$3"), outside };
}
