import { readFrontmatter } from "../../../vault/topic/frontmatter.ts";
import { type Lines, lineText } from "./merge-parts.ts";
import { mergeUnits } from "./merge-units.ts";
import { mergeYaml } from "./merge-yaml.ts";
import { hiddenKeys, keepFileMarks, withSecret } from "./share-marks.ts";
import { excerpt, joined, type MergedLines, pickLines, type TextVersions } from "./text-version.ts";
import { keptBothMark, toUnits, type Unit } from "./to-units.ts";

/** Merges a Markdown file by its units: entries, headings, paragraphs, code, tables. */
export function mergeMarkdown(versions: TextVersions): MergedLines {
  const { path, isGone, removals } = versions;
  const [base, a, b] = [toUnits(versions.base), toUnits(versions.a), toUnits(versions.b)];
  // A file that is still there keeps what describes it.
  const heads = [base.frontmatter, a.frontmatter, b.frontmatter] as const;
  const head = isGone
    ? { lines: [...a.frontmatter, ...b.frontmatter], keptBoth: [] }
    : mergeYaml(path, heads, (lines) => {
        const { lineCount, fault } = readFrontmatter(lines.map(lineText));
        return fault === undefined && lineCount === lines.length;
      });
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

function bothKeptMessage(path: string, both: readonly Unit[]): string {
  const [one, other] = both.map(({ key }) => `"${excerpt(key)}"`);
  return `${path}: one line was changed on two devices, both are kept: ${one} and ${other}`;
}

/** About memories that are marked as forgotten, without a word of their text. */
function forgottenMessage(path: string, count: number): string {
  return `Forgotten elsewhere: ${path} (${count === 1 ? "1 memory" : `${count} memories`})`;
}

/** Writes merged units one below the other, apart where they would grow together in their new neighbourhood. */
function placeUnits(frontmatter: Lines, merged: readonly Unit[]): Lines {
  const units = merged.map((unit, i) => {
    return { ...unit, lead: leadOf(unit, merged[i - 1], frontmatter.length > 0) };
  });
  const apart = new Set<number>();
  for (let round = 0; ; round++) {
    const lines = [...frontmatter, ...units.flatMap((unit, i) => write(unit, apart.has(i)))];
    const at = firstTorn(units, apart, lines, frontmatter.length);
    // Some Markdown cannot be kept apart; no line is lost all the same.
    if (at === undefined || round === maxRounds) return lines;
    // What follows has become part of it, else it has become part of something itself.
    apart.add(at + 1 < units.length && !apart.has(at + 1) ? at + 1 : at);
  }
}

const maxRounds = 16;
/** Keeps two lists apart, as the commands do. */
const separator = "<!-- -->";

/** The lead of a unit: as it was, where it stands behind one of the same kind; else as lists and paragraphs need it. */
function leadOf(unit: Unit, last: Unit | undefined, hasFrontmatter: boolean): Lines {
  const { lead } = unit;
  const isMarked = lead.some((line) => lineText(line) === keptBothMark);
  if (isMarked || unit.behind === last?.kind) return lead;
  if (last === undefined) return hasFrontmatter ? [""] : [];
  if (unit.kind === "item" && last.kind === "item") return [];
  return lead.length > 0 ? lead : [""];
}

function write({ lead, lines }: Unit, isApart: boolean): Lines {
  if (!isApart) return [...lead, ...lines];
  const blank = lineText(lead[0] ?? "-") === "" ? [] : [""];
  return ["", separator, ...blank, ...lead, ...lines];
}

/** The first unit that does not read back as itself; `headLines`: how many lines the frontmatter has. */
function firstTorn(
  units: readonly Unit[],
  apart: ReadonlySet<number>,
  lines: Lines,
  headLines: number,
): number | undefined {
  const read = toUnits({ text: joined(lines), lines });
  if (read.frontmatter.length !== headLines && units.length > 0) return -1;
  const found = read.units.map((unit) => joined(unit.lines)).values();
  const at = units.findIndex((unit, i) => {
    const isCut = apart.has(i) && found.next().value !== separator;
    return isCut || found.next().value !== joined(unit.lines);
  });
  return at < 0 ? undefined : at;
}
