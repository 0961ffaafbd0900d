import type { MergedFile } from "./merge-file.ts";
import { mergeKeyed } from "./merge-keyed.ts";
import type { TextVersions } from "./merge-markdown.ts";
import { chosenMessage, wholeFileMessage } from "./merge-messages.ts";
import { isYaml } from "./merge-plain.ts";
import { isGreaterValue, pick } from "./pick.ts";
import { lineText, mergeStyle, type TextVersion, writeText } from "./text-version.ts";

/** Merges `loci.yaml` key by key; where that gives no sound YAML, the greater version is taken whole. */
export function mergeSettings(
  { path, bases, baseStyle, a, b }: TextVersions,
  bytes: { readonly a: Uint8Array; readonly b: Uint8Array },
): MergedFile {
  if (a === undefined || b === undefined) {
    return { bytes: a === undefined ? bytes.b : bytes.a, keptBoth: [] };
  }
  const keptBoth: string[] = [];
  const both = (one: Row, two: Row, old: Row | undefined): Row => {
    const line = pick(old?.line, one.line, two.line, isGreaterValue);
    const [chosen, other] = line === one.line ? [one, two] : [two, one];
    const isClash = chosen.words !== other.words && other.words !== old?.words;
    if (isClash) keptBoth.push(chosenMessage(path, chosen.name, chosen.words, other.words));
    return chosen;
  };
  const base = bases.length === 1 ? bases.flatMap(toRows) : [];
  const rows = mergeKeyed(
    { base, a: toRows(a), b: toRows(b) },
    { both, isEdited: (row, old) => row.words !== old.words },
  );
  if (isYaml(rows.map(({ words }) => words).join("\n"))) {
    const lines = rows.map(({ line }) => line);
    return { bytes: writeText(lines, mergeStyle(baseStyle, a.style, b.style)), keptBoth };
  }
  const isGreaterA = a.text > b.text;
  const isSoundA = isYaml(a.text);
  const isA = isSoundA === isYaml(b.text) ? isGreaterA : isSoundA;
  return { bytes: isA ? bytes.a : bytes.b, keptBoth: [wholeFileMessage(path)] };
}

interface Row {
  /** The keys above it, and its own; of other lines all they say. */
  readonly key: string;
  readonly name: string;
  readonly words: string;
  readonly line: string;
}

function toRows({ lines }: TextVersion): Row[] {
  const open: { readonly indent: number; readonly name: string }[] = [];
  return lines.map((line) => {
    const words = lineText(line);
    const own = words.trimStart();
    const indent = words.length - own.length;
    const isAside = own === "" || own.startsWith("#");
    while (!isAside && (open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const at = isAside || own.startsWith("-") ? -1 : (/:(?=\s|$)/.exec(own)?.index ?? -1);
    const name = at < 0 ? own : own.slice(0, at + 1);
    const key = [...open.map((above) => above.name), name].join("\0");
    if (!isAside) open.push({ indent, name });
    return { key, name: name.replace(/:$/, ""), words, line };
  });
}
