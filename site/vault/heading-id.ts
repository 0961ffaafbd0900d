import { sha256Hex } from "../../src/vault/sha256.ts";

/** The id of a heading's element: `h-` and its words without a block id, letters of any script kept. */
export function headingId(text: string): string {
  const words = text
    .slice(0, 400)
    .replace(/\s\^[A-Za-z0-9-]{1,100}\s*$/, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .replace(/^-+|(?<!-)-+$/g, "");
  if (words === "") return `h-${hashOf(text)}`;
  return words.length <= 80
    ? `h-${words}`
    : `h-${words
        .slice(0, 72)
        .toWellFormed()
        .replace(/\ufffd$/, "")}-${hashOf(text)}`;
}

/** The id that `[[note#heading]]` or `[[note#^block]]` points at within its page; of `a#b#c` the last heading counts. */
export function anchorOf(heading: string): string {
  const last = heading.slice(heading.lastIndexOf("#") + 1).trim();
  return last.startsWith("^") ? `e-${last.slice(1)}` : headingId(last);
}

/** Gives each heading of a page an id of its own: the second of the same words gets `-2`. */
export function createHeadingIds(): (text: string) => string {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return (text) => {
    const id = headingId(text);
    let count = counts.get(id) ?? 0;
    let own = id;
    do {
      count++;
      own = count === 1 ? id : `${id}-${count}`;
    } while (taken.has(own));
    counts.set(id, count);
    taken.add(own);
    return own;
  };
}

const hashOf = (text: string): string => sha256Hex(text).slice(0, 8);
