import type { RootContent } from "mdast";

/** One block, or those between `<details>` (`opening`, as written) and `</details>`. */
interface Group {
  readonly line: number;
  readonly blocks: readonly RootContent[];
  readonly opening: string | undefined;
}

/** Puts what stands between `<details>` and its end together, but for what holds an entry: entries stand on their own. */
export function groupDetails(
  blocks: readonly RootContent[],
  entryLines: readonly number[],
): Group[] {
  const groups: Group[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at];
    if (block === undefined) continue;
    const end = opensDetails(block)
      ? blocks.findIndex((one, i) => i > at && isHtml(one, /^<\/?details\b/i))
      : -1;
    const last = blocks[end];
    const hasEntry = (): boolean =>
      entryLines.some((line) => line > lineOf(block) && line < lineOf(last));
    if (last === undefined || !isHtml(last, /^<\/details\s*>\s*$/i) || hasEntry()) {
      groups.push({ line: lineOf(block), blocks: [block], opening: undefined });
      continue;
    }
    const opening = block.type === "html" ? block.value : "";
    groups.push({ line: lineOf(block), blocks: blocks.slice(at + 1, end), opening });
    at = end;
  }
  return groups;
}

const lineOf = (block: RootContent | undefined): number => block?.position?.start.line ?? 0;
const isHtml = (block: RootContent, pattern: RegExp): boolean =>
  block.type === "html" && pattern.test(block.value);
const opensDetails = (block: RootContent): boolean =>
  isHtml(block, /^<details\b/i) && !isHtml(block, /<\/details/i);
