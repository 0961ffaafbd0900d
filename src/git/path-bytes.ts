/** A path as the bytes git compares and sorts. */
export const pathToBytes = (path: string): string =>
  /[^ -~]/.test(path) ? Buffer.from(path, "utf8").toString("latin1") : path;

/** A path or name as text; undefined where its bytes are no UTF-8, and so none that Loci could write. */
export function bytesToPath(bytes: string): string | undefined {
  const path = Buffer.from(bytes, "latin1").toString("utf8");
  return pathToBytes(path) === bytes ? path : undefined;
}
