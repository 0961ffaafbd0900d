import { inAll, mergeKeyed } from "./merge-keyed.ts";
import { chosenMessage } from "./merge-messages.ts";
import { mergeLines } from "./merge-order.ts";
import { isGreaterValue, pick } from "./pick.ts";
import { lineText, spell } from "./text-version.ts";

type Lines = readonly string[];

/** Lines of YAML in three versions; empty where a version has none. */
export interface YamlVersions {
  readonly path: string;
  /** What the lines are, for messages. */
  readonly what: string;
  readonly base: Lines;
  readonly a: Lines;
  readonly b: Lines;
}

export interface MergedYaml {
  readonly lines: Lines;
  readonly keptBoth: readonly string[];
}

/**
 * Merges YAML key by key, nested keys too: lists as sets, of two new values the greater; comments and unknown lines
 * stay. Where that cannot be read, the greater one of the versions that can.
 */
export function mergeYaml(
  { path, what, base, a, b }: YamlVersions,
  isReadable: (lines: Lines) => boolean,
): MergedYaml {
  const same = whole(base, a, b);
  if (same !== undefined) return { lines: same, keptBoth: [] };
  if (isReadable(a) && isReadable(b)) {
    const merged = mergeKeys(path, isReadable(base) ? base : [], a, b);
    if (isReadable(merged.lines)) return merged;
  }
  const [first = [], second = []] = [a, b].sort((x, y) => (joined(x) < joined(y) ? 1 : -1));
  const [lines, other] =
    isReadable(first) || !isReadable(second) ? [first, second] : [second, first];
  return { lines, keptBoth: [chosenMessage(path, what, joined(lines), joined(other))] };
}

/** Of intersecting versions, what all say alike. */
export function commonYaml(versions: readonly Lines[]): Lines {
  const [first = [], ...others] = versions;
  if (others.every((lines) => joined(lines) === joined(first))) return first;
  const keys = versions.map((lines) =>
    toKeys(lines).map((key) => ({ ...key, key: joined(key.lines) })),
  );
  return inAll(keys).flatMap(({ lines }) => lines);
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

function mergeKeys(path: string, base: Lines, a: Lines, b: Lines): MergedYaml {
  const keptBoth: string[] = [];
  const both = (one: Key, two: Key, old: Key | undefined): Key => {
    const comments = [old?.lead ?? [], one.lead, two.lead] as const;
    const lead = whole(...comments) ?? mergeLines(...comments);
    const value = mergeValue(path, old?.lines ?? [], one, two);
    keptBoth.push(...value.keptBoth);
    return { ...one, lead, lines: value.lines };
  };
  const isEdited = ({ lines }: Key, old: Key): boolean => joined(lines) !== joined(old.lines);
  const keys = { base: toKeys(base), a: toKeys(a), b: toKeys(b) };
  const lines = mergeKeyed(keys, { both, isEdited }).flatMap((key) => [...key.lead, ...key.lines]);
  return { lines, keptBoth };
}

/** Ends with the comments behind the last key, as those of a key without name. */
function toKeys(lines: Lines): Key[] {
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
  return [...keys, { key: "", lead, lines: [] }];
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
): MergedYaml {
  const same = whole(old, a, b) ?? mergeList(key, old, a, b);
  if (same !== undefined) return { lines: same, keptBoth: [] };
  const [inOld, inA, inB] = [old, a, b].map((lines) => lines.slice(1));
  if (inA && inB && isMapping(a) && isMapping(b) && indentOf(inA) === indentOf(inB)) {
    const inside = mergeKeys(path, inOld ?? [], inA, inB);
    return { ...inside, lines: [...a.slice(0, 1), ...inside.lines] };
  }
  const [chosen, other] = isGreaterValue(joined(a), joined(b)) ? [a, b] : [b, a];
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

/** Merges a list of words as a set, in order; undefined where it is not that plain. */
function mergeList(name: string, old: Lines, a: Lines, b: Lines): Lines | undefined {
  const lists = [old, a, b].map((lines) => (lines.length === 0 ? [] : readList(name, lines)));
  const [base, one, two] = lists.map((items) => items && [...new Set(items)]);
  if (base === undefined || one === undefined || two === undefined) return undefined;
  const items = mergeLines(base, one, two);
  const isSame = (list: Lines): boolean => list.join("\n") === items.join("\n");
  const known = [...(isSame(one) ? [a] : []), ...(isSame(two) ? [b] : [])];
  if (known.length > 0) return known.sort((x, y) => (joined(x) < joined(y) ? 1 : -1))[0];
  const [item = ""] = [a[1] ?? "", b[1] ?? ""].sort();
  const head = (a[0] ?? "").slice(0, (a[0] ?? "").indexOf(":") + 1);
  if (a.length === 1 || b.length === 1) return [`${head} [${items.map(quoted).join(", ")}]`];
  return [head, ...items.map((words) => `${item.slice(0, item.indexOf("-"))}- ${words}`)];
}

/** `[a, b]`, or an item a line; each as it is spelt. Aliases and tags may also be `a, b`. */
function readList(name: string, lines: Lines): string[] | undefined {
  const [first = "", ...rest] = lines.map(lineText);
  const value = first.slice(first.indexOf(":") + 1).trim();
  const isFlow = value.startsWith("[") && value.endsWith("]");
  const isBare = name === "aliases" || name === "tags";
  if (rest.length > 0 ? value !== "" : !isFlow && !isBare) return undefined;
  const inner = isFlow ? value.slice(1, -1) : value;
  const items =
    rest.length > 0
      ? rest.map((line) => /^[ \t]*-[ \t]+(\S.*)$/.exec(line)?.[1] ?? "{}")
      : inner.split(",").map((item) => item.trim());
  return items.every(isPlain) ? items.filter((item) => item !== "") : undefined;
}

/** A word, or one in quotes without any comma or quote in it. */
const isPlain = (item: string): boolean =>
  /^(?:"[^"\\]*"|'[^'\\]*'|(?!.*:(?:\s|$))[^"'[\]{}#&*!|>%@`]*)$/.test(item);

const quoted = (item: string): string =>
  /^["']/.test(item) || !/[,:]/.test(item) ? item : JSON.stringify(item);
