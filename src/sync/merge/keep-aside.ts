import type { MergedFile } from "./merge-file.ts";

/** Both versions of a file that cannot be merged: the one with the greater object id keeps the path. */
export function keepAside(path: string, a: Uint8Array, b: Uint8Array): MergedFile {
  const [oidA, oidB] = [blobId(a), blobId(b)];
  const [bytes, other, oid] = oidA > oidB ? [a, b, oidB] : [b, a, oidA];
  const aside = asideName(path, oid);
  const told = `${path}: changed on two devices and cannot be merged; both versions are kept, the other one as ${aside}`;
  return { bytes, aside: { path: aside, bytes: other }, keptBoth: [told] };
}

/** `photos/cat.jpg` → `photos/cat.1a2b3c4d.jpg`: the same name on every device. */
function asideName(path: string, oid: string): string {
  const start = path.lastIndexOf("/") + 1;
  const dot = path.lastIndexOf(".");
  const at = dot > start ? dot : path.length;
  return `${path.slice(0, at)}.${oid.slice(0, 8)}${path.slice(at)}`;
}

/** The id that git gives these bytes. */
function blobId(bytes: Uint8Array): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
