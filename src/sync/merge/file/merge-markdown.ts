import { readFrontmatter } from "../../../vault/frontmatter.ts";
import { emitUnits } from "./emit-units.ts";
import type { MergedFile } from "./merge-file.ts";
import { bothKeptMessage, forgottenMessage } from "./merge-messages.ts";
import { toIds } from "./merge-order.ts";
import { mergeUnits } from "./merge-units.ts";
import { commonYaml, mergeYaml } from "./merge-yaml.ts";
import { pick } from "./pick.ts";
import type { Removals } from "./removals.ts";
import {
  emptyText,
  type LineStyle,
  lineText,
  mergeStyle,
  spell,
  type TextVersion,
  writeText,
} from "./text-version.ts";
import { toUnits, type Units } from "./to-units.ts";

export interface TextVersions {
  readonly path: string;
  /** Empty texts where a base has no such file. */
  readonly bases: readonly TextVersion[];
  /** Of the first base that has the file. */
  readonly baseStyle: LineStyle | undefined;
  /** Undefined where the side has no such file. */
  readonly a: TextVersion | undefined;
  readonly b: TextVersion | undefined;
  readonly removals: Removals;
}

/** Merges a Markdown file by its units: entries, headings, paragraphs, code, tables. */
export function mergeMarkdown({
  path,
  bases,
  baseStyle,
  a,
  b,
  removals,
}: TextVersions): MergedFile {
  const base = commonUnits(bases.map(toUnits));
  const [one, two] = [toUnits(a ?? emptyText()), toUnits(b ?? emptyText())];
  const isGone = a === undefined || b === undefined;
  // A file that is still there keeps what describes it.
  const head = isGone
    ? { lines: (a === undefined ? two : one).frontmatter, keptBoth: [] }
    : mergeYaml(
        {
          path,
          what: "frontmatter",
          base: base.frontmatter,
          a: one.frontmatter,
          b: two.frontmatter,
        },
        isReadable,
      );
  const units = { base: base.units, a: one.units, b: two.units };
  const hasFrontmatter = head.lines.length > 0;
  const merged = mergeUnits({ ...units, removals, hasFrontmatter });
  const messages = merged.keptBoth.map(([x, y]) => bothKeptMessage(path, x.key, y.key));
  if (merged.forgotten > 0) messages.push(forgottenMessage(path, merged.forgotten));
  if (isGone && merged.units.length === 0) return { bytes: null, keptBoth: messages };
  const tail = pick(spell(base.tail), spell(one.tail), spell(two.tail));
  const lines = emitUnits({
    frontmatter: head.lines,
    units: merged.units,
    tail: tail === spell(one.tail) ? one.tail : two.tail,
  });
  const [styleA, styleB] = [(a ?? b)?.style, (b ?? a)?.style];
  const style = mergeStyle(baseStyle, styleA ?? emptyText().style, styleB ?? emptyText().style);
  return { bytes: writeText(lines, style), keptBoth: [...head.keptBoth, ...messages] };
}

/** Whether lines are frontmatter as a whole, with both fences. */
function isReadable(lines: readonly string[]): boolean {
  const { lineCount, fault } = readFrontmatter(lines.map(lineText));
  return fault === undefined && lineCount === lines.length;
}

/** What all bases have: where they differ, nothing counts as taken away. */
function commonUnits(bases: readonly Units[]): Units {
  const [first, ...others] = bases;
  if (first === undefined) return { frontmatter: [], units: [], tail: [] };
  if (others.length === 0) return first;
  const idsOf = ({ units }: Units): string[] => toIds(units.map(({ key }) => key));
  const known = others.map((one) => new Set(idsOf(one)));
  const ids = idsOf(first);
  const units = first.units.filter((_, i) => known.every((set) => set.has(ids[i] ?? "")));
  return { ...first, units, frontmatter: commonYaml(bases.map((one) => one.frontmatter)) };
}
