import { expect, test } from "vitest";
import { findTopics } from "../../src/index/overview.ts";
import { type RecallOptions, recall } from "../../src/recall/recall.ts";
import { useIndex } from "./fill-index.ts";

const everything: RecallOptions = { limit: 10, filter: {}, viewer: { allPeople: true } };

/** A vault as Obsidian keeps one: names in words, sections without a title above, links by name. */
const notes = {
  "Projects/Project Alpha.md": "## Tasks\n\n- Ask Ben for the drawings\n- Order steel\n",
  "Projects/Project Beta.md": "## Tasks\n\n- Ask Ana for the drawings\n",
  "Projects/Überblick Größe.md": "## Tasks\n\n- Count the rooms\n",
  "Projects/ACME Corp.md": "## Contacts\n\n- Ring on weekdays\n",
  "Projects/会議メモ.md": "## Tasks\n\n- Print the agenda\n",
  "Daily/2026-11-22.md":
    "## Tasks\n\n- Talked about [[Project Alpha]]: Project Alpha is late\n- [[2026-11-23]] is free\n",
  "Daily/2026-11-23.md": "## Tasks\n\n- Bought bread\n",
  "Daily/2026-11-24.md": "## Tasks\n\n- Sold the bike\n",
  "Roadmap.md":
    "# The plan\n\n- Project Alpha comes before Project Beta, said ACME Corp\n- Project Alpha, Project Alpha, Project Alpha\n",
  "People/ben.md": "---\naliases: [Benjamin Ortiz]\n---\n## Notes\n\n- Likes tea\n",
};

const firstFile = (files: Readonly<Record<string, string>>, question: string) =>
  recall(useIndex(files), question, everything)[0]?.file;

test.each([
  ["Project Alpha", "Projects/Project Alpha.md"],
  ["project alpha", "Projects/Project Alpha.md"],
  ["Project Beta", "Projects/Project Beta.md"],
  ["uberblick grosse", "Projects/Überblick Größe.md"],
  ["acme corp", "Projects/ACME Corp.md"],
  ["会議メモ", "Projects/会議メモ.md"],
  ["2026-11-23", "Daily/2026-11-23.md"],
  ["23 November 2026", "Daily/2026-11-23.md"],
  ["Benjamin Ortiz", "People/ben.md"],
  ["ben", "People/ben.md"],
  ["the plan", "Roadmap.md"],
])(
  "recall() finds the file of which %j is the name, before those that speak of it",
  (name, file) => {
    expect(firstFile(notes, name)).toBe(file);
  },
);

test("recall() finds a file by its name among a thousand that share the words", () => {
  const files = Object.fromEntries(
    Array.from({ length: 1000 }, (_, i) => [
      `Work/Meeting ${i % 40} of team ${Math.floor(i / 40)}.md`,
      `## Tasks\n\n- Point ${i} was settled\n- See [[Meeting ${(i + 1) % 40} of team 7]]\n`,
    ]),
  );
  expect(firstFile(files, "Meeting 13 of team 7")).toBe("Work/Meeting 13 of team 7.md");
  const [hit] = recall(useIndex(files), "Point 733", everything);
  expect(hit?.text).toBe("Point 733 was settled");
});

test.each([
  ["Project Alpha", "Projects/Project Alpha.md"],
  ["project alpha", "Projects/Project Alpha.md"],
  ["überblick größe", "Projects/Überblick Größe.md"],
  ["2026-11-23", "Daily/2026-11-23.md"],
  ["benjamin ortiz", "People/ben.md"],
  ["Projects/ACME Corp.md", "Projects/ACME Corp.md"],
])("findTopics() needs no folder for %j", (name, file) => {
  expect(findTopics(useIndex(notes), everything.viewer, name)[0]).toMatchObject({ file });
});

test("recall() takes what a question asks besides a file's name for more than the name", () => {
  const [hit] = recall(useIndex(notes), "is Project Alpha late?", everything);
  expect(hit?.text).toContain("Project Alpha is late");
});

test("recall() lets nothing pass that only stands beside what answers, or in its file", () => {
  const files = {
    "topics/garden.md":
      "# Garden\n\n- The roses need pruning in March\n- Ben came by on Monday\n- The gate squeaks\n\nA note about nothing.\n",
  };
  const hits = recall(useIndex(files), "when do the roses need pruning?", {
    ...everything,
    floor: 0,
  });
  expect(hits.map(({ text }) => text)).toEqual(["The roses need pruning in March"]);
});
