import { codeIn } from "../../src/vault/inline-code.ts";
import { readTopic } from "../../src/vault/read-topic.ts";
import { stretchesOf } from "./document-links.ts";
import { findLinks, type WrittenLink } from "./links.ts";
import { plainWords } from "./site-links.ts";

/**
 * Turns links to what is not shown into plain words, so that the public does not learn what else there is. Pure; lines
 * count as before.
 */
export function unlink(text: string, leadsNowhere: (link: WrittenLink) => boolean): string {
  if (!text.includes("[[") && !text.includes("](")) return text;
  const { blocks, lines } = readTopic(text);
  const kept = [...lines];
  for (const { line, endLine } of blocks.flatMap(stretchesOf)) {
    const own = kept.slice(line - 1, endLine);
    const plain = unlinkOnce(unlinkOnce(own, leadsNowhere), leadsNowhere);
    for (const [i, words] of plain.entries()) kept[line - 1 + i] = words;
  }
  return `${kept.join("\n")}\n`;
}

/** Links may stand in the words of links: what is left of one is looked at again. */
function unlinkOnce(
  lines: readonly string[],
  leadsNowhere: (link: WrittenLink) => boolean,
): string[] {
  const text = lines.join("\n");
  let plain = "";
  let from = 0;
  for (const link of findLinks(text, codeIn(lines))) {
    if (link.from < from || link.target === "" || !leadsNowhere(link)) continue;
    const breaks = text.slice(link.from, link.to).split("\n").length - 1;
    const words = plainWords(link);
    const missing = Math.max(0, breaks - (words.split("\n").length - 1));
    plain += text.slice(from, link.from) + words + "\n".repeat(missing);
    from = link.to;
  }
  return (plain + text.slice(from)).split("\n");
}
