import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const folder = resolve(import.meta.dirname, "../fixtures/odd");

/** The corpus of odd but legal Markdown: name and bytes. */
export const oddFiles: readonly (readonly [string, Buffer])[] = readdirSync(folder)
  .sort()
  .map((name) => [name, readFileSync(join(folder, name))]);
