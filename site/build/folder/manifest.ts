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
import { z } from "zod";
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

/** A manifest that was tampered with must not have a build remove files elsewhere. */
const isOwnPath = (path: string): boolean =>
  path.split("/").every((name) => !["", ".", ".."].includes(name)) && !/[\\\0]/.test(path);

const manifestSchema = z.object({
  version: z.literal(formatVersion),
  public: z.literal(true).optional(),
  search: z.string().optional(),
  files: z.record(
    z.string().refine(isOwnPath),
    z.tuple([z.string(), z.number(), z.string().optional()]),
  ),
});

/** What the last build wrote. Undefined where that is not known: a first build, another version's, or a damaged file. */
export function readManifest(folder: string): Manifest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(join(folder, manifestName), "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError || errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
  const { data } = manifestSchema.safeParse(value);
  if (data === undefined) return undefined;
  const rows = Object.entries(data.files);
  return {
    files: new Map(rows.map(([path, [key, size, day]]) => [path, { key, size, day }])),
    search: data.search,
    isPublic: data.public === true,
  };
}

/** Replaces the manifest; durably, unlike the pages, because it says which files are ours. */
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
