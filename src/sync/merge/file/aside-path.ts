import { oidOf } from "../../../git/object-format.ts";
import { displayPath, pathToBytes } from "../../../git/path-bytes.ts";
import type { MergedFile } from "./merge-file.ts";

/** No disk takes longer names, in bytes. */
const longestName = 255;
/** Of a name like `notes.2024 and much more`, the end is not a file type. */
const longestEnding = 20;

/**
 * `notes/plan.md` → `notes/plan.1a2b3c4d.md`: where a file goes that cannot stay; the same name on every device. Paths
 * are byte strings (latin1), so that what is cut off of a long name can be counted.
 */
export function asidePath(path: string, oid: string): string {
  const slash = path.lastIndexOf("/") + 1;
  const name = path.slice(slash);
  const found = name.lastIndexOf(".");
  const dot = found > 0 && name.length - found <= longestEnding ? found : name.length;
  const end = `.${oid.slice(0, 8)}${name.slice(dot)}`;
  const stem = name.slice(0, dot);
  let cut = Math.min(stem.length, longestName - end.length);
  // between two characters of UTF-8
  while (cut > 0 && cut < stem.length && (stem.charCodeAt(cut) & 0xc0) === 0x80) cut--;
  return `${path.slice(0, slash)}${stem.slice(0, cut)}${end}`;
}

/** Both versions of a file that cannot be merged: the one with the greater object id keeps the path. */
export function keepAside(path: string, a: Uint8Array | null, b: Uint8Array | null): MergedFile {
  if (!a || !b) return { bytes: a ?? b, keptBoth: [] };
  const [oidA, oidB] = [oidOf("blob", a), oidOf("blob", b)];
  const [bytes, other, oid] = oidA > oidB ? [a, b, oidB] : [b, a, oidA];
  const aside = displayPath(asidePath(pathToBytes(path), oid));
  const message = `${path}: changed on two devices and cannot be merged; both versions are kept, the other one as ${aside}`;
  return { bytes, aside: { path: aside, bytes: other }, keptBoth: [message] };
}
