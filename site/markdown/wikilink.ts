/** What stands between `[[` and `]]`. */
export interface Wikilink {
  readonly target: string;
  /** Behind `#`: a heading, or `^` and a block id. */
  readonly heading: string | undefined;
  readonly label: string | undefined;
}

/** Reads `target#heading|label`, with `\|` for the pipe too, as tables need it; undefined when it names nothing. */
export function parseWikilink(inner: string): Wikilink | undefined {
  const [name = "", ...labels] = inner.split(/\\?\|/);
  const hash = name.indexOf("#");
  const target = (hash < 0 ? name : name.slice(0, hash)).trim();
  const heading = hash < 0 ? "" : name.slice(hash + 1).trim();
  const label = labels.join("|").trim();
  if (target === "" && heading === "") return undefined;
  return {
    target,
    heading: heading === "" ? undefined : heading,
    label: label === "" ? undefined : label,
  };
}

/**
 * The words of a link: its label, else what was written; a path or slug says less than the title of what it leads to.
 */
export function wikilinkWords(link: Wikilink, title: string | undefined): string {
  if (link.label !== undefined) return link.label;
  const isSlug = /^[^\p{Lu}\s]+$/u.test(link.target) && /[-/_]|\.md$/i.test(link.target);
  const name = isSlug && title !== undefined ? title : link.target;
  const headings = link.heading?.startsWith("^") === true ? [] : (link.heading?.split("#") ?? []);
  const parts = [name, ...headings].filter((part) => part !== "");
  return parts.length > 0 ? parts.join(" › ") : (title ?? `${link.heading}`);
}
