import { globSync, writeFileSync } from "node:fs";
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
