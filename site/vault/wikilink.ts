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
