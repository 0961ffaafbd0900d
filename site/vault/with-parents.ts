/** A tag and those that it stands under: `a/b/c`, `a/b` and `a`, the widest first. */
export function withParents(tag: string): string[] {
  const names = tag.split("/").filter((name) => name !== "");
  return names.map((_, i) => names.slice(0, i + 1).join("/"));
}
