import { expect, test } from "vitest";
import { leavingBy } from "../../src/upkeep/steps.ts";
import { useVault } from "../temp.ts";
import { contradictions, lookAlikes } from "./alike-pairs.ts";
import { filesIn, portsOf, runUpkeep } from "./upkeep-ports.ts";

const said = (text: string, day: string, more = ""): string =>
  `- ${text} (2026-01-${day}) [source:: s${day}]${more}\n`;

/** What a sweep moves of these files, as text and why. */
async function sweep(
  files: Record<string, string>,
  options: {
    dedup?: boolean;
    modelVectorsOf?: (title: string, texts: readonly string[]) => readonly Float32Array[];
  } = {},
) {
  const root = useVault(files);
  const run = await runUpkeep(
    portsOf(root, { dedup: true, ...options, prune: { enabled: false } }),
  );
  const steps = run.steps.flatMap(leavingBy);
  const whys = steps.map(({ archived }) => /\[archived-why:: (.*?)\]/.exec(archived)?.[1]);
  return { texts: steps.map(({ text }) => text), whys, files: filesIn(root) };
}

test("what was learned twice in the same words is there once, and the archive says as what", async () => {
  const first = said("Likes green tea", "02");
  const { texts, whys, files } = await sweep({
    "topics/tea.md": first + said("Likes the green tea", "02", " ^tea"),
    "topics/drinks.md": "- Likes green teas [source:: s9]\n",
  });
  expect(texts.toSorted()).toEqual(["Likes green teas", "Likes the green tea"]);
  expect(whys).toEqual(
    expect.arrayContaining([expect.stringMatching(/^same as \^\w+ in topics\/tea.md$/)]),
  );
  expect(files["topics/tea.md"]).toBe(first);
  expect(files["archive/topics/tea.md"]).toContain("^tea");
});

const tea = (more = ""): string => said("Likes green tea", "01", more);
const dentist = (day: string): string => said("Visited the dentist", day);

test.each([
  ["what happened on another day", dentist("05"), dentist("20")],
  ["what is secret", tea(" [sensitivity:: secret]"), tea()],
  ["what is in another bank", tea(" [bank:: Work]"), tea(" [bank:: Health]")],
  ["what has another key", tea(" [key:: tea]"), tea(" [key:: drink]")],
  ["a contradiction", tea(), said("Does not like green tea", "01")],
  ["another number", said("Runs 5 km on Sundays", "01"), said("Runs 6 km on Sundays", "01")],
  ["another name", said("Marta lives in Reus", "01"), said("Pau lives in Reus", "01")],
  ["another order", said("Marta phoned Pau", "01"), said("Pau phoned Marta", "01")],
  ["somebody else's", tea(), tea(" [person:: Ben]")],
  [
    "a short preference in other words",
    said(
      "Drinks the tea green with lemon juice and two spoons of the brown cane sugar",
      "01",
      " #preference",
    ),
    said(
      "Drinks tea green with lemon juice and two large spoons of the brown cane sugar",
      "02",
      " #preference",
    ),
  ],
  ["what people wrote", "- Likes green tea (2026-01-01)\n", "- Likes green tea (2026-01-02)\n"],
  ["what says more", tea(), tea(" #health")],
  ["what was struck", "- ~~Likes green tea~~ (2026-01-01) [source:: s] [superseded:: ^x]\n", tea()],
])("%s stays", async (_, one, other) => {
  const files = { "topics/tea.md": one + other };
  const swept = await sweep(files);
  expect(swept.files).toEqual(files);
});

test("what is protected stays, and what says the same goes", async () => {
  const fixed = tea(" #protected");
  const { files } = await sweep({ "topics/tea.md": tea() + fixed });
  expect(files["topics/tea.md"]).toBe(fixed);
});

test("nothing is put together across scopes, nor where it is switched off", async () => {
  const files = {
    "topics/tea.md": said("Likes tea", "01"),
    "people/ana/topics/tea.md": said("Likes tea", "01"),
  };
  expect((await sweep(files)).texts).toEqual([]);
  const twice = { "topics/tea.md": said("Likes tea", "01") + said("Likes tea", "01") };
  expect((await sweep(twice, { dedup: false })).files).toEqual(twice);
  expect((await sweep(twice)).texts).toEqual(["Likes tea"]);
});

const long =
  "Keeps the spare key of the summer house in a tin under the blue flowerpot by the door";

test("the newest of nearly the same words stays, and of a general fact the newest of several days", async () => {
  const newest = said(long.replace("spare key", "old spare key"), "05");
  const { files, texts } = await sweep({ "topics/home.md": said(long, "03") + newest });
  expect(texts).toEqual([long]);
  expect(files["topics/home.md"]).toBe(newest);
  const later = said("Likes green tea", "20");
  const swept = await sweep({ "topics/tea.md": said("Likes green tea", "02") + later });
  expect(swept.files["topics/tea.md"]).toBe(later);
});

test("pairs that were written down first as contradictions or look-alikes stay, whatever vectors say", async () => {
  const vectors = { modelVectorsOf: () => [Float32Array.of(1)] };
  for (const [one, other] of contradictions) {
    expect(
      (await sweep({ "topics/a.md": said(one, "01") + said(other, "01") }, vectors)).texts,
    ).toEqual([]);
  }
  for (const [one, other] of lookAlikes) {
    expect((await sweep({ "topics/a.md": said(one, "01") + said(other, "01") })).texts).toEqual([]);
  }
});

test("a model's vectors make one of lines that share most words, unless numbers, negation or names differ", async () => {
  const [old, newer] = ["Walks the dog along the river", "Strolls the dog along the river"];
  const alike = { "topics/a.md": said(old, "01") + said(newer, "02") };
  const at = (cosine: number) => ({
    modelVectorsOf: (_: string, [text]: readonly string[]) => [
      text === old ? Float32Array.of(1, 0) : Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2)),
    ],
  });
  expect((await sweep(alike, at(0.96))).texts).toEqual([]);
  expect((await sweep(alike, at(0.98))).texts).toEqual([old]);
  expect((await sweep(alike)).texts).toEqual([]);
});
