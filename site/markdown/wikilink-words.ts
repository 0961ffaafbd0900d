import type { Wikilink } from "../vault/wikilink.ts";

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
