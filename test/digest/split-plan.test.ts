import { expect, test } from "vitest";
import { movableEntries, planSplit } from "../../src/digest/split/split-plan.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import { parseTopic } from "../../src/vault/topic/parse-topic.ts";
import type { Entry } from "../../src/vault/topic/topic.ts";
import { drawn, fc } from "../fast-check.ts";
import { oddFiles } from "../vault/fixtures.ts";
import { markdownSoup } from "../vault/markdown/markdown-soup.ts";

const path = toTopicPath("topics/cooking.md");

/** Puts the movable entries into groups by turns: the harshest cut there is. */
function planByTurns(bytes: Uint8Array, groups = 2, from = path) {
  const labels = movableEntries(bytes).map(({ label }) => label);
  const subtopics = Array.from({ length: groups }, (_, i) => ({
    name: `part ${"abcdef"[i]}`,
    summary: "",
    entries: labels.filter((_, at) => at % groups === i),
  }));
  const created = "2026-03-01";
  const plan = planSplit(from, bytes, { subtopics }, { taken: [from], created });
  if (plan === undefined) return undefined;
  const parts = plan.files.filter(({ text }) => text !== plan.general);
  const general = { path: plan.files[parts.length]?.path ?? from, text: plan.general };
  const files = [...parts, general].map(({ text, ...file }) => ({
    ...file,
    bytes: Buffer.from(text),
  }));
  return { files };
}

const keyOf = ({ text, date, fields, tags, blockId, task }: Entry): string =>
  JSON.stringify([text, date, fields, tags, blockId, task]);

function isRewritten(bytes: Uint8Array): boolean {
  try {
    movableEntries(bytes);
    return true;
  } catch {
    return false;
  }
}

function checkPlan(bytes: Uint8Array, from = path): boolean {
  const plan = isRewritten(bytes) ? planByTurns(bytes, 2, from) : undefined;
  if (plan === undefined) return false;
  const parsed = plan.files.map((file) => parseTopic(file.path, file.bytes));
  const before = parseTopic(from, bytes);
  const after = parsed.flatMap(({ entries }) => entries.map(keyOf)).sort();
  expect(after).toEqual(before.entries.map(keyOf).sort());
  // Every line that is not blank is somewhere, and no line of it is anywhere twice.
  const linesOf = (some: Uint8Array): string[] =>
    Buffer.from(some)
      .toString("utf8")
      .split(/\r?\n/)
      .filter((line) => line.trim() !== "");
  const general = plan.files.at(-1);
  const kept = linesOf(general?.bytes ?? new Uint8Array());
  const moved = plan.files.slice(0, -1).flatMap(({ bytes: made }) => {
    const lines = linesOf(made);
    return lines.slice(lines.findIndex((line) => line.startsWith("↑")) + 1);
  });
  const own = linesOf(bytes).filter((line) => !/aliases:/.test(line));
  const all = [...kept, ...moved];
  for (const line of own) {
    const at = all.indexOf(line);
    expect(at, line).toBeGreaterThanOrEqual(0);
    all.splice(at, 1);
  }
  expect(
    all.filter((line) => !/^\ufeff?(?:---|aliases:.*| *- cooking|title: .*)$/.test(line)),
  ).toEqual([]);
  expect(parsed.at(-1)?.title).toBe(before.title);
  if (general?.path !== from) expect(parsed.at(-1)?.frontmatter.aliases).toContain("cooking");
  return true;
}

const head = fc.constantFrom(
  "",
  "# Cooking\n\n",
  "---\ntitle: Cooking\nodd: {a: 1}\n---\n\n",
  "---\n# c\naliases:\n  - recipes\n  - food\ntags: [x]\n---\n# Cooking\n",
  "---\naliases: recipes, meals\n---\n",
  "---\naliases: []\nbank: Health\n---\n\n",
  "\ufeff---\ntitle: 'Cooking'\naliases: [\"a, b\"] # these\n---\n",
);
test("planSplit() makes no plan where a line that goes would change what the next one is", () => {
  const text = "- d\n- a\n- a\n  continued\n2) a\n  - nested\n- a\n- é\n- a\n";
  expect(planByTurns(Buffer.from(text))).toBeUndefined();
});

const entries = Array.from({ length: 8 }, (_, i) => `- entry ${i}\n`).join("");

test("planSplit() puts every entry into exactly one file and keeps all else, whatever Markdown the topic holds", () => {
  let plans = 0;
  const parts = fc.array(markdownSoup, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(head, parts, fc.constantFrom("\n", "\r\n"), (start, soup, eol) => {
      const text = start + soup.join("\n- one\n- two\n- three\n- four\n- five\n- six\n\n");
      if (checkPlan(Buffer.from(text.replaceAll("\n", eol)))) plans++;
    }),
    { numRuns: drawn(600) },
  );
  expect(plans).toBeGreaterThan(10);
  for (const [, bytes] of oddFiles)
    checkPlan(Buffer.concat([bytes, Buffer.from(`\n\n${entries}`)]));
});

test("movableEntries() leaves out what others refer to, what refers to its file, and what is nested", () => {
  const text = `# T

- plain
- has an id ^abc
- ~~struck~~ (2026-02-10) [superseded:: ^abc]
- parent
  - child
- see [[#Ideas]]
- see [the note][ref]
- see [a page](/x)
- see [[other]] and do it
- [ ] a task
- footnote[^1]

[ref]: /x
[^1]: note
`;
  expect(movableEntries(Buffer.from(text)).map(({ label, entry }) => [label, entry.text])).toEqual([
    ["e1", "plain"],
    ["e2", "see [[other]] and do it"],
    ["e3", "a task"],
  ]);
  expect(() => movableEntries(Buffer.from("---\na: [\n---\n- x\n"))).toThrow();
  expect(() => movableEntries(Buffer.from([0xff, 0x2d, 0x20, 0x78]))).toThrow();
});

test.each([
  ["---\ntitle: A\n---\n", "---\ntitle: A\naliases: [cooking]\n---\n"],
  ["---\naliases: [a]\n---\n# T\n", "---\naliases: [a, cooking]\n---\n# T\n"],
  ["---\naliases: [cooking]\n---\n# T\n", "---\naliases: [cooking]\n---\n# T\n"],
  ["---\naliases: 'a, b' # c\n---\n# T\n", "---\naliases: [a, b, cooking] # c\n---\n# T\n"],
])("planSplit() adds the old name to the aliases of %j", (before, after) => {
  const general = planByTurns(Buffer.from(before + entries))?.files.at(-1);
  expect(general?.path).toBe("topics/cooking-general.md");
  expect(general?.bytes.toString()).toBe(after);
});

test.each(["[a,\n  b]", "|\n  a", "\n- a\n- b"])(
  "planSplit() leaves the rest under the old name where the aliases are %j",
  (aliases) => {
    const text = `---\naliases: ${aliases}\n---\n# T\n${entries}`;
    const general = planByTurns(Buffer.from(text))?.files.at(-1);
    expect([general?.path, general?.bytes.toString()]).toEqual([path, text.replace(entries, "")]);
  },
);
