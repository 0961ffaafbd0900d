import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { errnoOf } from "../../../src/errors.ts";

/** Name of the file in a site's folder that says which files are Loci's, and what each was made from. */
export const manifestName = ".loci-site.json";

/** Of the layout of that file. */
const formatVersion = 1;

/** What a build wrote. */
export interface Manifest {
  readonly files: ReadonlyMap<string, KnownFile>;
  /** Of the search index: what `indexSearch` gave. */
  readonly search: string | undefined;
  /** Whether it shows only what a reviewer listed. */
  readonly isPublic: boolean;
}

export interface KnownFile {
  /** Of what it shows; "" while it is being written, which no key equals. */
  readonly key: string;
  readonly size: number;
  /** The day that it was made for, where its page says something of that day. */
  readonly day?: string | undefined;
}

/** What the last build wrote. Undefined where that is not known: a first build, another version's, or a damaged file. */
export function readManifest(folder: string): Manifest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(join(folder, manifestName), "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError || errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
  if (!isObject(value) || value.version !== formatVersion || !isObject(value.files))
    return undefined;
  const files = new Map<string, KnownFile>();
  for (const [path, row] of Object.entries(value.files)) {
    const [key, size, day] = Array.isArray(row) ? row : [];
    if (!isOwnPath(path) || typeof key !== "string" || typeof size !== "number") return undefined;
    files.set(path, { key, size, day: typeof day === "string" ? day : undefined });
  }
  const search = typeof value.search === "string" ? value.search : undefined;
  return { files, search, isPublic: value.public === true };
}

/** Replaces the manifest; durably, unlike the pages, for it says which files are ours. */
export function writeManifest(folder: string, { files, search, isPublic }: Manifest): void {
  const rows = [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, { key, size, day }]) => [
      path,
      day === undefined ? [key, size] : [key, size, day],
    ]);
  const text = JSON.stringify({
    version: formatVersion,
    ...(isPublic ? { public: true } : {}),
    search,
    files: Object.fromEntries(rows),
  });
  const temporary = join(folder, `${manifestName}.next`);
  // A link of that name would have another file overwritten.
  rmSync(temporary, { force: true });
  const fd = openSync(temporary, "wx");
  try {
    // A line for each file, for those who look.
    writeFileSync(fd, text.replaceAll("],", "],\n"));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, join(folder, manifestName));
}

/** A manifest that was tampered with must not have a build remove files elsewhere. */
const isOwnPath = (path: string): boolean =>
  path !== "" &&
  path.split("/").every((name) => name !== "" && name !== "." && name !== "..") &&
  !/[\\\0]/.test(path);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
