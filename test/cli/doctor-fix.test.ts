import { existsSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { useVault } from "../temp.ts";

test("loci doctor --fix builds a damaged index anew from the files", async () => {
  const root = useVault({ "topics/tea.md": "# Tea\n\n- Likes green tea (2026-02-12)\n" });
  const run = (...args: string[]) => runLoci([...args, "--vault", root]);
  await run("recall", "tea");
  const damaged = globSync(".loci/index*", { cwd: root });
  expect(damaged).not.toEqual([]);
  for (const file of damaged) writeFileSync(join(root, file), "no database");
  expect((await run("doctor", "--fix")).stderr).not.toContain("Error");
  expect((await run("recall", "tea")).stdout).toContain("Likes green tea");
});

test("loci doctor names what an earlier version left, and removes it with --fix", async () => {
  const root = useVault({ "topics/tea.md": "- Likes green tea\n", ".loci/history.db": "rows" });
  mkdirSync(join(root, ".git/loci/maintenance"), { recursive: true });
  mkdirSync(join(root, ".loci/captured"));
  const run = (...args: string[]) => runLoci(["doctor", ...args, "--vault", root]);
  const named =
    "An earlier version left what nothing reads any more: .loci/history.db, .git/loci/maintenance";
  expect((await run()).stdout).toContain(named);
  expect((await run("--fix")).stdout).not.toContain("An earlier version");
  const left = [".loci/history.db", ".git/loci/maintenance", ".git/loci", ".loci/captured"];
  expect(left.map((name) => existsSync(join(root, name)))).toEqual([false, false, true, true]);
});
