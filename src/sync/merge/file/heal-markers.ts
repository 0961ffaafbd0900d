/** A text with another client's conflict markers, taken apart. */
export interface Conflicted {
  readonly first: string;
  readonly second: string;
  /** What stands outside the conflicts. */
  readonly outside: string;
}

type Part = "outside" | "first" | "base" | "second";

/** Which part of a text follows a marker; outside a conflict others are Markdown: an underline, a quote. */
const nextPart: Readonly<Record<string, Part>> = {
  "outside<": "first",
  "outside|": "outside",
  "outside=": "outside",
  "outside>": "outside",
  "first|": "base",
  "first=": "second",
  "base=": "second",
  "second>": "outside",
};

/**
 * The two versions that a merge by another git client left in one text. Undefined where there are no markers, or they
 * are not well formed, or stand in a fence of code.
 */
export function splitConflicts(text: string): Conflicted | undefined {
  if (!/^<{7}(?: |\r?$)/m.test(text)) return undefined;
  const parts = { outside: "", first: "", base: "", second: "" };
  let [part, fence]: [Part, string] = ["outside", ""];
  for (const line of text.split(/(?<=\n)/)) {
    const next = partBehind(part, fence === "" ? markOf(line) : "");
    if (next === undefined) return undefined;
    for (const to of next === part ? inParts[part] : []) parts[to] += line;
    fence = part === "outside" ? fenceBehind(line, fence) : "";
    part = next;
  }
  return part !== "outside" || parts.first === text ? undefined : parts;
}

const partBehind = (part: Part, mark: string): Part | undefined =>
  mark === "" ? part : nextPart[part + mark];

/** Which texts the lines of a part belong to. */
const inParts: Readonly<Record<Part, readonly Part[]>> = {
  outside: ["outside", "first", "second"],
  first: ["first"],
  base: ["base"],
  second: ["second"],
};

const markOf = (line: string): string =>
  /^(?:([<>|])\1{6}(?: .*)?|(=)={6})$/
    .exec(line.replace(/(?<![\r\n])[\r\n]+$/, ""))
    ?.slice(1)
    .find(Boolean) ?? "";

/** The fence of code that is open behind a line, "" for none. */
function fenceBehind(line: string, open: string): string {
  const words = line.trim().replace(/^(?:>|[-*+] |\d{1,9}[.)] )+[ \t]*/, "");
  const run = /^(?:`{3,}|~{3,})/.exec(words)?.[0];
  if (run === undefined) return open;
  const info = words.slice(run.length);
  if (open === "") return run.startsWith("~") || !info.includes("`") ? run : open;
  return info === "" && run.startsWith(open) ? "" : open;
}
