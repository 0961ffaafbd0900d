import { scanLines } from "../../src/vault/markdown/scan-lines.ts";
import { endsInNewline, splitLines } from "../../src/vault/split-lines.ts";
import { codeIn } from "../../src/vault/topic/inline-code.ts";
import { tagsOf } from "../../src/vault/topic/inline-tags.ts";
import { stretchesOf } from "./document-links.ts";

/** The `#tags` that stand in the words of a text without frontmatter, outside code and HTML. */
export function proseTags(text: string): string[] {
  if (!/(?:^|\s)#[^\s#]/.test(text)) return [];
  const lines = splitLines(text);
  return scanLines(lines, endsInNewline(text))
    .flatMap(stretchesOf)
    .flatMap(({ line, endLine }) => {
      const own = lines.slice(line - 1, endLine);
      return own.some((words) => words.includes("#")) ? tagsOf(withoutCode(own)) : [];
    });
}

function withoutCode(lines: readonly string[]): string {
  const text = lines.join("\n");
  let plain = "";
  let from = 0;
  for (const span of codeIn(lines)) {
    plain += `${text.slice(from, span.from)}\``;
    from = span.to;
  }
  return plain + text.slice(from);
}

/** A tag and those that it stands under: `a/b/c`, `a/b` and `a`, the widest first. */
export function withParents(tag: string): string[] {
  const names = tag.split("/").filter((name) => name !== "");
  return names.map((_, i) => names.slice(0, i + 1).join("/"));
}
