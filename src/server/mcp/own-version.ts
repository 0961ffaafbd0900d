import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";

/** Of the package, wherever the build has put this file. */
export function ownVersion(): string {
  const file = findPackageJSON(import.meta.url);
  return String(JSON.parse(readFileSync(file ?? "", "utf8")).version);
}
