import { bytesToPath } from "../../git/tree.ts";

/**
 * What a name is to file systems that do not tell some spellings apart: case, composed and decomposed letters, dots and
 * spaces at the end.
 */
export function foldName(name: string): string {
  if (/^[\x21-\x7e]*[\x21-\x2d\x2f-\x7e]$/.test(name)) return name.toLowerCase();
  const text = bytesToPath(name);
  if (text === undefined) return `\0${name}`;
  const trimmed = text.normalize("NFC").replace(/(?<!^)[. ]+$/, "");
  return [...trimmed].map(foldLetter).join("").normalize("NFC");
}

/** Letter by letter, as disks do: a sharp s stays one. */
function foldLetter(letter: string): string {
  const upper = letter.toUpperCase();
  return upper.length === letter.length ? upper.toLowerCase() : letter.toLowerCase();
}
