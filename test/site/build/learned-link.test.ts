import { join } from "node:path";
import { expect, test } from "vitest";
import { useTempFolder, useVault } from "../../temp.ts";
import { pageIn, siteOf } from "./site-of.ts";

const log =
  "## 2026-03-01T10:00:00+01:00 tea\n\nTea.\n\n- learned: Drinks green tea → topics/tea.md\n- session: S1 · agent r · text · en\n";

test.each([
  ["the log", "- Drinks green tea (2026-03-01)\n"],
  ["its line", "- Drinks black tea (2026-03-01) [source:: S1]\n"],
])("a memory links to the conversation that it was learned in by %s", async (_, line) => {
  const root = useVault({
    "topics/tea.md": `${line}- By hand (2026-03-01)\n`,
    "log/2026-03.md": log,
  });
  const out = join(useTempFolder(), "site");
  await siteOf(root, out);
  const page = pageIn(out, "topics/tea");
  expect(page.match(/href="[^"]*#s-S1"/g)).toHaveLength(1);
});

test("a conversation that the site does not show is not named", async () => {
  const root = useVault({
    "topics/tea.md": "- Drinks green tea (2026-03-01)\n",
    "log/2026-03.md": log
      .replace("agent r", "agent r · person ana")
      .replace("topics/tea", "people/ana/topics/tea"),
    "people/ana/topics/tea.md": "- Drinks green tea (2026-03-01)\n",
  });
  const out = join(useTempFolder(), "site");
  await siteOf(root, out);
  expect(pageIn(out, "topics/tea")).not.toContain("S1");
});
