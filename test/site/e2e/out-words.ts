import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { filesOf } from "./built-site.ts";

/** `file: word` of each match in a built folder, in names of files too; packed files are unpacked. */
export function wordsIn(folder: string, pattern: RegExp): string[] {
  return filesOf(folder).flatMap((file) => {
    const found = `${file}\n${contentOf(join(folder, file))}`.match(pattern) ?? [];
    return [...new Set(found)].map((word) => `${file}: ${word}`);
  });
}

/** All text of a folder. */
export const textOf = (folder: string): string =>
  filesOf(folder)
    .map((file) => contentOf(join(folder, file)))
    .join("\n");

function contentOf(file: string): string {
  const bytes = readFileSync(file);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isPacked ? gunzipSync(bytes) : bytes).toString("utf8");
}
