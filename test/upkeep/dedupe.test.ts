import { expect, test } from "vitest";
import { runUpkeep } from "../../src/upkeep/run-upkeep.ts";
import { useVault } from "../temp.ts";
import { filesIn, portsOf } from "./upkeep-ports.ts";

const said = (text: string, day: string, more = ""): string =>
  `- ${text} (2026-01-${day}) [source:: s${day}]${more}\n`;

/** What a sweep moves of these files, as text and why. */
async function sweep(files: Record<string, string>, dedup = true) {
  const root = useVault(files);
  const { steps } = await runUpkeep(portsOf(root, { dedup, prune: { enabled: false } }));
  const whys = steps.map(({ archived }) => /\[archived-why:: (.*?)\]/.exec(archived)?.[1]);
  return { texts: steps.map(({ text }) => text), whys, files: filesIn(root) };
}

test("what was learned twice in the same words is there once, and the archive says as what", async () => {
  const one = said("Likes the green tea", "05", " ^tea");
  const { texts, whys, files } = await sweep({
    "topics/tea.md": one + said("Likes green tea", "02"),
    "topics/drinks.md": said("Likes green teas", "09"),
  });
  expect(texts).toEqual(["Likes the green tea", "Likes green teas"]);
  expect(whys[1]).toMatch(/^same as \^\w+ in topics\/tea.md$/);
  expect(files["topics/tea.md"]).toBe(said("Likes green tea", "02"));
  expect(files["archive/topics/tea.md"]).toContain("^tea");
});

test.each([
  ["a contradiction", said("Likes green tea", "01"), said("Does not like green tea", "02")],
  ["another number", said("Runs 5 km on Sundays", "01"), said("Runs 6 km on Sundays", "02")],
  ["another name", said("Marta lives in Reus", "01"), said("Pau lives in Reus", "02")],
  ["another order", said("Marta phoned Pau", "01"), said("Pau phoned Marta", "02")],
  [
    "somebody else's",
    said("Likes green tea", "01"),
    said("Likes green tea", "02", " [person:: Ben]"),
  ],
  ["what people wrote", "- Likes green tea (2026-01-01)\n", "- Likes green tea (2026-01-02)\n"],
  [
    "what is protected",
    said("Likes green tea", "01"),
    said("Likes green tea", "02", " #protected"),
  ],
  ["what says more", said("Likes green tea", "01"), said("Likes green tea", "02", " #health")],
  [
    "what was struck",
    `- ~~Likes green tea~~ (2026-01-01) [source:: s] [superseded:: ^x]\n`,
    said("Likes green tea", "02"),
  ],
])("%s stays", async (_, one, other) => {
  const files = { "topics/tea.md": one + other };
  const swept = await sweep(files);
  const isKept = swept.texts.length === 0 || swept.files["topics/tea.md"] === other;
  expect(isKept, JSON.stringify(swept)).toBe(true);
});

test("nothing is put together across scopes, nor where it is switched off", async () => {
  const files = {
    "topics/tea.md": said("Likes tea", "01"),
    "people/ana/topics/tea.md": said("Likes tea", "02"),
  };
  expect((await sweep(files)).texts).toEqual([]);
  const twice = { "topics/tea.md": said("Likes tea", "01") + said("Likes tea", "02") };
  expect((await sweep(twice, false)).files).toEqual(twice);
  expect((await sweep(twice)).texts).toEqual(["Likes tea"]);
});
