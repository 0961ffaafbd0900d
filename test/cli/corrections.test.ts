import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { useVault } from "../temp.ts";

test("loci chat strikes what is no longer so, says what was before, and leaves the lines beside it", async () => {
  const beside =
    "# House\n\n- Rob keeps bees (2026-01-05)\n- Der Keller ist trocken (2026-01-05)\n";
  const old = "- Jule geht montags um 16 Uhr mit Tim zum Turnen (2026-01-05)\n";
  const root = useVault({ "loci.yaml": "", "topics/house.md": beside + old });
  const said = "Jule hat mit dem Turnen aufgehört, das Knie\n";
  const ran = await runLoci(["chat", "--vault", root, "--lang", "de"], { input: said });
  expect(ran.code).toBe(0);
  const file = readFileSync(join(root, "topics/house.md"), "utf8");
  expect(file).toContain(beside);
  expect(file).toMatch(/^- ~~Jule geht .*\[superseded:: \^/mu);
  expect(file).toMatch(
    /^- Jule hat mit dem Turnen aufgehört, das Knie \(vorher: Jule geht montags um 16 Uhr mit Tim zum Turnen\) \(\d{4}/mu,
  );
});
