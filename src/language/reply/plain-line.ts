/** One line without what could steer a terminal or turn the direction of writing. */
export function plainLine(text: string): string {
  return text
    .replace(/[\s\u0085\u2028\u2029]+/gu, " ")
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, "")
    .trim();
}

/** The same without the markup of quotes, callouts, code, tables, links and emphasis; '' where nothing is left. */
export function plainWords(text: string): string {
  if (!markup.test(text)) return plainLine(text);
  const line = withoutLinks(plainLine(text.replace(quoteOrFence, "")));
  if (!line.startsWith("|") && !/\| ?:?-{2,}/.test(line)) return line;
  const cells = line.split("|").map((cell) => cell.trim());
  return cells.filter((cell) => /[\p{L}\p{N}]/u.test(cell)).join(", ");
}

/** None of it is in most lines, and the patterns below take a short command milliseconds to compile. */
const markup = /[>[`~|*_=]/;

/** At the beginning of a line: "> [!note]- "; or the whole line that opens or closes a block of code. */
const quoteOrFence = /^[ \t]*(?:>[> \t]*)?(?:\[![^\]\n]*\][+-]?|(?:`{3,}[^`\n]*|~{3,}[^\n]*)$)?/gmu;

/** `[[Marta|my sister]]` and `[Marta](marta.md)` as they are read; of an image, what it shows in words. */
const withoutLinks = (line: string): string =>
  line
    .replace(/ ?!\[\[[^[\]]{0,400}\]\]/gu, "")
    .replace(/ ?!\[[^[\]\p{L}]*(?:[^[\]]{0,200}\d[^[\]]{0,200})?\]\([^()\s]{0,500}\)/gu, "")
    .replace(/\[\[([^[\]|]{0,200})(?:\|([^[\]|]{0,200}))?\]\]/gu, (_, page, shown) => shown ?? page)
    .replace(/!?\[([^[\]]{0,200})\]\([^()\s]{0,500}\)/gu, "$1")
    .replace(/\*\*|(?<![\p{L}\p{N}`])(?:__|==(?=\S))|(?:__|(?<=\S)==)(?![\p{L}\p{N}`])/gu, "")
    .replace(/(?<![\p{L}\p{N}*`])\*(?=\S)([^*]{1,200})(?<=\S)\*(?![\p{L}\p{N}*`])/gu, "$1")
    .replace(/(?<![\p{L}\p{N}_`])_(?=\S)([^_]{1,200})(?<=\S)_(?![\p{L}\p{N}_`])/gu, "$1")
    .replaceAll("`", "")
    .trim();
