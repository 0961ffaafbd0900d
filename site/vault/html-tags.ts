/** A tag as raw HTML has it. */
export interface Tag {
  /** In lower case. */
  readonly name: string;
  readonly isEnd: boolean;
  /** `<br/>`. */
  readonly isClosed: boolean;
  /** By name in lower case, entities as written; the first of a name counts. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Reads one tag, from `<` to `>`; undefined for anything else: comments too, and a value with `<` in it. */
export function readTag(written: string): Tag | undefined {
  const match = written.length > maxLength ? null : tag.exec(written);
  if (match === null) return undefined;
  const [, slash = "", name = "", inner = "", closed = ""] = match;
  const attributes = new Map<string, string>();
  for (const [, key = "", double, single, bare = ""] of inner.matchAll(attribute)) {
    const known = key.toLowerCase();
    if (!attributes.has(known)) attributes.set(known, double ?? single ?? bare);
  }
  return { name: name.toLowerCase(), isEnd: slash !== "", isClosed: closed !== "", attributes };
}

/** Cuts HTML into what may be tags and the text between; joined it is as before. */
export const cutTags = (html: string): string[] =>
  html.split(/(<(?:[^<>"']|"[^"<]*"|'[^'<]*')*>)/).filter((part) => part !== "");

const maxLength = 2_000;
const value = String.raw`(?:\s*=\s*(?:"([^"<]*)"|'([^'<]*)'|([^\s"'=<>${"`"}]+)))?`;
const attribute = new RegExp(String.raw`\s([A-Za-z_:][\w:.-]*)${value}`, "g");
const tag = new RegExp(
  String.raw`^<(\/?)([A-Za-z][A-Za-z0-9]*)((?:\s+[A-Za-z_:][\w:.-]*${value.replace(/\((?!\?)/g, "(?:")})*)\s*(\/?)>$`,
);
