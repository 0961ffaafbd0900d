import { plainText } from "../search/plain-text.ts";

/** The words of a line of Markdown without its marks; cut at a word where they are longer than `most`. */
export function labelOf(markdown: string, most: number): string {
  const words = plainText(markdown.slice(0, most * 10));
  if (words.length <= most) return words;
  const head = words.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "");
  const space = head.lastIndexOf(" ");
  return `${(space > most / 2 ? head.slice(0, space) : head).trimEnd()}…`;
}
