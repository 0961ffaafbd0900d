import { capMarks } from "./cap-marks.ts";
import { isReservedName, isUnlistedName } from "./paths.ts";
import { sha256Hex } from "./sha256.ts";

const maxSlugBytes = 80;

/** A file name for a title in any script: lower case, words joined by `-`, never empty, reserved or ignored. */
export function slugify(title: string): string {
  const plain = capMarks(title.toWellFormed()).normalize("NFC").toLowerCase().normalize("NFC");
  // Apostrophes and zero-width joiners stand inside words, they do not part them.
  const words = plain.replace(/['’\u200c\u200d]/gu, "").match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu);
  if (words === null) return namelessSlug(plain);
  const slug = cutAtCharacter(words.join("-"));
  return isReservedName(slug) || isUnlistedName(slug) ? `${slug}-topic` : slug;
}

/** A title of emoji or punctuation only still gets a name of its own. */
function namelessSlug(title: string): string {
  if (title.trim() === "") return "untitled";
  return `topic-${sha256Hex(title).slice(0, 6)}`;
}

function cutAtCharacter(slug: string): string {
  if (Buffer.byteLength(slug) <= maxSlugBytes) return slug;
  let cut = "";
  let bytes = 0;
  for (const cluster of slug.match(/\P{M}\p{M}*/gu) ?? []) {
    bytes += Buffer.byteLength(cluster);
    if (bytes > maxSlugBytes) break;
    cut += cluster;
  }
  cut = cut.replace(/-+$/, "");
  return cut === "" ? cutAtCodePoint(slug) : cut;
}

/** Only for a first letter with more marks than fit. */
function cutAtCodePoint(slug: string): string {
  let cut = "";
  for (const char of slug) {
    if (Buffer.byteLength(cut + char) > maxSlugBytes) break;
    cut += char;
  }
  return cut;
}
