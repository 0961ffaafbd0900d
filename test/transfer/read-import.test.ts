import { expect, test } from "vitest";
import { readJsonImport } from "../../src/transfer/read-json.ts";
import { readNotes } from "../../src/transfer/read-notes.ts";

const note = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });

test.each([
  ["wrapped in results", (list: unknown[]) => JSON.stringify({ results: list, relations: [] })],
  ["a list", (list: unknown[]) => JSON.stringify(list)],
  ["wrapped in memories", (list: unknown[]) => JSON.stringify({ memories: list })],
  ["a line each", (list: unknown[]) => list.map((one) => JSON.stringify(one)).join("\n")],
])("mem0's memories, %s, keep day, category, owner", (_, wrap) => {
  const text = wrap([
    {
      id: "a1",
      memory: "Name is Alex",
      hash: "x",
      metadata: null,
      created_at: "2024-07-26T08:31:03.486168-07:00",
      updated_at: null,
      user_id: "alex",
      categories: ["personal_details", "who is it"],
    },
    { id: "a2", memory: "Enjoys basketball", agent_id: "coach" },
    { id: "a3", text: "in another form" },
  ]);
  const { kind, memories, leftOut } = readJsonImport("mem0.json", text);
  expect(kind).toBe("mem0");
  expect(memories).toEqual([
    {
      ...{ text: "Name is Alex", from: "a1", topic: "personal details", date: "2024-07-26" },
      ...{ tags: ["who-is-it"], person: "alex" },
    },
    { text: "Enjoys basketball", from: "a2", topic: "imported", agent: "coach" },
  ]);
  expect(leftOut).toEqual([
    { from: expect.stringMatching(/3$/), reason: "it has no text (memory)" },
  ]);
});

const graph = [
  { type: "entity", name: "John_Smith", entityType: "person", observations: ["Speaks Spanish"] },
  { type: "entity", name: "Acme", entityType: "", observations: ["Acme makes anvils"] },
  { type: "relation", from: "John_Smith", to: "Acme", relationType: "works_at" },
];

test.each([
  ["its file", graph.map((one) => JSON.stringify(one)).join("\n")],
  [
    "what read_graph answers",
    JSON.stringify({ entities: graph.slice(0, 2), relations: graph.slice(2) }),
  ],
])("the reference memory server's %s: no observation without whom it is about", (_, text) => {
  const { kind, memories } = readJsonImport("memory.jsonl", text);
  expect(kind).toBe("mcp-memory");
  expect(memories.map(({ text: words, topic }) => [topic, words])).toEqual([
    ["John Smith", "John Smith: Speaks Spanish"],
    ["Acme", "Acme makes anvils"],
    ["John Smith", "John Smith works at Acme"],
  ]);
});

test.each([
  [
    "a line that is not JSON",
    '{"memory":"a"}\n{"memory":\n',
    /line 2 is not JSON; nothing was imported/,
  ],
  ["a ChatGPT export", '[{"mapping":{},"title":"x"}]', /a conversation: "loci digest talk.json"/],
  ["a message a line", '{"role":"user","content":"hi"}\n', /a conversation/],
  ["other JSON", '{"a":1}', /it is none of mem0's JSON/],
  ["nothing", "", /it is none of mem0's JSON/],
  ["a number", "7", /it is none of/],
])("%s is refused with what to do", (_, text, reason) => {
  expect(() => readJsonImport("talk.json", text)).toThrow(reason);
});

test("Basic Memory's observations have their categories as tags, its relations both names", () => {
  const text = `---\ntitle: Coffee Brewing\ntype: note\npermalink: coffee-brewing\ntags: [coffee]\n---\n\n# Coffee Brewing\n\n## Observations\n- [method] Pour over gives more clarity #brewing (from tests)\n- [tip] Water at 94 degrees\n\n## Relations\n- relates_to [[Coffee Beans]]\n- requires [[Proper Grinding Technique|grinding]] (always)\n`;
  const { kind, memories } = readNotes([note("coffee/brewing.md", text)]);
  expect(kind).toBe("basic-memory");
  expect(memories.map(({ text: words, tags }) => [words, tags])).toEqual([
    ["Pour over gives more clarity #brewing (from tests)", ["method", "brewing"]],
    ["Water at 94 degrees", ["tip"]],
    ["Coffee Brewing relates to Coffee Beans", undefined],
    ["Coffee Brewing requires Proper Grinding Technique", undefined],
  ]);
  expect(new Set(memories.map(({ topic }) => topic))).toEqual(new Set(["Coffee Brewing"]));
});

test("OpenClaw's days date what they hold; a title, a file's name, or neither names the topic", () => {
  const { memories } = readNotes([
    note("MEMORY.md", "- Prefers tea\n"),
    note("memory/2026-02-03.md", "- Fixed the boiler\n"),
    note("Boat.md", "The boat lies in Cambrils.\n\nIt needs sails (2026-01-05).\n"),
    note("x.md", "# The garden\n\n- Sage by the wall (2025-05-01)\n"),
  ]);
  expect(memories.map(({ text, topic, date }) => [topic, text, date])).toEqual([
    ["imported", "Prefers tea", undefined],
    ["imported", "Fixed the boiler", "2026-02-03"],
    ["Boat", "The boat lies in Cambrils.", undefined],
    ["Boat", "It needs sails (2026-01-05).", undefined],
    ["The garden", "Sage by the wall", "2025-05-01"],
  ]);
});

test("only list items and prose of a note are memories: code, quotes, callouts and tables are left out", () => {
  const text = [
    ...["---", "title: Trip", "---", "- Packs light", "", "We go by train,", "all of us.", ""],
    ...["> [!note] Tickets", "> - are with Ana", "", "```sh", "echo hi", "", "- no item", "```"],
    ...["", "| a | b |", "|---|---|", "| 1 | 2 |", "", "![[map.png]]", "", "![a map](map.png)", ""],
    ...["%% later %%", "", "$$", "x = y", "$$", "", "<div>x</div>", "", "---", "[a]: b.md", ""],
    ...["1. Book the hotel", "", "The $$ are short, see ![[map.png]]."],
  ].join("\n");
  const { memories, leftOut } = readNotes([note("trip.md", text)]);
  expect(memories.map((one) => [one.from, one.text])).toEqual([
    ["trip.md:4", "Packs light"],
    ["trip.md:37", "Book the hotel"],
    ["trip.md:6", "We go by train,\nall of us."],
    ["trip.md:39", "The $$ are short, see ![[map.png]]."],
  ]);
  expect(leftOut.map(({ from }) => from)).toEqual(
    [9, 12, 18, 22, 24, 26, 28, 32].map((line) => `trip.md:${line}`),
  );
  expect(leftOut[0]?.reason).toMatch(/^it is neither a list item nor prose/);
});

test("what is secret or somebody's stays so; what is struck is left out", () => {
  const { memories, leftOut } = readNotes([
    note(
      "a.md",
      `- The code is 4711 [sensitivity:: secret]\n- Snores [person:: ben]\n- ~~Lives in Reus~~ [superseded:: ^x]\n\nA secret paragraph [sensitivity:: secret]\n`,
    ),
    note("b.md", "---\nsensitivity: secret\n---\n- All of it\n"),
  ]);
  expect(
    memories.map(({ text, fields, person }) => [text.slice(0, 20), fields?.sensitivity, person]),
  ).toEqual([
    ["The code is 4711", "secret", undefined],
    ["Snores", undefined, "ben"],
    ["A secret paragraph [", "secret", undefined],
    ["All of it", "secret", undefined],
  ]);
  expect(leftOut.map(({ reason }) => reason)).toEqual([expect.stringContaining("struck")]);
});
