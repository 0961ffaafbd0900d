/** The words of a stretch of Markdown on one line, without its signs: for search, where nothing is rendered. */
export function plainText(markdown: string): string {
  return markdown
    .split("\n")
    .map(plainLine)
    .join(" ")
    .replace(/!?\[\[([^[\]|]*?)(?:\|([^[\]]*))?\]\]/g, (_, target: string, label?: string) =>
      label === undefined || label === "" ? target.replace("#", " › ") : label,
    )
    .replace(/!?\[([^[\]]*)\]\([^()\s]*(?:\s+"[^"]*")?\)/g, "$1")
    .replace(/\[\^[^[\]\s]*\]:?/g, " ")
    .replace(/\[[\p{L}\p{N}_-]+:: ?[^[\]]*\]/gu, " ")
    .replace(
      /(?<![\p{L}\p{N}])(?:\*{1,3}|_{1,3}|~~|==)(?=\S)|(?<=\S)(?:\*{1,3}|_{1,3}|~~|==)(?![\p{L}\p{N}])/gu,
      "",
    )
    .replace(/`+/g, "")
    .replace(/\p{Cc}/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Without quote signs, heading signs, list markers, fences and lines that only draw. */
function plainLine(line: string): string {
  if (/^\s*(?:```|~~~)/.test(line)) return "";
  if (/^[\s|:*_=-]+$/.test(line)) return "";
  const text = line.replace(
    /^(?:\s*>)*\s*(?:#{1,6}\s+|(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?/,
    "",
  );
  return text.startsWith("|")
    ? text.replaceAll("|", " ")
    : text.replace(/\s\^[\p{L}\p{N}-]+\s*$/u, "");
}

/** The words of a line of Markdown without its marks; cut at a word where they are longer than `most`. */
export function labelOf(markdown: string, most: number): string {
  const words = plainText(markdown.slice(0, most * 10));
  if (words.length <= most) return words;
  const head = words.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "");
  const space = head.lastIndexOf(" ");
  return `${(space > most / 2 ? head.slice(0, space) : head).trimEnd()}…`;
}
