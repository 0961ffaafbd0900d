import { expect, test } from "vitest";
import { readImport } from "../../src/memory/transfer.ts";

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
  const { memories, leftOut } = readImport("mem0.json", text);
  expect(memories).toMatchObject([
    {
      ...{ text: "Name is Alex", topic: "personal details", date: "2024-07-26" },
      ...{ tags: ["who-is-it"], person: "alex" },
    },
    { text: "Enjoys basketball", topic: "imported", agent: "coach" },
  ]);
  expect(leftOut).toEqual([
    { from: expect.stringMatching(/3$/), reason: "it has the form of no memory" },
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
  const { memories } = readImport("memory.jsonl", text);
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
  [
    "a ChatGPT export",
    '[{"mapping":{},"title":"x"}]',
    /of a conversation, "loci digest talk.json"/,
  ],
  ["a message a line", '{"role":"user","content":"hi"}\n', /a conversation/],
  ["other JSON", '{"a":1}', /it is none of mem0's JSON/],
  ["nothing", "", /it is none of mem0's JSON/],
  ["a number", "7", /it is none of/],
])("%s is refused with what to do", (_, text, reason) => {
  expect(() => readImport("talk.json", text)).toThrow(reason);
});
