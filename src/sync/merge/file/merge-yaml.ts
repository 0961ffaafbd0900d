import { isYaml } from "../../../vault/topic/yaml.ts";
import { type Lines, lineText, mergeLines, mergeParts, toParts } from "./merge-parts.ts";
import { excerpt, joined, type MergedLines, type TextVersions, whole } from "./text-version.ts";

/** Merges `loci.yaml` key by key, as frontmatter is; the result can be read wherever one of the sides can. */
export function mergeSettings({ path, base, a, b }: TextVersions): MergedLines {
  return mergeYaml(path, [base.lines, a.lines, b.lines], (lines) => isYaml(joined(lines)));
}

/**
 * Merges YAML key by key, nested keys too: lists as sets, of two new values the greater; comments and unknown lines
 * stay. Where that cannot be read, the greater one of the versions that can.
 */
export function mergeYaml(
  path: string,
  [base, a, b]: readonly [base: Lines, a: Lines, b: Lines],
  isReadable: (lines: Lines) => boolean,
): MergedLines {
  const same = whole(base, a, b);
  if (same !== undefined) return { lines: same, keptBoth: [] };
  if (isReadable(a) && isReadable(b)) {
    const merged = mergeKeys(path, isReadable(base) ? base : [], a, b);
    if (isReadable(merged.lines)) return merged;
  }
  const rank = (lines: Lines): string => `${Number(isReadable(lines))}${joined(lines)}`;
  const what = path === "loci.yaml" ? "settings" : "frontmatter";
  return rank(a) > rank(b) ? choose(path, what, a, b) : choose(path, what, b, a);
}

function choose(path: string, what: string, chosen: Lines, other: Lines): MergedLines {
  const [kept, left] = [chosen, other].map((lines) => `"${excerpt(joined(lines))}"`);
  const message = `${path}: "${what}" was changed on two devices; kept is ${kept}, not ${left}`;
  return { lines: chosen, keptBoth: [message] };
}

/** A key, or an item of a list, with its lines and the comments above it. */
interface Key {
  readonly key: string;
  readonly lead: Lines;
  readonly lines: Lines;
}

function mergeKeys(path: string, ...versions: readonly [base: Lines, a: Lines, b: Lines]) {
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

/** What stands before the first key, with the mark of a list. */
const indentOf = (lines: Lines): string =>
  /^[ \t]*(?:- )?/.exec(lines.find((line) => !isAside(line)) ?? "")?.[0] ?? "";

/** The name of a key that has this indent; a fence is one, too, and an item of a list all that it says. */
function nameOf(line: string, indent: string): string | undefined {
  if (line.startsWith("---")) return "---";
  const own = line.slice(indent.length);
  if (!line.startsWith(indent)) return undefined;
  if (indent.endsWith("- ")) return own.trim();
  const at = /^[\s#-]/.test(own) ? undefined : /:(?=\s|$)/.exec(own)?.index;
  return at === undefined ? undefined : own.slice(0, at).trim();
}

function mergeValue(path: string, old: Lines, { key, lines: a }: Key, { lines: b }: Key) {
  const same = whole(old, a, b) ?? mergeWords(key, old, a, b);
  if (same !== undefined) return { lines: same, keptBoth: [] };
  const [inOld, inA, inB] = [old.slice(1), a.slice(1), b.slice(1)];
  if (isNest(a) && isNest(b) && indentOf(inA) === indentOf(inB)) {
    const inside = mergeKeys(path, inOld, inA, inB);
    return { ...inside, lines: [...a.slice(0, 1), ...inside.lines] };
  }
  const merged = isGreater(a, b) ? choose(path, key, a, b) : choose(path, key, b, a);
  return key === "updated" || key === "created" ? { ...merged, keptBoth: [] } : merged;
}

/** `key:` with keys or items below it. */
function isNest([first = "", ...inside]: Lines): boolean {
  const indent = indentOf(inside);
  const isKey = nameOf(inside.find((line) => !isAside(line)) ?? "", indent) !== undefined;
  return /:$/.test(lineText(first)) && indent !== "" && isKey;
}

/** Of two values: by number where both are numbers, else by spelling, which puts later dates last. */
function isGreater(a: Lines, b: Lines): boolean {
  const [x, y] = [Number(valueIn(a)), Number(valueIn(b))];
  return Number.isNaN(x - y) || x === y ? joined(a) > joined(b) : x > y;
}

/** What stands behind the colon in the first line. */
const valueIn = ([first = ""]: Lines): string => first.slice(first.indexOf(":") + 1).trim();

/** Merges lists of words in one line as sets, in order; undefined where they are not that plain. */
function mergeWords(name: string, ...versions: readonly [Lines, Lines, Lines]): Lines | undefined {
  const [old, a, b] = versions.map((lines) => readWords(name, lines));
  if (!old || !a || !b) return undefined;
  const [first = ""] = versions[1];
  return [`${first.slice(0, first.indexOf(":"))}: [${mergeLines(old, a, b).join(", ")}]`];
}

/** `[a, b]`, each as it is spelt. Aliases and tags may also be `a, b`. */
function readWords(name: string, lines: Lines): string[] | undefined {
  const value = valueIn(lines);
  const isBare = lines.length === 0 || name === "aliases" || name === "tags";
  const inside = /^\[(.*)\]$/.exec(value)?.[1] ?? (isBare ? value : undefined);
  const words = inside?.split(",").map((word) => word.trim());
  if (lines.length > 1 || !words?.every((word) => plainWord.test(word))) return undefined;
  return [...new Set(words)].filter((word) => word !== "");
}

/** A word, or one in quotes without any comma or quote in it. */
const plainWord = /^(?:"[^"\\]*"|'[^'\\]*'|(?!.*:(?:\s|$))[^"'[\]{}#&*!|>%@`]*)$/;
