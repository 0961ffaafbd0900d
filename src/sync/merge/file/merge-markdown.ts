import { readFrontmatter } from "../../../vault/topic/frontmatter.ts";
import { type Lines, lineText } from "./merge-parts.ts";
import { mergeUnits } from "./merge-units.ts";
import { mergeYaml } from "./merge-yaml.ts";
import { placeUnits } from "./place-units.ts";
import { hiddenKeys, keepFileMarks, withSecret } from "./share-marks.ts";
import { excerpt, joined, type MergedLines, pickLines, type TextVersions } from "./text-version.ts";
import { toUnits, type Unit } from "./to-units.ts";

/** Merges a Markdown file by its units: entries, headings, paragraphs, code, tables. */
export function mergeMarkdown(versions: TextVersions): MergedLines {
  const { path, isGone, removals } = versions;
  const [base, a, b] = [toUnits(versions.base), toUnits(versions.a), toUnits(versions.b)];
  // A file that is still there keeps what describes it.
  const heads = [base.frontmatter, a.frontmatter, b.frontmatter] as const;
  const head = isGone
    ? { lines: [...a.frontmatter, ...b.frontmatter], keptBoth: [] }
    : mergeYaml(path, heads, isReadable);
  const frontmatter = isGone ? head.lines : keepFileMarks(head.lines, heads);
  const merged = mergeUnits([base.units, a.units, b.units], removals);
  const keptBoth = [
    ...head.keptBoth,
    ...merged.keptBoth.map((both) => bothKeptMessage(path, both)),
    ...(merged.forgotten > 0 ? [forgottenMessage(path, merged.forgotten)] : []),
  ];
  if (isGone && merged.units.length === 0) return { lines: [], keptBoth };
  const tail = pickLines(base.tail, a.tail, b.tail);
  const place = (units: readonly Unit[]): Lines => [...placeUnits(frontmatter, units), ...tail];
  const lines = place(merged.units);
  // What one side has put below a secret heading does not stand open where the order of the other one stays.
  const hidden = new Set([...hiddenKeys(a), ...hiddenKeys(b)]);
  if (hidden.size === 0) return { lines, keptBoth };
  const now = { ...versions.a, text: joined(lines), lines };
  const known = new Set([...hiddenKeys(base), ...hiddenKeys(toUnits(now))]);
  const [had, inA, inB, stands] = [base.units, a.units, b.units, merged.units].map(
    (units) => new Set(units.map(({ key }) => key)),
  );
  const units = merged.units.flatMap((unit) => {
    const { key } = unit;
    const isSaidOpenly = !had?.has(key) && inA?.has(key) && inB?.has(key); // By another device, of its own.
    if (!hidden.has(key) || known.has(key) || isSaidOpenly) return [unit];
    const marked = withSecret(unit);
    // A side that merged it before has it already.
    return marked !== unit && stands?.has(marked.key) ? [] : [marked];
  });
  return { lines: place(units), keptBoth };
}

/** Whether lines are frontmatter as a whole, with both fences. */
function isReadable(lines: readonly string[]): boolean {
  const { lineCount, fault } = readFrontmatter(lines.map(lineText));
  return fault === undefined && lineCount === lines.length;
}

function bothKeptMessage(path: string, both: readonly Unit[]): string {
  const [one, other] = both.map(({ key }) => `"${excerpt(key)}"`);
  return `${path}: one line was changed on two devices, both are kept: ${one} and ${other}`;
}

/** About memories that are marked as forgotten, without a word of their text. */
function forgottenMessage(path: string, count: number): string {
  return `Forgotten elsewhere: ${path} (${count === 1 ? "1 memory" : `${count} memories`})`;
}
