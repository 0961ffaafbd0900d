/** A path as the bytes git compares and sorts. */
export const pathToBytes = (path: string): string =>
  /[^ -~]/.test(path) ? Buffer.from(path, "utf8").toString("latin1") : path;

/** A path or name as text; undefined where its bytes are not UTF-8, and so none that Loci could write. */
export function bytesToPath(bytes: string): string | undefined {
  const path = displayPath(bytes);
  return pathToBytes(path) === bytes ? path : undefined;
}

/** A path of bytes as text to show; what is not UTF-8 in it becomes question marks. */
export const displayPath = (bytes: string): string => Buffer.from(bytes, "latin1").toString("utf8");

/** The folders above a path, the innermost first. */
export function foldersAbove(path: string): string[] {
  const end = path.lastIndexOf("/");
  return end < 0 ? [] : [path.slice(0, end), ...foldersAbove(path.slice(0, end))];
}
