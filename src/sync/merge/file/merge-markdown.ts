import { readFrontmatter } from "../../../vault/frontmatter.ts";
import { lineText } from "./merge-parts.ts";
import { mergeUnits } from "./merge-units.ts";
import { mergeYaml } from "./merge-yaml.ts";
import { placeUnits } from "./place-units.ts";
import { keepFileMarks } from "./share-marks.ts";
import { excerpt, type MergedLines, pickLines, type TextVersions } from "./text-version.ts";
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
  return { lines: [...placeUnits(frontmatter, merged.units), ...tail], keptBoth };
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
