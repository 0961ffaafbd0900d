import type { FrontmatterBlock } from "./frontmatter.ts";
import { markText } from "./secret-marks.ts";

/** A file's lines, and what was read of them. */
interface FileTop {
  readonly lines: readonly string[];
  readonly frontmatter: FrontmatterBlock;
}

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
