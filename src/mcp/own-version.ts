import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { z } from "zod";

/** Of the package, wherever the build has put this file. */
export function ownVersion(): string {
  const file = findPackageJSON(import.meta.url);
  const read: unknown = JSON.parse(readFileSync(file ?? "", "utf8"));
  return z.object({ version: z.string() }).parse(read).version;
}
