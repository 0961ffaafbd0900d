import type { Span } from "./span.ts";

/** E-mail addresses. */
export function findEmails(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const span = addressAround(text, at);
    if (span !== null) spans.push(span);
  }
  return spans;
}

const longestName = 64;
const longestDomain = 120;

function addressAround(text: string, at: number): Span | null {
  let start = at;
  while (
    start > 0 &&
    at - start < longestName &&
    /[\p{L}\p{N}._%+'-]/u.test(text[start - 1] ?? "")
  ) {
    start--;
  }
  while (start < at && /[.'%+-]/.test(text[start] ?? "")) start++;
  const name = text.slice(start, at);
  const domain = domainPattern.exec(text.slice(at + 1, at + 1 + longestDomain))?.[0];
  if (name === "" || name === "git" || domain === undefined) return null;
  return fileEnding.test(domain) ? null : { start, end: at + 1 + domain.length };
}

const domainPattern = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,6}\p{L}{2,20}(?![\p{L}\p{N}])/u;

/** "icon@2x.png" */
const fileEnding = /\.(?:png|jpe?g|gif|svg|webp)$/i;
