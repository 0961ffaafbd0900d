import { expect, test } from "vitest";
import { createPastVault } from "../past-vault.ts";

test("loci doctor counts what is in recall, and what is in the archive apart", async () => {
  const vault = await createPastVault();
  vault.write("topics/tea.md", "- Drinks tea (2026-01-02) [bank:: Health]\n- Likes it hot\n");
  vault.write("archive/topics/tea.md", "- Drank milk (2024-12-31) [bank:: Health]\n");
  vault.write("topics/gone.md", "- Drank mate (2026-01-03) [superseded:: 2026-02-01]\n");
  const { stdout } = await vault.loci("doctor");
  expect(stdout).toMatch(
    /^Memories 2 \(archived 1\), files \d, topics 2, from 2024-12-31 to .+; \d\.\d MB of index$/m,
  );
  expect(stdout).toMatch(/^By bank: (?:Health 1, General 1|General 1, Health 1)$/m);
});
