import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createVault } from "../../src/app/create-vault.ts";
import { cleanEnv, runLoci } from "../run-loci.ts";
import { useTempFolder, writeFiles } from "../temp.ts";

const lines = (source: string): string =>
  `# Cooking\n\n- Likes rice (2026-02-12)${source}\n- Likes oats (2026-02-12) [source:: OTHER]\n`;
const log =
  "## 2026-02-12T14:30:00Z cooking\n\n- learned: Likes rice → topics/cooking.md\n- session: S1 · agent loci · text · en\n";

test("loci doctor counts lines that name a session for nothing, and with --fix takes it out, in one commit", async () => {
  const root = join(useTempFolder(), "vault");
  await createVault({ root, empty: true, env: cleanEnv(), now: () => Date.now() });
  writeFiles(root, { "topics/cooking.md": lines(" [source:: S1]"), "log/2026-02.md": log });
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
  const run = (...args: string[]) => runLoci(["doctor", ...args, "--vault", root]);
  await runLoci(["sync", "--vault", root]);

  const told = await run();
  expect(told.code).toBe(0);
  expect(told.stdout).toContain(
    'All is well\n1 memory ends with [source:: …], which the digest log says as well\n  Run "loci doctor --fix"',
  );
  expect(readFileSync(join(root, "topics/cooking.md"), "utf8")).toBe(lines(" [source:: S1]"));
  const { advice, ok } = JSON.parse((await run("--json")).stdout);
  expect([ok, advice]).toMatchObject([true, [{ code: "SOURCES" }]]);

  const before = git("rev-list", "--count", "HEAD");
  const fixed = await run("--fix");
  expect(fixed.stdout).toContain("Took [source:: …] out of 1 memory\nAll is well\n");
  expect(readFileSync(join(root, "topics/cooking.md"), "utf8")).toBe(lines(""));
  expect(Number(git("rev-list", "--count", "HEAD"))).toBe(Number(before) + 1);
  expect(git("status", "--porcelain")).toBe("");

  const again = await run("--fix");
  expect(again.stdout).not.toContain("[source::");
  expect(Number(git("rev-list", "--count", "HEAD"))).toBe(Number(before) + 1);
});
