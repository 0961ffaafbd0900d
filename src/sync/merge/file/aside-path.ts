import { oidOf } from "../../../git/object-format.ts";
import { displayPath, pathToBytes } from "../../../git/path-bytes.ts";
import type { MergedFile } from "./merge-file.ts";

/** No disk takes longer names, in bytes. */
const longestName = 255;

/**
 * `notes/plan.md` → `notes/plan.1a2b3c4d.md`: where a file goes that cannot stay; the same name on every device. Paths
 * are byte strings (latin1), so that what is cut off of a long name can be counted.
 */
export function asidePath(path: string, oid: string): string {
  const [, folder = "", stem = "", type = ""] =
    /^(.*\/)?([^/]+?)(\.[^./]{1,19})?$/s.exec(path) ?? [];
  const end = `.${oid.slice(0, 8)}${type}`;
  const room = longestName - end.length;
  // The last character of UTF-8 may have been cut through.
  const cut =
    stem.length > room ? stem.slice(0, room).replace(/[\xc0-\xff][\x80-\xbf]*$/, "") : stem;
  return folder + cut + end;
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
