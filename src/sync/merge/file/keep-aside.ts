import { oidOf } from "../../../git/loose-object.ts";
import { pathToBytes } from "../../../git/tree.ts";
import { asidePath } from "./aside-path.ts";
import type { MergedFile } from "./merge-file.ts";

/** Both versions of a file that cannot be merged: the one with the greater object id keeps the path. */
export function keepAside(path: string, a: Uint8Array, b: Uint8Array): MergedFile {
  const [oidA, oidB] = [oidOf("blob", a), oidOf("blob", b)];
  const [bytes, other, oid] = oidA > oidB ? [a, b, oidB] : [b, a, oidA];
  const aside = Buffer.from(asidePath(pathToBytes(path), oid), "latin1").toString("utf8");
  const told = `${path}: changed on two devices and cannot be merged; both versions are kept, the other one as ${aside}`;
  return { bytes, aside: { path: aside, bytes: other }, keptBoth: [told] };
}
