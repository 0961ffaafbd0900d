/** A line of Markdown as plain text. */
export interface PlainLine {
  readonly text: string;
  /** It is a heading or list item, which is spoken as a sentence of its own. */
  readonly isItem: boolean;
}

/** Strips a line's Markdown: links become their text, tags words; an entry's metadata is dropped. All patterns run in linear time. */
export function stripMarkdown(line: string): PlainLine {
  const body = line.replace(/^(?:[ \t]{0,40}>){1,20}/, "").trim();
  if (/^(?:[-*_=] ?){3,}$/.test(body) || /^\[[^[\]]{1,100}\]: ?\S+$/.test(body)) {
    return { text: "", isItem: false };
  }
  const marker = /^(?:#{1,6} +|[-*+•◦‣] +(?:\[[ xX/-]\] +)?|(\d{1,3})[.)] +)/.exec(body);
  const words = marker === null ? body : body.slice(marker[0].length);
  const isItem = marker !== null;
  const plain = stripLinks(stripMetadata(words, isItem));
  const number = marker?.[1];
  return { text: number === undefined || plain === "" ? plain : `${number}: ${plain}`, isItem };
}

/** Drops the metadata after an entry: fields, tags, the id, and the date in parentheses. */
function stripMetadata(text: string, isItem: boolean): string {
  const fieldless = text
    .replace(/\[[\p{L}\p{N}_ -]{1,40}::[^[\]]{0,300}\]/gu, " ")
    .replace(/\([\p{L}\p{N}_ -]{1,40}::[^()]{0,300}\)/gu, " ")
    .replace(/(?<!\S)#(?:protected|preference)\b/g, " ");
  const idless = fieldless
    .trimEnd()
    .replace(/(?:^| )\^[\w-]{1,40}$/, "")
    .trimEnd();
  const isEntry = isItem || idless !== text.trimEnd();
  return isEntry
    ? idless.replace(/ ?\(\d{4}-\d\d-\d\d\)(?=(?: #[\p{L}\p{N}_/-]{1,60}){0,8}$)/u, "")
    : idless;
}

function stripLinks(text: string): string {
  return text
    .replace(/<!--[^>]{0,500}-->/g, " ")
    .replace(/<((?:https?:\/\/|mailto:)[^<>\s]{1,500})>/gi, " $1 ")
    .replace(/<\/?[a-z][^<>]{0,300}>/gi, " ")
    .replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_, name: string) => entities.get(name) ?? " ")
    .replace(/!?\[\[([^[\]|]{1,300})(?:\|([^[\]]{0,300}))?\]\]/g, (_, target, shown) =>
      shown?.trim() ? shown : noteWords(target),
    )
    .replace(/\[\^?[\d, –-]{1,12}\]|\[\^[\w-]{1,40}\]/g, "")
    .replace(
      /!?\[([^[\]]{0,500})\]\(([^()\s]{0,1000}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?)(?: "[^"]{0,200}")?\)/g,
      (_, shown: string, target: string) => (shown.trim() === "" ? ` ${target} ` : shown),
    )
    .replace(/\]\(/g, " (")
    .replace(/~~[^~]{0,500}~~/g, " ")
    .replace(/(?<![\p{L}\p{N}&/])#(?=[\p{L}\p{N}])([\p{L}\p{N}_/-]{1,100})/gu, (_, tag: string) =>
      tag.replace(/[-_/]+/g, " "),
    );
}

/** "topics/cooking-rice#Oven" → "cooking rice, Oven" */
function noteWords(target: string): string {
  const [path = "", heading = ""] = target.split("#");
  const name = path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/\.md$/, "")
    .replace(/[-_]+/g, " ");
  return [name, heading.replace(/^\^.*$/s, "")].filter((part) => part.trim() !== "").join(", ");
}

const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["#39", "'"],
]);
