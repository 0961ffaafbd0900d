import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { useVault } from "../temp.ts";

/** What saving one text on several days does, and the lines there are then. */
async function saveOn(days: readonly string[], text: string, file = "") {
  const root = useVault({ "loci.yaml": "", "topics/days.md": `# Days\n\n${file}` });
  const statuses: string[] = [];
  for (const day of days) {
    const args = ["remember", text, "--date", day, "--topic", "days", "--vault", root, "--json"];
    statuses.push(JSON.parse((await runLoci(args)).stdout).status);
  }
  const lines = readFileSync(join(root, "topics/days.md"), "utf8").match(/^- .*$/gm) ?? [];
  return { statuses, lines };
}

test.each([
  "Visited the dentist",
  "Fue al dentista",
  "War beim Zahnarzt",
  "Va visitar el dentista",
])(
  "what happened on another day is another memory, and what happened on one day is one: %s",
  async (text) => {
    const { statuses, lines } = await saveOn(["2026-01-05", "2026-03-05", "2026-03-05"], text);
    expect(statuses).toEqual(["saved", "saved", "known"]);
    expect(lines).toEqual([`- ${text} (2026-01-05)`, `- ${text} (2026-03-05)`]);
  },
);

test.each([
  "Likes green tea",
  "Is allergic to walnuts",
  "The car is serviced every spring",
  "Sold the boat in March 2024",
  "Le gusta el té verde",
])("what is so in general, or names its year, is known on any day: %s", async (text) => {
  const { statuses, lines } = await saveOn(["2026-01-05", "2026-03-05"], text);
  expect([statuses, lines]).toEqual([["saved", "known"], [`- ${text} (2026-01-05)`]]);
});

test("what states no day is known on any", async () => {
  const { statuses } = await saveOn(
    ["2026-01-05"],
    "Visited the dentist",
    "- Visited the dentist\n",
  );
  expect(statuses).toEqual(["known"]);
});
