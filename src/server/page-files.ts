import { readFile } from "node:fs/promises";
import { LociError } from "../errors.ts";

export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Everything that is served from disk: no part of a URL ever becomes part of a path. */
const pages = [
  ["/", "index.html", "text/html; charset=utf-8"],
  ["/live.js", "live.js", "text/javascript; charset=utf-8"],
  ["/prove.js", "prove.js", "text/javascript; charset=utf-8"],
  ["/live.css", "live.css", "text/css; charset=utf-8"],
] as const;

/** Reads the live page into memory, by address. Throws LociError UNREADABLE for a broken installation. */
export async function readPageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  // Two levels up is the package, from src/server and dist/server alike.
  const folder = new URL("../../site/live/", import.meta.url);
  const files = pages.map(async ([address, name, type]) => {
    try {
      return [address, { type, bytes: await readFile(new URL(name, folder)) }] as const;
    } catch (error) {
      throw new LociError(
        "UNREADABLE",
        `Cannot read the page "${name}": it is missing from the installation; install Loci again`,
        { cause: error, data: { file: name } },
      );
    }
  });
  return new Map(await Promise.all(files));
}
