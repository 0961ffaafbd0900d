import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { useVault } from "../temp.ts";

test.each([
  [
    "en",
    "- Poppy's swimming lesson is on 4 March at 5 pm in Leith (2026-01-05)",
    "oh they've cancelled Poppy's swimming lesson, the pool is shut",
    /^- .*cancelled Poppy's swimming lesson, the pool is shut \(before: Poppy's swimming lesson is on 4 March at 5 pm in Leith\) \(\d{4}/mu,
  ],
  [
    "de",
    "- Jule geht montags um 16 Uhr mit Tim zum Turnen (2026-01-05)",
    "Jule hat mit dem Turnen aufgehört, das Knie",
    /^- Jule hat mit dem Turnen aufgehört, das Knie \(vorher: Jule geht montags um 16 Uhr mit Tim zum Turnen\) \(\d{4}/mu,
  ],
])(
  "loci chat in %s strikes %j and says what was before, and leaves the lines beside it",
  async (language, old, said, now) => {
    const beside = ["- Rob keeps bees (2026-01-05)", "- Der Keller ist trocken (2026-01-05)"];
    const root = useVault({
      "loci.yaml": "",
      "topics/house.md": `# House\n\n${[...beside, old].join("\n")}\n`,
    });
    const ran = await runLoci(["chat", "--vault", root, "--lang", language], {
      input: `${said}\n`,
    });
    expect(ran.code).toBe(0);
    const file = readFileSync(join(root, "topics/house.md"), "utf8");
    expect(file).toMatch(/^- ~~.*\[superseded:: \^/mu);
    expect(file).toMatch(now);
    for (const line of beside) expect(file).toContain(`${line}\n`);
  },
);
