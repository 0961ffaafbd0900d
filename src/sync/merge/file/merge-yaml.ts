import { findScalar } from "../../../vault/yaml-engine.ts";
import { chosenMessage } from "./merge-messages.ts";
import { mergeLines, mergeParts, toParts } from "./merge-parts.ts";
import { pick } from "./pick.ts";
import { lineText, type MergedLines, spell, type TextVersions } from "./text-version.ts";

type Lines = readonly string[];

/** Lines of YAML in three versions; empty where a version has none. */
interface YamlVersions {
  readonly path: string;
  /** What the lines are, for messages. */
  readonly what: string;
  readonly base: Lines;
  readonly a: Lines;
  readonly b: Lines;
}

/** Merges `loci.yaml` key by key, as frontmatter is; the result can be read wherever one of the sides can. */
export function mergeSettings({ path, base, a, b }: TextVersions): MergedLines {
  const versions = { base: base.lines, a: a.lines, b: b.lines };
  return mergeYaml({ path, what: "settings", ...versions }, isYaml);
}

/** True for YAML without faults, such as a key that is there twice. */
function isYaml(lines: Lines): boolean {
  try {
    findScalar(joined(lines), "");
    return true;
  } catch {
    return false; // Not YAML is an answer here.
  }
}

/**
 * Merges YAML key by key, nested keys too: lists as sets, of two new values the greater; comments and unknown lines
 * stay. Where that cannot be read, the greater one of the versions that can.
 */
export function mergeYaml(
  { path, what, base, a, b }: YamlVersions,
  isReadable: (lines: Lines) => boolean,
): MergedLines {
  const same = whole(base, a, b);
  if (same !== undefined) return { lines: same, keptBoth: [] };
  if (isReadable(a) && isReadable(b)) {
    const merged = mergeKeys(path, isReadable(base) ? base : [], a, b);
    if (isReadable(merged.lines)) return merged;
  }
  const rank = (lines: Lines): string => `${Number(isReadable(lines))}${joined(lines)}`;
  const [lines, other] = rank(a) > rank(b) ? [a, b] : [b, a];
  return { lines, keptBoth: [chosenMessage(path, what, joined(lines), joined(other))] };
}

const joined = (lines: Lines): string => lines.map(lineText).join("\n");

/** One version as it is, where nothing but the spelling of line ends has to be decided. */
function whole(base: Lines, a: Lines, b: Lines): Lines | undefined {
  const [old, one, two] = [joined(base), joined(a), joined(b)];
  if (one === two) return pick(spell(base), spell(a), spell(b)) === spell(a) ? a : b;
  if (two === old) return a;
  return one === old ? b : undefined;
}

/** A key with its lines and the comments above it. */
interface Key {
  readonly key: string;
  readonly lead: Lines;
  readonly lines: Lines;
}

function mergeKeys(
  path: string,
  ...versions: readonly [base: Lines, a: Lines, b: Lines]
): MergedLines {
  const keptBoth: string[] = [];
  const both = (one: Key, two: Key, old: Key | undefined): Key[] => {
    const comments = [old?.lead ?? [], one.lead, two.lead] as const;
    const lead = whole(...comments) ?? mergeLines(...comments);
    const value = mergeValue(path, old?.lines ?? [], one, two);
    keptBoth.push(...value.keptBoth);
    return [{ ...one, lead, lines: value.lines }];
  };
  const keeps = ({ lines }: Key, old: Key | undefined): boolean =>
    old === undefined || joined(lines) !== joined(old.lines);
  const [base, a, b] = versions.map(toKeys) as [Keys, Keys, Keys];
  const keys = mergeParts({ base, a, b }, { both, keeps });
  return { lines: keys.flatMap(([, { lead, lines }]) => [...lead, ...lines]), keptBoth };
}

type Keys = ReturnType<typeof toKeys>;

/** Ends with the comments behind the last key, as those of a key without name. */
function toKeys(lines: Lines) {
  const keys: { key: string; lead: string[]; lines: string[] }[] = [];
  const indent = indentOf(lines);
  let lead: string[] = [];
  for (const line of lines) {
    const open = keys.at(-1);
    const name = nameOf(line, indent);
    if (isAside(line)) {
      lead.push(line);
      continue;
    }
    if (name !== undefined || open === undefined) {
      keys.push({ key: name ?? lineText(line), lead, lines: [line] });
    } else open.lines.push(...lead, line);
    lead = [];
  }
  return toParts<Key>([...keys, { key: "", lead, lines: [] }], ({ key }) => key);
}

const isAside = (line: string): boolean => /^[ \t]*(?:#|$)/.test(lineText(line));

/** The white space before the first key. */
const indentOf = (lines: Lines): string =>
  /^[ \t]*/.exec(lines.find((line) => !isAside(line)) ?? "")?.[0] ?? "";

/** The name of a key that has this indent; a fence is one, too. */
function nameOf(line: string, indent: string): string | undefined {
  if (line.startsWith("---")) return "---";
  const own = line.slice(indent.length);
  if (!line.startsWith(indent) || /^(?:[\s#-]|$)/.test(own)) return undefined;
  const at = /:(?=\s|$)/.exec(own)?.index;
  return at === undefined ? undefined : own.slice(0, at).trim();
}

function mergeValue(
  path: string,
  old: Lines,
  { key, lines: a }: Key,
  { lines: b }: Key,
): MergedLines {
  const same = whole(old, a, b) ?? mergeList(key, old, a, b);
  if (same !== undefined) return { lines: same, keptBoth: [] };
  const [inOld, inA, inB] = [old.slice(1), a.slice(1), b.slice(1)];
  if (isMapping(a) && isMapping(b) && indentOf(inA) === indentOf(inB)) {
    const inside = mergeKeys(path, inOld, inA, inB);
    return { ...inside, lines: [...a.slice(0, 1), ...inside.lines] };
  }
  const [chosen, other] = isGreater(joined(a), joined(b)) ? [a, b] : [b, a];
  const isCounter = key === "updated" || key === "created";
  const message = chosenMessage(path, key, joined(chosen), joined(other));
  return { lines: chosen, keptBoth: isCounter ? [] : [message] };
}

/** `key:` with keys below it, each deeper. */
function isMapping([first = "", ...inside]: Lines): boolean {
  const indent = indentOf(inside);
  const isKey = nameOf(inside.find((line) => !isAside(line)) ?? "", indent) !== undefined;
  return /:$/.test(lineText(first)) && indent !== "" && isKey;
}

/** Of two lines `key: value`: by number where both are numbers, else by spelling, which puts later dates last. */
function isGreater(a: string, b: string): boolean {
  const [x = 0, y = 0] = [a, b].map((line) => Number(line.slice(line.indexOf(":") + 1)));
  return Number.isNaN(x - y) || x === y ? a > b : x > y;
}

/** Merges two lists of words that are written alike as a set, in order; undefined where they are not that plain. */
function mergeList(
  name: string,
  ...versions: readonly [old: Lines, a: Lines, b: Lines]
): Lines | undefined {
  const [old, a, b] = versions.map((lines) => (lines.length === 0 ? [] : readList(name, lines)));
  if (!old || !a || !b) return undefined;
  const [, [first = "", ...rowsA], [, ...rowsB]] = versions;
  const items = mergeLines(old, a, b);
  const head = first.slice(0, first.indexOf(":") + 1);
  if (rowsA.length === 0 || rowsB.length === 0) {
    return items.some((item) => item.includes(",")) ? undefined : [`${head} [${items.join(", ")}]`];
  }
  const [indent = ""] = [...rowsA, ...rowsB].map((row) => row.slice(0, row.indexOf("-"))).sort();
  return [head, ...items.map((item) => `${indent}- ${item}`)];
}

/** `[a, b]`, or an item a line; each as it is spelt. Aliases and tags may also be `a, b`. */
function readList(name: string, lines: Lines): string[] | undefined {
  const [first = "", ...rows] = lines.map(lineText);
  const value = first.slice(first.indexOf(":") + 1).trim();
  const flow =
    /^\[(.*)\]$/.exec(value)?.[1] ?? (name === "aliases" || name === "tags" ? value : undefined);
  const isBlock = rows.length > 0 && value === "";
  const items = isBlock
    ? rows.map((row) => /^[ \t]*-[ \t]+(\S.*)$/.exec(row)?.[1] ?? "{}")
    : rows.length > 0
      ? undefined
      : flow?.split(",").map((item) => item.trim());
  if (!items?.every((item) => plainItem.test(item))) return undefined;
  return [...new Set(items)].filter((item) => item !== "");
}

/** A word, or one in quotes without any comma or quote in it. */
const plainItem = /^(?:"[^"\\]*"|'[^'\\]*'|(?!.*:(?:\s|$))[^"'[\]{}#&*!|>%@`]*)$/;
