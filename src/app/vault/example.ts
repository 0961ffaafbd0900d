import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The example vault stands beside `src/` and `dist/` alike. */
export const exampleFolder = fileURLToPath(new URL("../../vault", import.meta.url));

/** Paths of the example's files, relative to its folder. */
export function exampleFiles(): string[] {
  return readdirSync(exampleFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(exampleFolder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith(".loci"));
}

/** Tells the files that belong to the example's people from those that were made since; none in a vault that is no example. */
export function exampleFileTest(isExample: boolean): (path: string) => boolean {
  let paths: ReadonlySet<string> | undefined;
  return (path) => {
    if (!isExample) return false;
    paths ??= new Set(exampleFiles().map((file) => file.split(sep).join("/").normalize("NFC")));
    return paths.has(path.normalize("NFC"));
  };
}
