import { markText } from "./secret-marks.ts";
import { type ReadYaml, readPlainYaml, readYaml, type YamlFault, type YamlValues } from "./yaml.ts";

/** The frontmatter block of a file: what it says, or why it cannot be read. */
export interface FrontmatterBlock {
  /** Lines of the block with its two fences; 0 when the file has none. */
  readonly lineCount: number;
  readonly values: YamlValues;
  /** What is wrong, and on which line of the file. */
  readonly fault: YamlFault | undefined;
}

/** YAML, and what other readers of frontmatter would read or run. */
const languages = /^(?:(?:ya?ml)?|js(?:on)?|javascript|coffee(?:script)?|cson|toml)$/i;
const none: FrontmatterBlock = { lineCount: 0, values: {}, fault: undefined };
/** Bytes of YAML that are read at most. */
const maxBytes = 16_384;

/** Reads the frontmatter at the top of a file's lines. */
export function readFrontmatter(lines: readonly string[]): FrontmatterBlock {
  const first = lines[0] ?? "";
  const language = first.slice(3).trim();
  if (!first.startsWith("---") || !languages.test(language)) return none;
  const close = lines.findIndex((line, i) => i > 0 && /^---[ \t]*$/.test(line));
  if (close < 0) return none;
  const inside = lines.slice(1, close);
  const { values, fault } = readBlock(language, inside);
  // A text between two thematic breaks, or a list: that is Markdown.
  if (values === undefined && fault === undefined) return none;
  return { lineCount: close + 1, values: values ?? {}, fault };
}

function readBlock(language: string, lines: readonly string[]): ReadYaml {
  const fault = (line: number, reason: string): ReadYaml => ({ fault: { line, reason } });
  if (!/^(?:ya?ml)?$/i.test(language)) {
    return fault(1, `"---${language}" is not read, frontmatter is YAML and nothing else`);
  }
  const yaml = lines.join("\n");
  if (Buffer.byteLength(yaml) > maxBytes) {
    return fault(1, `it is longer than ${maxBytes / 1024} KB`);
  }
  const values = readPlainYaml(lines);
  if (values !== undefined) return { values };
  // Other readers of frontmatter would stop at such a line.
  const fence = lines.findIndex((line) => line.startsWith("---"));
  return fence < 0 ? readYaml(yaml) : fault(fence + 2, 'a line in it starts with "---"');
}

/** Known frontmatter keys; every other key stays in the file untouched. */
export type Frontmatter = Readonly<ReturnType<typeof toFrontmatter>>;

/** The keys that Loci knows, read leniently. */
export function toFrontmatter(values: YamlValues) {
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

/** A key of a note's own, with what it says. */
export type Property = ReturnType<typeof propertiesIn>[number];

/** What frontmatter has beside what Loci knows of it. */
export function propertiesIn(values: YamlValues) {
  return Object.entries(values).flatMap(([name, value]) => {
    const said = [value].flat().filter((word) => word.trim() !== "");
    return knownNames.has(name.toLowerCase()) || said.length === 0 ? [] : [{ name, values: said }];
  });
}

/** What Loci reads itself, and what only programs read. */
const knownNames: ReadonlySet<string> = new Set([
  ...Object.keys(toFrontmatter({})),
  ...["tag", "alias", "cssclass", "cssclasses", "permalink", "private", "publish"],
]);

function words(value: string | readonly string[] | undefined, separator: RegExp): string[] {
  const list = typeof value === "string" ? value.split(separator) : (value ?? []);
  return list.map((word) => word.trim()).filter((word) => word !== "");
}

/** A file's lines, and what was read of them. */
type FileTop = { readonly lines: readonly string[]; readonly frontmatter: FrontmatterBlock };

/**
 * What frontmatter says by each key, in lower case, as YAML reads it and as anyone would by eye: what YAML cannot read
 * hides as well as any.
 */
export function frontmatterWords(read: FileTop): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (key: string, value: string): void => {
    const words = found.get(key.toLowerCase()) ?? [];
    for (const word of wordsOf(value)) words.push(word);
    found.set(key.toLowerCase(), words);
  };
  const { values, fault } = read.frontmatter;
  for (const [key, value] of Object.entries(values)) add(markText(key), [value].flat().join("\n"));
  const [, ...byEye] = markText(topLines(read).join("\n")).split(keyName);
  for (let i = 0; i < byEye.length; i += 2) add(byEye[i] ?? "", byEye[i + 1] ?? "");
  if (fault !== undefined && found.has("sensitivity")) add("sensitivity", "secret");
  return found;
}

/** True where the frontmatter of a file says that all of the file is secret. */
export const claimsSecret = (wordsByKey: ReadonlyMap<string, readonly string[]>): boolean =>
  wordsByKey.get("sensitivity")?.some((word) => /\bsecret\b/.test(word)) ?? false;

/** A key of YAML or TOML, in a line of its own or between braces. */
const keyName = /(?<![\p{L}\p{N}_-])["'*]{0,3}([A-Za-z]+)["'*]{0,3}[ \t]{0,9}[:=]/u;

const wordsOf = (value: string): string[] =>
  value
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}_/ -]+/u)
    .map((word) => word.replace(/^[- ]+/, "").trim())
    .filter((word) => word !== "");

/** The block at the top; also one that was not closed, or is not YAML, down to the first blank line. */
function topLines({ lines, frontmatter }: FileTop) {
  if (frontmatter.lineCount > 0) return lines.slice(1, frontmatter.lineCount);
  const first = lines.findIndex((line) => line.trim() !== "");
  if (!/^\s*(?:---|\+\+\+|;;;|\{)/.test(lines[first] ?? "")) return [];
  const end = lines.findIndex((line, i) => i > first && line.trim() === "");
  return lines.slice(first, end < 0 ? first + 100 : Math.min(end, first + 100));
}
