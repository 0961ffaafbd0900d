import { commentedLines } from "./comments.ts";
import { claimsSecret, frontmatterWords } from "./frontmatter-words.ts";
import { hideBlocks } from "./hidden-lines.ts";
import type { ReadTopic } from "./read-topic.ts";
import { isBareSecretMark, isMarkedSecret, markText } from "./secret-marks.ts";

/** What of a file is for this device and its network alone. */
export interface Secrets {
  /** All of the file is. */
  readonly isWhole: boolean;
  /** Lines (from 1) that are. */
  readonly lines: ReadonlySet<number>;
}

/**
 * Finds what is secret in a file: what is marked so, and comments of whole blocks, which no reader shows. In doubt it
 * is secret. Pure.
 */
export const findSecrets = (read: ReadTopic): Secrets => findMarked(read, commentedLines(read));

/** Lines, blocks and sections that are marked as secret, and all of a file whose frontmatter says so. Pure. */
export function findMarked(read: ReadTopic, lines: Set<number> = new Set()): Secrets {
  const isMentioned = read.lines.some((line) => /sensitivity/i.test(markText(line)));
  if (lines.size === 0 && !isMentioned) return { isWhole: false, lines };
  const hasContent = hideBlocks(read, { isMarked: isMarkedSecret }, lines);
  const isWhole =
    claimsSecret(frontmatterWords(read)) ||
    (lines.size > 0 && !hasContent) ||
    read.parts.some(
      ({ type, line, endLine }) =>
        type === "paragraph" && isBareSecretMark(read.lines.slice(line - 1, endLine)),
    );
  return { isWhole, lines };
}

/** True for a part of a file that holds something secret. */
export function isSecret(
  { line, endLine }: { readonly line: number; readonly endLine: number },
  { secrets }: { readonly secrets: Secrets },
): boolean {
  if (secrets.isWhole || secrets.lines.size === 0) return secrets.isWhole;
  for (let at = line; at <= endLine; at++) if (secrets.lines.has(at)) return true;
  return false;
}
