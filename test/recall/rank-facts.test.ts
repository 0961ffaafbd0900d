import { expect, test } from "vitest";
import { type OwnEntry, ownEntries } from "../../src/index/entries.ts";
import { rankFacts } from "../../src/recall/rank-facts.ts";
import type { Viewer } from "../../src/vault/topic/viewer.ts";
import { useIndex } from "./fill-index.ts";

const files = {
  "people/ana/topics/life.md": `# Life

- Ana drinks her coffee black
- Lives in Reus (2024-02-01) [key:: home_city]
- Lives in Lisbon (2026-10-01) [key:: home_city]
- Allergic to penicillin (2020-01-01) [importance:: 1]
- Prefers short answers (2026-01-01) #preference
- The safe opens with 4711 [sensitivity:: secret] [importance:: 1]
- Rents a garage (2024-01-01) [until:: 2025-12-31] [importance:: 1]
- ~~Works at the bakery~~ (2024-01-01) [key:: employer] [superseded:: abc]
`,
  "people/ben/topics/life.md": "# Life\n\n- Ben is in debt [importance:: 1]\n",
  "topics/house.md":
    "# House\n\n- The boiler is in the cellar [importance:: 0.9]\n- Sleeps badly [person:: ana]\n- Is afraid of dogs [person:: ben]\n",
  "archive/topics/old.md": "# Old\n\n- The old flat had a balcony [importance:: 1]\n",
};

const factsOf = (viewer: Viewer, limit = 20, given: Record<string, string> = files): string[] =>
  rankFacts(ownEntries(useIndex(given), viewer, { today: "2026-11-23", limit: 200 }), limit).map(
    ({ text }) => text,
  );

test("rankFacts() of a person: theirs first, what is vital and keyed before the rest, one line a key", () => {
  const facts = factsOf({ person: "ana" });
  expect(facts.slice(0, 4)).toEqual([
    expect.stringMatching(/penicillin|4711/),
    expect.stringMatching(/penicillin|4711/),
    "Lives in Lisbon",
    expect.stringContaining("short answers"),
  ]);
  expect(facts.at(-1)).toBe("The boiler is in the cellar");
  expect(facts.join("\n")).not.toMatch(/Reus|garage|bakery|balcony/);
});

test.each([
  [{ person: "ana" }, /debt|dogs/],
  [{ person: "ben" }, /penicillin|Lisbon|badly/],
  [{}, /penicillin|debt|badly|dogs/],
  [{ person: "ana", agent: "cook" }, /debt|dogs/],
])("rankFacts() of %j has nothing that is another's", (viewer, hidden) => {
  const facts = factsOf(viewer);
  expect(facts).toContain("The boiler is in the cellar");
  expect(facts.join("\n")).not.toMatch(hidden);
});

test("ownEntries() says what is secret and what is the viewer's own", () => {
  const found = ownEntries(useIndex(files), { person: "ana" }, { today: "2026-11-23", limit: 200 });
  const marked = (is: keyof OwnEntry): string[] =>
    found.flatMap((entry) => (entry[is] === true ? entry.text : []));
  expect(marked("isSecret").join()).toContain("4711");
  expect(marked("isSecret")).toHaveLength(1);
  expect(marked("isOwn")).not.toContain("The boiler is in the cellar");
  expect(marked("isOwn")).toContain("Sleeps badly");
  expect(marked("isPreference")).toHaveLength(1);
});

test("rankFacts() keeps to its limit and says a text once", () => {
  expect(factsOf({ person: "ana" }, 2)).toHaveLength(2);
  expect(factsOf({}, 0)).toEqual([]);
  const twice = { "topics/a.md": "- Likes tea\n", "topics/b.md": "- Likes tea\n- Runs\n" };
  expect(factsOf({}, 9, twice).sort()).toEqual(["Likes tea", "Runs"]);
});

test("ownEntries() takes the marked lines before any newer one where there is no room for all", () => {
  const plain = Array.from({ length: 50 }, (_, i) => `- Plain line ${i} (2026-10-10)`).join("\n");
  const given = { "topics/a.md": `${plain}\n- Blood type O (2001-01-01) [key:: blood_type]\n` };
  const [first, ...rest] = ownEntries(useIndex(given), {}, { today: "2026-11-23", limit: 5 });
  expect(first?.key).toBe("blood_type");
  expect(rest).toHaveLength(4);
});

test("ownEntries() passes over an importance that is no number", () => {
  const given = { "topics/a.md": "- Odd [importance:: very]\n- Much [importance:: 7]\n" };
  const found = ownEntries(useIndex(given), {}, { today: "2026-11-23", limit: 5 });
  expect(found.map(({ importance }) => importance).sort()).toEqual([1, undefined]);
});

test("rankFacts(): a shared line takes the place of no own one, and none the place of a protected one", () => {
  const facts = factsOf({ person: "ana" }, 20, {
    "people/ana/topics/me.md":
      "- Lives in Reus (2024-01-01) [key:: home_city]\n- Allergic to nuts (2024-01-01) [key:: diet] #protected\n- Eats fish (2026-01-01) [key:: diet]\n",
    "topics/x.md":
      "- Eats everything (2026-10-01) [key:: diet]\n- They live in Soria (2026-10-01) [key:: home_city]\n- Drives a van (2026-10-01) [key:: car]\n",
  });
  expect(facts.toSorted()).toEqual([
    "Allergic to nuts",
    "Drives a van",
    "Eats fish",
    "Lives in Reus",
  ]);
});

test("ownEntries(): however many lines there are of others, one's own and what is vital come first", () => {
  const others = Array.from(
    { length: 30 },
    (_, i) => `- Gadget ${i} is blue (2026-10-01) [importance:: 0.1]`,
  );
  const index = useIndex({
    "people/ana/topics/me.md": "- Sings alto (2019-01-01)\n- Allergic to nuts #protected\n",
    "topics/x.md": `${others.join("\n")}\n- Gas shut-off under the stairs [importance:: 0.9]\n`,
  });
  const found = ownEntries(index, { person: "ana" }, { today: "2026-11-23", limit: 3 });
  expect(found.map(({ text }) => text)).toEqual([
    expect.stringContaining("nuts"),
    "Sings alto",
    expect.stringContaining("Gas"),
  ]);
});
