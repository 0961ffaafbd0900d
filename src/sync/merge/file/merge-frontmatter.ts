import { readFrontmatter } from "../../../vault/frontmatter.ts";
import { mergeList } from "./merge-list.ts";
import { chosenMessage } from "./merge-messages.ts";
import { mergeOrder, toIds } from "./merge-order.ts";
import { isGreaterValue, pick } from "./pick.ts";
import { lineText, spell } from "./text-version.ts";

export interface FrontmatterVersions {
  readonly path: string;
  /** With both fences; empty where there is none; undefined where the file was not there. */
  readonly base: readonly string[] | undefined;
  readonly a: readonly string[];
  readonly b: readonly string[];
}

export interface MergedFrontmatter {
  readonly lines: readonly string[];
  readonly keptBoth: readonly string[];
}

/** Merges key by key: lists as sets, of two new values the greater; comments and unknown lines stay. */
export function mergeFrontmatter(versions: FrontmatterVersions): MergedFrontmatter {
  const { path, a, b } = versions;
  if (versions.base && spell(a) === spell(b) && spell(a) === spell(versions.base)) {
    return { lines: a, keptBoth: [] }; // nearly always, so that no YAML need be read
  }
  const base = versions.base !== undefined && isReadable(versions.base) ? versions.base : [];
  const same = whole(base, a, b);
  if (same !== undefined) return { lines: same, keptBoth: [] };
  const isWhole = [a, b].every((lines) => lines.length === 0 || isReadable(lines));
  if (isWhole) {
    const merged = mergeKeys(path, [base, a, b].map(toKeys));
    const fences = (at: 0 | -1) => pick(base.at(at), a.at(at) ?? "---", b.at(at) ?? "---");
    const lines = merged.lines.length === 0 ? [] : [fences(0), ...merged.lines, fences(-1)];
    if (lines.length === 0 || isReadable(lines)) return { lines, keptBoth: merged.keptBoth };
  }
  // Mixed lines would be unreadable: take the greater one of those that can be read.
  const [first = [], second = []] = [a, b].sort((x, y) => (joined(x) < joined(y) ? 1 : -1));
  const lines = isReadable(first) || !isReadable(second) ? first : second;
  const other = lines === first ? second : first;
  return { lines, keptBoth: [chosenMessage(path, "frontmatter", joined(lines), joined(other))] };
}

/** Of intersecting versions, what all say alike. */
export function commonFrontmatter(versions: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = versions;
  if (others.every((lines) => joined(lines) === joined(first))) return first;
  const keys = others.map((lines) => new Map(toKeys(lines).map((key) => [key.id, valueIn(key)])));
  const shared = toKeys(first).filter((key) =>
    keys.every((map) => map.get(key.id) === valueIn(key)),
  );
  if (shared.length === 0) return [];
  return ["---", ...shared.flatMap(({ lines }) => lines), "---"];
}

/** A key with its lines and the comments above it; ids as of `toIds`. */
interface Key {
  readonly id: string;
  readonly name: string;
  readonly lead: readonly string[];
  readonly lines: readonly string[];
}

const joined = (lines: readonly string[]): string => lines.map(lineText).join("\n");
const valueIn = ({ lines }: Key): string => joined(lines);

function whole(
  base: readonly string[],
  a: readonly string[],
  b: readonly string[],
): readonly string[] | undefined {
  const [old, one, two] = [joined(base), joined(a), joined(b)];
  if (one === two) return pick(spell(base), spell(a), spell(b)) === spell(a) ? a : b;
  if (two === old) return a;
  return one === old ? b : undefined;
}

function isReadable(lines: readonly string[]): boolean {
  const { lineCount, fault } = readFrontmatter(lines.map(lineText));
  return fault === undefined && lineCount === lines.length;
}

/** Ends with the comments behind the last key, which have no name. */
function toKeys(frontmatter: readonly string[]): Key[] {
  const keys: { name: string; lead: string[]; lines: string[] }[] = [];
  let lead: string[] = [];
  for (const line of frontmatter.slice(1, -1)) {
    const name = nameOf(line);
    if (name !== undefined) {
      keys.push({ name, lead, lines: [line] });
      lead = [];
    } else if (/^[ \t]*(?:#|$)/.test(lineText(line))) lead.push(line);
    else {
      const open = keys.at(-1);
      if (open === undefined) keys.push({ name: lineText(line), lead, lines: [line] });
      else open.lines = [...open.lines, ...lead, line];
      lead = [];
    }
  }
  if (lead.length > 0) keys.push({ name: "", lead, lines: [] });
  const ids = toIds(keys.map(({ name }) => name));
  return keys.map((key, i) => ({ ...key, id: ids[i] ?? "" }));
}

function nameOf(line: string): string | undefined {
  if (/^(?:[\s#-]|$)/.test(line)) return undefined;
  const at = /:(?=\s|$)/.exec(line)?.index;
  return at === undefined ? undefined : line.slice(0, at).trim();
}

function mergeKeys(path: string, versions: readonly (readonly Key[])[]): MergedFrontmatter {
  const [base = [], a = [], b = []] = versions;
  const [inBase, inA, inB] = [base, a, b].map((keys) => new Map(keys.map((key) => [key.id, key])));
  const keptBoth: string[] = [];
  const isNew = (key: Key | undefined, old: Key | undefined): boolean =>
    key !== undefined && (old === undefined || valueIn(key) !== valueIn(old));
  const order = mergeOrder(
    { base: base.map(({ id }) => id), a: a.map(({ id }) => id), b: b.map(({ id }) => id) },
    { keeps: (id, side) => isNew((side === "a" ? inA : inB)?.get(id), inBase?.get(id)) },
  );
  const last = toIds([""])[0] ?? "";
  const lines = [
    ...order.filter((id) => id !== last),
    ...order.filter((id) => id === last),
  ].flatMap((id) => {
    const [old, one, two] = [inBase?.get(id), inA?.get(id), inB?.get(id)];
    if (one === undefined || two === undefined)
      return [...((one ?? two)?.lead ?? []), ...((one ?? two)?.lines ?? [])];
    const lead = mergeLead(old?.lead, one.lead, two.lead);
    const value = mergeValue(old, one, two);
    if (value.other !== undefined)
      keptBoth.push(chosenMessage(path, one.name, joined(value.lines), value.other));
    return [...lead, ...value.lines];
  });
  return { lines, keptBoth };
}

/** Comments line by line. */
function mergeLead(
  base: readonly string[] = [],
  a: readonly string[],
  b: readonly string[],
): readonly string[] {
  const same = whole(base, a, b);
  if (same !== undefined) return same;
  const [old, one, two] = [base, a, b].map(toIds);
  return mergeOrder({ base: old ?? [], a: one ?? [], b: two ?? [] }).map((id) =>
    id.slice(id.indexOf("=") + 1),
  );
}

interface Value {
  readonly lines: readonly string[];
  /** The value that was not taken, where that is worth reporting. */
  readonly other?: string;
}

function mergeValue(old: Key | undefined, one: Key, two: Key): Value {
  const same = whole(old?.lines ?? [], one.lines, two.lines);
  if (same !== undefined) return { lines: same };
  const isList = one.name === "aliases" || one.name === "tags";
  const list = isList ? mergeList(one.name, [old?.lines ?? [], one.lines, two.lines]) : undefined;
  if (list !== undefined) return { lines: list };
  const [greater, other] = isGreaterValue(valueIn(one), valueIn(two)) ? [one, two] : [two, one];
  const isCounter = one.name === "updated" || one.name === "created";
  return { lines: greater.lines, ...(isCounter ? {} : { other: valueIn(other) }) };
}
