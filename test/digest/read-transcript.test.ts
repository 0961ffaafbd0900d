import { expect, test } from "vitest";
import { readTranscript } from "../../src/digest/read-transcript.ts";
import { LociError } from "../../src/errors.ts";
import { fc } from "../fast-check.ts";

const said = (text: string, me?: string): string[] =>
  readTranscript(text, me).flatMap((messages) => messages.map((m) => `${m.role}: ${m.content}`));

test.each<[string, readonly string[], string?]>([
  [
    "Me: I moved to Reus\nand I like it\nLoci: Noted\n",
    ["user: I moved to Reus\nand I like it", "assistant: Noted"],
  ],
  ["**Ana:** Hola\n**ChatGPT:** Hola, Ana", ["user: Hola", "assistant: Hola, Ana"]],
  ["Joan: bon dia\nMarta: visc a Reus", ["assistant: bon dia", "user: visc a Reus"], "marta"],
  [
    "I moved to Reus.\n\nNote: the key is under the pot",
    ["user: I moved to Reus.", "user: Note: the key is under the pot"],
  ],
  ["Me:   I moved\u2028to Reus \nLoci: Noted", ["user: I moved\u2028to Reus", "assistant: Noted"]],
])("readTranscript() tells who speaks in the plain text %j", (text, messages, me) => {
  expect(said(text, me)).toEqual(messages);
});

test("readTranscript() reads JSON lines, lists of messages and the events of chat", () => {
  const lines =
    '{"role":"user","content":"hi","at":"2026-02-10T10:00:00Z"}\n{"role":"assistant","content":"hello"}\n';
  expect(said(lines)).toEqual(["user: hi", "assistant: hello"]);
  expect(readTranscript(lines)[0]?.[0]?.at).toBe(Date.parse("2026-02-10T10:00:00Z"));
  expect(
    said(
      '[{"role":"user","content":[{"type":"text","text":"hi"}]},{"role":"system","content":"x"}]',
    ),
  ).toEqual(["user: hi"]);
  expect(
    said('{"type":"session","id":"1"}\n{"type":"message","role":"user","content":"hi"}'),
  ).toEqual(["user: hi"]);
});

test("readTranscript() follows the current branch of a ChatGPT export", () => {
  const node = (parent: string | null, role: string, text: string) => ({
    parent,
    message: {
      author: { role },
      create_time: 1_770_000_000.5,
      content: { content_type: "text", parts: [text] },
    },
  });
  const export_ = [
    {
      title: "Moving",
      current_node: "c",
      mapping: {
        root: { parent: null, message: null },
        a: node("root", "user", "I moved to Reus"),
        b: node("a", "assistant", "An answer that was thrown away"),
        c: node("a", "assistant", "How nice"),
      },
    },
    { title: "Empty", mapping: {}, current_node: "x" },
  ];
  const found = readTranscript(JSON.stringify(export_));
  expect(found).toEqual([
    [
      { role: "user", content: "I moved to Reus", at: 1_770_000_000_500 },
      { role: "assistant", content: "How nice", at: 1_770_000_000_500 },
    ],
  ]);
});

test("readTranscript() dates a message without a time like the one before it", () => {
  const at = "2025-03-01T10:00:00Z";
  const [first, later] = [Date.parse(at), Date.parse("2025-03-02T10:00:00Z")];
  const told = [{}, { at }, {}, { at: null }, { at: later / 1_000 }, {}];
  const messages = told.map((one) => ({ role: "user", content: "x", ...one }));
  const times = readTranscript(JSON.stringify(messages))
    .flat()
    .map((message) => message.at);
  expect(times).toEqual([undefined, first, first, first, later, later]);
});

test.each([
  ["content", ["user: hi"]],
  ["role", ["user: hi"]],
  ["at", ["user: hi", "user: ho"]],
])("readTranscript() reads past a message whose %s is nested without an end", (name, read) => {
  for (const [open, close] of [
    ["[", "]"],
    ['{"text":', "}"],
  ] as const) {
    const deep = `${open.repeat(100_000)}"x"${close.repeat(100_000)}`;
    const nested = `{"role":"user","content":"ho","${name}":${deep}}`;
    expect(said(`[{"role":"user","content":"hi"},${nested}]`)).toEqual(read);
  }
});

test("readTranscript() survives a branch that runs in a circle", () => {
  const circle = {
    current_node: "a",
    mapping: {
      a: { parent: "b", message: { author: { role: "user" }, content: "x" } },
      b: { parent: "a" },
    },
  };
  expect(said(JSON.stringify([circle]))).toEqual(["user: x"]);
});

test.each([
  ["an empty file", "", "nobody says anything"],
  ["a broken line", '{"role":"user","content":"x"}\n{"role":', "line 2"],
  ["a name that is not there", "Joan: a\nMarta: b", 'called "Pere"; there are Joan, Marta', "Pere"],
  ["only an assistant", '[{"role":"assistant","content":"x"}]', "nobody says anything"],
])("readTranscript() says what is wrong with %s", (_, text, words, me?: string) => {
  expect(() => readTranscript(text, me)).toThrow(words);
});

test("readTranscript() reads or refuses any text", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      try {
        for (const messages of readTranscript(text)) {
          expect(messages.every(({ content }) => content.trim() !== "")).toBe(true);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(LociError);
      }
    }),
  );
});
