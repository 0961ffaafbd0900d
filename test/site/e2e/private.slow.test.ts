import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { markerEnding } from "../hard/private.ts";
import { writeHardVault } from "../hard-vault.ts";
import { everything, filesOf, useSite } from "./site.ts";

const byDefault = useSite(writeHardVault);
const whole = useSite(writeHardVault, { include: everything });

/** All text of a folder, names of files too; packed files are unpacked. */
const textOf = (folder: string): string =>
  filesOf(folder)
    .map((file) => {
      const bytes = readFileSync(join(folder, file));
      const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
      return `${file}\n${(isPacked ? gunzipSync(bytes) : bytes).toString("utf8")}`;
    })
    .join("\n");

const markersIn = (text: string): string[] =>
  [...new Set(text.match(new RegExp(`[a-z]+${markerEnding}`, "gi")))].sort();

test("no word of what is private is in any file of an exported site, its search index and names of files included", () => {
  const text = textOf(byDefault().out);
  expect(markersIn(text)).toEqual([]);
  for (const shown of ["the lemon tree", "about lavender", "What is new may be known"]) {
    expect(text).toContain(shown);
  }
  expect(byDefault().report.hidden.notes).toBeGreaterThan(5);
  expect(byDefault().report.hidden.memories).toBeGreaterThan(5);
});

test("what is named is shown, but never a secret", () => {
  const found = markersIn(textOf(whole().out)).join("\n");
  for (const shown of ["personentry", "profileentry", "agententry", "bankentry", "tagentry"]) {
    expect(found).toContain(shown + markerEnding);
  }
  expect(found).not.toMatch(
    /secret\w*xqz|(?:conversation|device|obsidian|dotfolder|unreferenced)xqz/,
  );
});
