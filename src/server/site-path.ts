/**
 * The names of folders and file that a site's address leads to, the last one "" where it ends with a slash; undefined
 * for one that is no address of a site: it would leave the folder, name what is hidden, or is not decoded in one way only.
 */
export function siteNames(path: string): readonly string[] | undefined {
  if (!path.startsWith("/") || path.length > 4_096) return undefined;
  const raw = path.slice(1).split("/");
  const names: string[] = [];
  for (const [i, part] of raw.entries()) {
    const name = decode(part);
    const isEnd = name === "" && i === raw.length - 1;
    if (name === undefined || !(isEnd || isPlainName(name))) return undefined;
    names.push(name);
  }
  return names;
}

/** The address of those names, encoded in the one way that Loci writes. */
export const siteAddress = (names: readonly string[]): string =>
  `/${names.map(encodeURIComponent).join("/")}`;

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined; // A lone percent sign, or bytes that are no UTF-8.
  }
}

/** Separators in every writing, hidden names, streams of NTFS, and what terminals or file systems take for a command. */
function isPlainName(name: string): boolean {
  if (name === "" || name.startsWith(".") || /[/\\:]/.test(name)) return false;
  if (name.endsWith(".") || name.endsWith(" ")) return false;
  return !/\p{Cc}/u.test(name) && Buffer.byteLength(name) <= 255;
}
