import { expect, test } from "vitest";
import { buildSite } from "../../../site/build/build-site.ts";
import { markerEnding, privateFiles } from "../hard/private.ts";
import { everything, openSite, siteOptions, writeHard } from "./built-site.ts";
import { textOf, wordsIn } from "./out-words.ts";
import { useSite } from "./use-site.ts";

const byDefault = useSite(writeHard);
const whole = useSite(writeHard, { include: everything });

test("buildSite() leaves no word of what is private in any file of the site", () => {
  expect(markersIn(byDefault().out)).toEqual([]);
});

test("buildSite() shows what stands beside private things", () => {
  const words = textOf(byDefault().out);
  for (const shown of ["the lemon tree", "about lavender", "What is new may be known"]) {
    expect(words).toContain(shown);
  }
});

test("buildSite() shows what is private where it is named, but never a secret", () => {
  const found = markersIn(whole().out).join("\n");
  for (const shown of ["personentry", "profileentry", "agententry", "bankentry", "tagentry"]) {
    expect(found).toContain(shown + markerEnding);
  }
  expect(found).not.toMatch(/secret\w*xqz/);
  expect(found).not.toMatch(/(?:conversation|device|obsidian|dotfolder|unreferenced)xqz/);
});

test("buildSite() forgets what an earlier build into the same folder showed", async () => {
  const site = await openSite(writeHard, { include: everything });
  try {
    await buildSite(siteOptions(site.root, site.out));
    expect(markersIn(site.out)).toEqual([]);
  } finally {
    await site.close();
  }
});

test("buildSite() counts what it left out", () => {
  const { hidden } = byDefault().report;
  expect(hidden.documents).toBeGreaterThanOrEqual(8);
  expect(hidden.entries).toBeGreaterThanOrEqual(7);
});

test("the hard vault has private words in every place", () => {
  const all = Object.entries(privateFiles).flat().join("\n");
  expect(new Set(all.match(/\w+xqz/g)).size).toBeGreaterThan(50);
});

/** Private words in a folder, also escaped or encoded ones. */
const markersIn = (folder: string): string[] => wordsIn(folder, /[\w%]*xqz/gi);
