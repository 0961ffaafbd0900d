import { insideOf } from "../../src/vault/comments.ts";
import { codeSpans, isEscaped } from "../../src/vault/inline-tags.ts";

/** A line without the marks of its document's footnotes, for lists that do not show those; in code they stay. */
export function withoutFootnotes(text: string): string {
  if (!text.includes("[^")) return text;
  const isCode = insideOf(codeSpans(text));
  return text.replace(/\[\^[^[\]\s]+\](?![(:[])/g, (mark, at: number) =>
    isCode(at) || isEscaped(text, at) ? mark : "",
  );
}
