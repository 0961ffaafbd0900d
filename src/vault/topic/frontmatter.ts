import { readSimpleYaml, type YamlValues } from "./simple-yaml.ts";
import type { Frontmatter } from "./topic.ts";
import { readYamlBlock, YamlFault } from "./yaml-engine.ts";

/** The frontmatter block of a file: what it says, or why it cannot be read. */
export interface FrontmatterBlock {
  /** Lines of the block with its two fences; 0 when the file has none. */
  readonly lineCount: number;
  readonly values: YamlValues;
  /** What is wrong, and on which line of the file. */
  readonly fault: { readonly line: number; readonly reason: string } | undefined;
}

/** Reads the frontmatter at the top of a file's lines. */
export function readFrontmatter(lines: readonly string[]): FrontmatterBlock {
  const first = lines[0] ?? "";
  if (!first.startsWith("---")) return none;
  // Two runs of white space in one pattern would take quadratic time.
  const open = /^([A-Za-z]*)[ \t]*$/.exec(first.slice(3).replace(/^[ \t]+/, ""));
  if (open === null) return none;
  const language = (open[1] ?? "").toLowerCase();
  const close = closingFence(lines);
  if (foreign.has(language)) {
    const reason = `"---${language}" is not read, frontmatter is YAML and nothing else`;
    return {
      lineCount: close === undefined ? 0 : close + 1,
      values: {},
      fault: { line: 1, reason },
    };
  }
  if (close === undefined || !yamlNames.has(language)) return none;
  return readBlock(lines.slice(1, close));
}

/** The keys that Loci knows, read leniently. */
export function toFrontmatter(values: YamlValues): Frontmatter {
  const word = (key: string): string | undefined => {
    const value = values[key];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  };
  return {
    title: word("title"),
    summary: word("summary"),
    aliases: words(values.aliases, /,/),
    tags: words(values.tags, /[,\s]/).map((tag) => tag.replace(/^#/, "")),
    bank: word("bank"),
    created: word("created"),
    updated: word("updated"),
  };
}

/** Bytes of YAML that are read at most. */
const maxBytes = 16_384;
const none: FrontmatterBlock = { lineCount: 0, values: {}, fault: undefined };
const yamlNames = new Set(["", "yaml", "yml"]);
/** What gray-matter would run or read: all of it refused. */
const foreign = new Set("js javascript coffee coffeescript cson json toml".split(" "));

/** Index of the line that closes the block. */
function closingFence(lines: readonly string[]): number | undefined {
  for (let i = 1; i < lines.length; i++) {
    if (/^---[ \t]*$/.test(lines[i] ?? "")) return i;
  }
  return undefined;
}

function readBlock(lines: readonly string[]): FrontmatterBlock {
  const lineCount = lines.length + 2;
  const yaml = lines.join("\n");
  const size = sizeFault(yaml);
  if (size !== undefined) return { lineCount, values: {}, fault: size };
  const simple = readSimpleYaml(lines);
  if (simple !== undefined) return { lineCount, values: simple, fault: undefined };
  const fault = fenceFault(lines);
  if (fault !== undefined) return { lineCount, values: {}, fault };
  try {
    const values = readYamlBlock(yaml);
    // A text between two thematic breaks, or a list: that is Markdown.
    return values === undefined ? none : { lineCount, values, fault: undefined };
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    return { lineCount, values: {}, fault: { line: error.line, reason: error.message } };
  }
}

function sizeFault(yaml: string): FrontmatterBlock["fault"] {
  if (Buffer.byteLength(yaml) <= maxBytes) return undefined;
  return { line: 1, reason: `it is longer than ${maxBytes / 1024} KB` };
}

/** Other readers of frontmatter would stop at such a line. */
function fenceFault(lines: readonly string[]): FrontmatterBlock["fault"] {
  const at = lines.findIndex((line) => line.startsWith("---"));
  return at < 0 ? undefined : { line: at + 2, reason: 'a line in it starts with "---"' };
}

function words(value: string | readonly string[] | undefined, separator: RegExp): string[] {
  const list = typeof value === "string" ? value.split(separator) : (value ?? []);
  return list.map((word) => word.trim()).filter((word) => word !== "");
}
