import { bytesToPath } from "../../../git/path-bytes.ts";

/**
 * A name as file systems see it that treat some spellings alike: case, composed and decomposed letters, dots and
 * spaces at the end.
 */
export function foldName(name: string): string {
  if (/^[\x21-\x7e]*[\x21-\x2d\x2f-\x7e]$/.test(name)) return name.toLowerCase();
  const text = bytesToPath(name);
  if (text === undefined) return `\0${name}`;
  const trimmed = withoutEnd(text.normalize("NFC"));
  return [...trimmed].map(foldLetter).join("").normalize("NFC");
}

/** A loop: a pattern would take n² steps, and names come from anywhere. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 1 && (name[end - 1] === " " || name[end - 1] === ".")) end--;
  return name.slice(0, end);
}

/** Letter by letter, as disks do: a sharp s stays one. */
function foldLetter(letter: string): string {
  const upper = letter.toUpperCase();
  return upper.length === letter.length ? upper.toLowerCase() : letter.toLowerCase();
}
