import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { useTempFolder, writeFiles } from "./temp.ts";

const script = resolve(import.meta.dirname, "..", "scripts", "date-changelog.ts");

function release(changelog: string): string {
  const root = useTempFolder();
  writeFiles(root, { "package.json": '{"version":"1.2.0"}', "CHANGELOG.md": changelog });
  execFileSync(process.execPath, [script], { cwd: root, stdio: "pipe" });
  return readFileSync(join(root, "CHANGELOG.md"), "utf8");
}

test("a release dates what is new, and leaves older versions alone", () => {
  const older = "## [1.1.0] - 2026-01-02\n\n- Old\n";
  const text = release(`# Changelog\n\n## [Unreleased]\n\n### Added\n\n- $& and $1\n\n${older}`);
  const [head, rest = ""] = text.split(/## \[1\.2\.0\] - \d{4}-\d\d-\d\d\n/);
  expect(head).toBe("# Changelog\n\n## [Unreleased]\n\n");
  expect(rest).toBe(`\n### Added\n\n- $& and $1\n\n${older}`);
});

test.each([
  ["no heading", "# Changelog\n"],
  ["nothing new", "# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-01-02\n\n- Old\n"],
])("a changelog with %s cannot be released", (_, changelog) => {
  expect(() => release(changelog)).toThrow(
    'Cannot release 1.2.0: CHANGELOG.md has nothing below "## [Unreleased]"',
  );
});
