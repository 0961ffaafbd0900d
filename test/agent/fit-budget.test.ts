import { expect, test } from "vitest";
import { countTokens } from "../../src/agent/count-tokens.ts";
import { fitBudget, requestTokens, type Unfitted } from "../../src/agent/fit-budget.ts";
import type { PromptParts } from "../../src/agent/prompt-layers.ts";
import type { ThreadMessage } from "../../src/agent/thread.ts";
import { toolsFor } from "../../src/agent/tools.ts";
import type { ModelMessage } from "../../src/models/respond.ts";
import { cpuMs } from "../cpu-ms.ts";
import { fc } from "../fast-check.ts";

const agents = new Map(["loci", "chef"].map((id) => [id, { id, persona: "", banks: [] }]));
const tools = toolsFor(
  { memory: { reads: true, writes: true }, agents, banks: ["Personal", "Health"] },
  "loci",
);

const bare: PromptParts = {
  persona: "You are Loci.",
  speaker: "",
  language: "en",
  mode: "text",
  now: "2026-02-12T14:30:00",
  writes: true,
  recent: [],
  memories: [],
  topic: undefined,
  blind: false,
  profile: "",
  facts: [],
  slots: [],
  resolved: [],
  toolOutputs: [],
  behaviours: [],
  switches: [],
  handoff: undefined,
  saved: [],
  reminders: [],
  earlier: [],
};

function thread(...messages: readonly ModelMessage[]): ThreadMessage[] {
  return messages.map((message, index) => ({ id: index + 1, message }));
}

const user = (content: string): ModelMessage => ({ role: "user", content });
const assistant = (content: string): ModelMessage => ({ role: "assistant", content });
const call = (id: string): ModelMessage => ({
  role: "assistant",
  content: "",
  toolCalls: [{ id, name: "recall", arguments: '{"query":"rice"}' }],
});
const result = (callId: string, content: string): ModelMessage => ({
  role: "tool",
  callId,
  content,
});
const talk = (count: number): ModelMessage[] =>
  Array.from({ length: count }, (_, n) =>
    n % 2 === 0
      ? user(`Question ${n} ${"rice ".repeat(40)}`)
      : assistant(`Answer ${n} ${"oven ".repeat(40)}`),
  );

const words = (count: number): string => "some words about rice and ovens ".repeat(count);

function memory(n: number) {
  const line = { text: `Memory ${n}: ${words(2)}`, date: `2026-01-${String(n).padStart(2, "0")}` };
  return { ...line, topic: "t", file: "topics/t.md", line: n, bank: "" };
}

function squeeze(given: Partial<Unfitted>, contextTokens: number) {
  const request = { parts: bare, thread: [], tools, summary: undefined, ...given };
  const fitted = fitBudget(request, contextTokens, countTokens);
  const cost = requestTokens(fitted.messages, fitted.tools, countTokens);
  expect(cost).toBeLessThanOrEqual(contextTokens);
  return { ...fitted, cost, system: fitted.messages[0]?.content ?? "" };
}

test("fitBudget() leaves what fits as it is", () => {
  const messages = talk(5);
  const fitted = squeeze({ thread: thread(...messages) }, 8_000);
  expect(fitted.messages.slice(1)).toEqual(messages);
  expect(fitted).toMatchObject({ tools, dropped: [], degradations: [] });
});

test("fitBudget() keeps the last three messages and the newest before them, and shortens the rest", () => {
  const messages = talk(41);
  const fitted = squeeze({ thread: thread(...messages) }, 2_500);
  const kept = fitted.messages.slice(1);
  expect(kept).toEqual(messages.slice(-kept.length));
  expect(kept.length).toBeGreaterThan(3);
  expect(fitted.dropped).toHaveLength(messages.length - kept.length);
  expect(fitted.system).toContain("<earlier>");
  expect(fitted.degradations).toEqual(["older messages summarized to save space"]);
  expect(fitted.cost).toBeGreaterThan(2_000);
});

test("fitBudget() takes a model's summary as far as it reaches, and what was said since", () => {
  const given = { thread: thread(...talk(41)), summary: { upTo: 20, text: "They spoke of rice." } };
  const { system, dropped } = squeeze(given, 2_500);
  expect(system).toContain('{"who":"summary","said":"They spoke of rice."}');
  expect(dropped.length).toBeGreaterThan(20);
  expect(system).toContain('"said":"Question 22');
  expect(system).not.toContain("Question 18");
});

test("fitBudget() never tears a call from its result", () => {
  for (let room = 1_000; room < 3_000; room += 37) {
    const rounds = ["a", "b", "c", "d"].flatMap((id) => [
      user(`Look for ${id} ${words(8)}`),
      call(id),
      result(id, words(20)),
      assistant(words(4)),
    ]);
    const { messages } = squeeze({ thread: thread(...rounds, user("And now?")) }, room);
    const calls = messages.flatMap((m) => (m.role === "assistant" ? (m.toolCalls ?? []) : []));
    const results = messages.flatMap((m) => (m.role === "tool" ? [m.callId] : []));
    expect(results).toEqual(calls.map(({ id }) => id));
    expect(messages.at(-1)).toEqual(user("And now?"));
  }
});

test("fitBudget() keeps the person's request through many rounds of tools", () => {
  const rounds = Array.from({ length: 12 }, (_, n) => [
    call(`${n}`),
    result(`${n}`, words(60)),
  ]).flat();
  const { messages } = squeeze({ thread: thread(user("Find the oven"), ...rounds) }, 2_000);
  expect(messages[1]).toEqual(user("Find the oven"));
  expect(messages.at(-1)?.role).toBe("tool");
});

test("fitBudget() cuts a giant last message with a mark, and leaves the memories in", () => {
  const memories = Array.from({ length: 10 }, (_, n) => memory(n + 1));
  const given = { parts: { ...bare, memories }, thread: thread(user(words(50_000))) };
  const startedAt = cpuMs();
  const { messages, system, degradations } = squeeze(given, 4_000);
  expect(cpuMs() - startedAt).toBeLessThan(2_000);
  expect(messages[1]?.content).toMatch(/^some words.*\[… \d+ characters left out …\].*ovens $/s);
  expect(system).toContain("Memory 1:");
  expect(degradations).toEqual(["long messages cut to save space"]);
});

test("fitBudget() finds room in the smallest contexts too", () => {
  for (let room = 1_000; room < 2_000; room += 13) {
    const parts = { ...bare, persona: words(20) };
    const { messages } = squeeze({ parts, thread: thread(user(words(3_000))) }, room);
    expect(messages[1]?.content).toMatch(/^some words.*left out/s);
  }
});

test("fitBudget() gives up layers in their order, each wholly before the next", () => {
  const memories = Array.from({ length: 20 }, (_, n) => memory(n + 1));
  const parts: PromptParts = {
    ...bare,
    memories,
    recent: Array.from({ length: 10 }, (_, n) => ({ topic: `r${n}`, ago: "", summary: words(1) })),
    resolved: [{ date: "", topic: "", summary: `resolved ${words(3)}` }],
    profile: `profile ${words(10)}`,
    facts: [{ ...memory(99), text: `Own fact ${words(1)}` }],
    slots: [["slot", words(1)]],
    handoff: { from: "chef", context: `context ${words(1)}` },
    persona: `Persona ${words(3)}`,
  };
  const marks = [
    "resolved ",
    '"r9"',
    '"r0"',
    "profile ",
    "Memory 1:",
    "Memory 20:",
    "Own fact ",
    '"slot"',
    "context ",
  ];
  const gone = new Map<string, number>();
  for (let room = 4_000; room >= 1_000; room -= 25) {
    const { system } = squeeze({ parts, thread: thread(user("hi")), tools: [] }, room);
    for (const mark of marks) {
      if (!system.includes(mark) && !gone.has(mark)) gone.set(mark, room);
    }
    expect(system).toContain("Persona some words");
  }
  const order = [...gone].sort((a, b) => b[1] - a[1]).map(([mark]) => mark);
  expect(order).toEqual(marks.slice(0, order.length));
  expect(order.length).toBeGreaterThanOrEqual(5);
});

test("fitBudget() keeps a topic's lines that are to be kept, then its newest", () => {
  const lines = Array.from({ length: 30 }, (_, n) => ({ ...memory(n + 1), keep: n === 0 }));
  const topic = { topic: "t", title: "T", summary: "", file: "topics/t.md", lines };
  const { system } = squeeze({ parts: { ...bare, topic }, thread: thread(user("hi")) }, 1_800);
  expect(system).toContain("Memory 1:");
  expect(system).not.toContain("Memory 2:");
  expect(system).toContain("Memory 30:");
});

test("fitBudget() never exceeds the room, whatever is in the request", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 3_000 }),
    fc.nat(3_000).map((n) => "अ".repeat(n)),
    fc.nat(400).map(words),
    fc.nat(6_000).map((n) => "Zm9v".repeat(n)),
  );
  const message = fc.oneof(
    text.map(user),
    text.map(assistant),
    fc.tuple(text, text).map(([args, id]) => ({
      role: "assistant" as const,
      content: "",
      toolCalls: [{ id: id.slice(0, 20), name: "recall", arguments: args }],
    })),
  );
  const parts = fc.record({
    persona: text,
    profile: text,
    memory: text,
    slot: text,
    context: text,
  });
  fc.assert(
    fc.property(
      fc.array(message, { minLength: 1, maxLength: 8 }),
      parts,
      fc.integer({ min: 1_000, max: 6_000 }),
      (messages, given, contextTokens) => {
        squeeze(
          {
            thread: thread(...messages),
            parts: {
              ...bare,
              persona: given.persona.slice(0, 8_000),
              profile: given.profile,
              memories: [{ ...memory(1), text: given.memory }],
              slots: [["s", given.slot]],
              handoff: { from: "chef", context: given.context },
            },
          },
          contextTokens,
        );
      },
    ),
    { numRuns: 60 },
  );
});
