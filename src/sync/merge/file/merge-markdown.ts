import { readFrontmatter } from "../../../vault/frontmatter.ts";
import { emitUnits } from "./emit-units.ts";
import { inAll } from "./merge-keyed.ts";
import { bothKeptMessage, forgottenMessage } from "./merge-messages.ts";
import { mergeUnits } from "./merge-units.ts";
import { commonYaml, mergeYaml } from "./merge-yaml.ts";
import { pick } from "./pick.ts";
import { lineText, type MergedLines, spell, type TextVersions } from "./text-version.ts";
import { toUnits } from "./to-units.ts";

/** Merges a Markdown file by its units: entries, headings, paragraphs, code, tables. */
export function mergeMarkdown({ path, bases, a, b, isGone, removals }: TextVersions): MergedLines {
  const [olds, one, two] = [bases.map(toUnits), toUnits(a), toUnits(b)];
  const base = commonYaml(olds.map(({ frontmatter }) => frontmatter));
  const head = { base, a: one.frontmatter, b: two.frontmatter };
  // A file that is still there keeps what describes it.
  const frontmatter = isGone
    ? { lines: [...head.a, ...head.b], keptBoth: [] }
    : mergeYaml({ path, what: "frontmatter", ...head }, isReadable);
  const merged = mergeUnits({
    base: inAll(olds.map(({ units }) => units)),
    a: one.units,
    b: two.units,
    removals,
    hasFrontmatter: frontmatter.lines.length > 0,
  });
  const messages = merged.keptBoth.map(([x, y]) => bothKeptMessage(path, x.key, y.key));
  if (merged.forgotten > 0) messages.push(forgottenMessage(path, merged.forgotten));
  const keptBoth = [...frontmatter.keptBoth, ...messages];
  if (isGone && merged.units.length === 0) return { lines: [], keptBoth };
  const isOne =
    pick(spell(olds[0]?.tail ?? []), spell(one.tail), spell(two.tail)) === spell(one.tail);
  const tail = isOne ? one.tail : two.tail;
  return { lines: emitUnits(frontmatter.lines, merged.units, tail), keptBoth };
}

/** Whether lines are frontmatter as a whole, with both fences. */
function isReadable(lines: readonly string[]): boolean {
  const { lineCount, fault } = readFrontmatter(lines.map(lineText));
  return fault === undefined && lineCount === lines.length;
}
