import { readdirSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join, relative, sep } from "node:path";

/** The example vault lies in the package, wherever the build has put this file. */
export const exampleFolder = join(dirname(findPackageJSON(import.meta.url) ?? ""), "vault");

/** Paths of the example's files, relative to its folder. */
export function exampleFiles(): string[] {
  return readdirSync(exampleFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(exampleFolder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith(".loci"));
}

/** Tells the files of the example's people from those that were made since; none in a vault that is no example. */
export function exampleFileTest(isExample: boolean): (path: string) => boolean {
  let paths: ReadonlySet<string> | undefined;
  return (path) => {
    if (!isExample) return false;
    paths ??= new Set(exampleFiles().map((file) => file.split(sep).join("/").normalize("NFC")));
    return paths.has(path.normalize("NFC"));
  };
}
