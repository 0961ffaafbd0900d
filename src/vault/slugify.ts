import { capMarks } from "./cap-marks.ts";
import { isReservedName, isUnlistedName } from "./paths.ts";
import { sha256Hex } from "./sha256.ts";

const maxSlugBytes = 80;

/** A file name for a title in any script: lower case, words joined by `-`, never empty, reserved or ignored. */
export function slugify(title: string): string {
  const plain = capMarks(title.toWellFormed()).normalize("NFC").toLowerCase().normalize("NFC");
  // Apostrophes and zero-width joiners stand inside words, they do not part them.
  const words = plain.replace(/['’\u200c\u200d]/gu, "").match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu);
  // A title of emoji or punctuation only still gets a name of its own.
  if (words === null)
    return plain.trim() === "" ? "untitled" : `topic-${sha256Hex(plain).slice(0, 6)}`;
  const slug = cutAtCharacter(words.join("-"));
  return isReservedName(slug) || isUnlistedName(slug) ? `${slug}-topic` : slug;
}

/** Cut between letters, and between the marks of one only where it has more than fit. */
function cutAtCharacter(slug: string): string {
  if (Buffer.byteLength(slug) <= maxSlugBytes) return slug;
  const cut = Buffer.from(slug)
    .subarray(0, maxSlugBytes)
    .toString()
    .replace(/\ufffd+$/, "");
  const isTorn = /^\p{M}/u.test(slug.slice(cut.length));
  return cut.replace(isTorn ? /(?<=.)\P{M}\p{M}*$/su : /-+$/, "").replace(/-+$/, "");
}
