import { withField } from "../../../vault/edit/entry-fields.ts";
import {
  claimsSecret,
  frontmatterWords,
  readFrontmatter,
} from "../../../vault/topic/frontmatter.ts";
import { readTopic } from "../../../vault/topic/read-topic.ts";
import { isMarkedSecret, markedOwner, markText } from "../../../vault/topic/secret-marks.ts";
import { findMarked } from "../../../vault/topic/secrets.ts";
import { type Lines, lineText } from "./merge-parts.ts";
import { keyOf, type Unit, type Units } from "./to-units.ts";

/** True for lines that hide something. */
export const hideSome = (lines: readonly string[]): boolean =>
  isMarkedSecret(lines) || markedOwner(lines) !== "";

/** Merged frontmatter with each mark that a side has set: nobody sees more of a file for a merge. */
export function keepFileMarks(merged: Lines, [base, a, b]: readonly [Lines, Lines, Lines]): Lines {
  const [had, now, sides] = [fileMarks(base), fileMarks(merged), [fileMarks(a), fileMarks(b)]];
  // Of a mark that the base has, one side may have taken it away.
  const isKept = (mark: string): boolean =>
    sides.filter((marks) => marks.includes(mark)).length > Number(had.includes(mark));
  const kept = sides.flat().filter(isKept);
  if (kept.every((mark) => now.includes(mark))) return merged;
  const owners = new Set([...now, ...kept].toSorted());
  const secret = owners.delete(secretMark) ? [secretMark] : [];
  const person = owners.size > 0 ? [`person: ${[...owners].join(", ")}`] : [];
  const [open = "---", ...rest] = merged.length > 0 ? merged : ["---", "---"];
  const keyOfLine = (at: number): string =>
    rest.slice(0, at + 1).findLast((line) => /^(?:[^\s#-]|---)/.test(line)) ?? "";
  const others = rest.filter((_, at) => !/^["']?(?:sensitivity|person)\b/i.test(keyOfLine(at)));
  return [open, ...secret, ...person, ...others];
}

const secretMark = "sensitivity: secret";

/** What frontmatter says of its whole file: that it is secret, and whose it is. */
function fileMarks(own: Lines): readonly string[] {
  const lines = own.map(lineText);
  const words = frontmatterWords({ lines, frontmatter: readFrontmatter(lines) });
  return [...(claimsSecret(words) ? [secretMark] : []), ...(words.get("person") ?? [])];
}

/**
 * A unit with the marks of another version of it that is kept, too: what one device made secret or somebody's own does
 * not stay open in the other one's words.
 */
export function withMarksOf(unit: Unit, { lines: others }: Unit): Unit {
  const { lines } = unit;
  const isOpen = isMarkedSecret(others) && !isMarkedSecret(lines);
  const owner = markedOwner(lines) === "" ? markedOwner(others) : "";
  const secret = isOpen ? withSecret(unit) : unit;
  return owner === "" ? secret : withMark(secret, "person", owner);
}

/** The unit with a mark that says it is secret. */
export const withSecret = (unit: Unit): Unit => withMark(unit, "sensitivity", "secret");

/** The keys of the units of a text that are hidden wherever they stand in it, as below a heading that is marked. */
export function hiddenKeys(read: Units): string[] {
  // Most files have no mark, and need not be read again.
  if (!/sensitivity/i.test(markText(read.text))) return [];
  const { lines } = findMarked(readTopic(read.text));
  const [hidden, open] = [new Set<string>(), new Set<string>()];
  let at = read.frontmatter.length + 1;
  for (const { key, lead, lines: own } of lines.size > 0 ? read.units : []) {
    (lines.has(at + lead.length) ? hidden : open).add(key);
    at += lead.length + own.length;
  }
  return [...hidden].filter((key) => !open.has(key));
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
