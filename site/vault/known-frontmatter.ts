import { type FrontmatterBlock, toFrontmatter } from "../../src/vault/frontmatter.ts";
import { createMentionMatcher } from "../../src/vault/mention-matcher.ts";
import type { Entry, Frontmatter } from "../../src/vault/topic.ts";

/**
 * Frontmatter that says what Loci knows of it and nothing else, in as many lines as the block has: other keys and
 * comments may say anything. A summary that reveals a hidden entry is left out.
 */
export function knownFrontmatter(block: FrontmatterBlock, hidden: readonly Entry[]): string[] {
  const known = toFrontmatter(block.values);
  const isRevealing =
    known.summary !== undefined &&
    createMentionMatcher(hidden.map(({ text }) => text)).reveals(known.summary);
  return frontmatterLines(isRevealing ? { ...known, summary: undefined } : known, block.lineCount);
}

/** Writes frontmatter into `lineCount` lines, fences included; none where there is nothing to say. */
export function frontmatterLines(frontmatter: Frontmatter, lineCount: number): string[] {
  const values = Object.entries(frontmatter).filter(([, value]) => value?.length > 0);
  if (values.length === 0 || lineCount < 3) return [];
  const lines = values.map(([key, value]) => `${key}: ${toYaml(value)}`);
  const fits = lines.length <= lineCount - 2;
  const body = fits ? lines : [JSON.stringify(Object.fromEntries(values))];
  const rest = Array.from({ length: lineCount - 2 - body.length }, () => "");
  return ["---", ...body, ...rest, "---"];
}

/** As the quick reader of frontmatter takes it, where it does; JSON is YAML. */
function toYaml(value: string | readonly string[]): string {
  if (typeof value === "string")
    return plainWords.test(value) && !isYamlWord(value) ? value : JSON.stringify(value);
  const isPlain = value.every((word) => plainWords.test(word) && !isYamlWord(word));
  return isPlain ? `[${value.join(", ")}]` : JSON.stringify(value);
}

const plainWords = /^[\p{L}\p{N}][\p{L}\p{N}_-]*(?: [\p{L}\p{N}_-]+)*$/u;
const isYamlWord = (word: string): boolean => /^(?:null|true|false)$/i.test(word);
