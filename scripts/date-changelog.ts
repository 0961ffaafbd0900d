import { readFileSync, writeFileSync } from "node:fs";

/** Gives what stands below `## [Unreleased]` in CHANGELOG.md the version and today's date; `npm version` runs it first. */
const heading = "## [Unreleased]\n";
const before = readFileSync("CHANGELOG.md", "utf8");
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const start = before.indexOf(heading);
const end = before.indexOf("\n## ", start + heading.length);
const news = before.slice(start + heading.length, end < 0 ? undefined : end).trim();

if (start < 0 || news === "") {
  console.error(`Cannot release ${version}: CHANGELOG.md has nothing below "## [Unreleased]"`);
  process.exit(1);
}
const today = new Date().toISOString().slice(0, 10);
const dated = `${heading}\n## [${version}] - ${today}\n`;
writeFileSync(
  "CHANGELOG.md",
  before.replace(heading, () => dated),
);
