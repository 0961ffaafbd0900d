import { isMarkedSecret, markedOwner } from "../../../vault/secret-marks.ts";
import { withField } from "../../../vault/set-entry-field.ts";
import { lineText } from "./merge-parts.ts";
import { keyOf, type Unit } from "./to-units.ts";

/**
 * Two versions of a unit that are both kept, each with the stricter of their marks: what one device made secret or
 * somebody's own does not stay open in the other one's words.
 */
export const shareMarks = (one: Unit, two: Unit): readonly [Unit, Unit] => [
  withMarksOf(one, two),
  withMarksOf(two, one),
];

/** True for lines that hide something. */
export const hideSome = (lines: readonly string[]): boolean =>
  isMarkedSecret(lines) || markedOwner(lines) !== "";

function withMarksOf(unit: Unit, { lines: others }: Unit): Unit {
  const { lines } = unit;
  const isOpen = isMarkedSecret(others) && !isMarkedSecret(lines);
  const owner = markedOwner(lines) === "" ? markedOwner(others) : "";
  const secret = isOpen ? withMark(unit, "sensitivity", "secret") : unit;
  return owner === "" ? secret : withMark(secret, "person", owner);
}

/** Code, tables and raw HTML carry no marks. */
const markedKinds: readonly Unit["kind"][] = ["item", "paragraph", "heading", "quote"];

function withMark(unit: Unit, key: string, value: string): Unit {
  const at = placeOfMark(unit);
  const line = unit.lines[at];
  if (line === undefined || !markedKinds.includes(unit.kind)) return unit;
  const words = lineText(line);
  const lines = unit.lines.with(at, withField(words, key, value) + line.slice(words.length));
  return { ...unit, lines, key: keyOf({ ...unit, lines }) };
}

/** The line that ends an entry's own words, or another block's; of any other list item the one that begins it. */
function placeOfMark({ kind, lines, ownLines }: Unit): number {
  if (ownLines !== undefined) return ownLines - 1;
  const hasWords = (line: string): boolean => /[\p{L}\p{N}]/u.test(line);
  return kind === "item" ? lines.findIndex(hasWords) : lines.findLastIndex(hasWords);
}
