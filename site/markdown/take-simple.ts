import type { SiteEntry } from "../vault/site-vault.ts";
import type { Part } from "./document-units.ts";

/**
 * Takes out the entries that are one line with nothing nested: their words are known, so the document's parser need not
 * read them. What stays parses as before, since no other line is part of them.
 */
export function takeSimple({ lines, entries }: Part): {
  readonly simple: readonly SiteEntry[];
  readonly rest: string;
} {
  // A formula or a footnote can hold lines that src/vault takes for entries: then the parser is to see them all.
  if (lines.some((line) => /^ {0,3}(?:\$\$|\[\^)/.test(line))) {
    return { simple: [], rest: lines.join("\n") };
  }
  const simple = entries.filter(
    ({ entry }) => entry.line === entry.endLine && markerOf(lines, entry.line) !== "",
  );
  const taken = new Set(simple.map(({ entry }) => entry.line));
  const rest = lines.map((line, i) => (taken.has(i + 1) ? "" : line)).join("\n");
  return { simple, rest };
}

/** The sign of the list that an item belongs to: `-`, `*`, `+`, `.` or `)`; "" where the line begins none. */
export function markerOf(lines: readonly string[], line: number): string {
  return (
    /^ {0,3}(?:([-*+])|\d{1,9}([.)]))(?=[ \t]|$)/
      .exec(lines[line - 1] ?? "")
      ?.slice(1)
      .join("") ?? ""
  );
}
