import { expect, test } from "vitest";
import { fitBudget, type Layer, requestTokens, type Unfitted } from "../../src/agent/budget.ts";
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

/** Words of ours that stay, and what else the prompt has. */
function layersWith(...more: readonly Layer[]): readonly Layer[] {
  return [
    { words: "You are Loci.", share: 0.1 },
    { words: "Never invent a memory. ".repeat(20) },
    { words: "Topics:", tag: "recent_topics", lines: [], share: 0.03 },
    ...more,
    { words: "Before:", tag: "summary", lines: [], share: 0.05 },
    { words: "Since:", tag: "earlier", lines: [], share: 0.1, stays: "last" },
  ];
}

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

function squeeze(given: Partial<Unfitted>, contextTokens: number) {
  const request = { layers: layersWith(), thread: [], tools, summary: undefined, ...given };
  const fitted = fitBudget(request, contextTokens);
  const cost = requestTokens(fitted.messages, fitted.tools);
  expect(cost).toBeLessThanOrEqual(contextTokens);
  return { ...fitted, cost, system: fitted.messages[0]?.content ?? "" };
}

test("fitBudget() leaves what fits as it is", () => {
  const messages = talk(5);
  const fitted = squeeze({ thread: thread(...messages) }, 8_000);
  expect(fitted.messages.slice(1)).toEqual(messages);
  expect(fitted).toMatchObject({ tools, dropped: [], isWhole: true });
});

test("fitBudget() keeps the system prompt and the last three messages, and shortens the middle", () => {
  const messages = talk(41);
  const fitted = squeeze({ thread: thread(...messages) }, 2_500);
  expect(fitted.messages.slice(1)).toEqual(messages.slice(-3));
  expect(fitted.dropped).toHaveLength(messages.length - 3);
  expect(fitted.system).toMatch(/<earlier>\n.*Question 36/s);
  expect(fitted.isWhole).toBe(false);
});

test("fitBudget() takes a model's summary as far as it reaches, and what was said since", () => {
  const given = { thread: thread(...talk(41)), summary: { upTo: 36, text: "They spoke of rice." } };
  const { system } = squeeze(given, 2_500);
  expect(system).toContain('<summary>\n{"text":"They spoke of rice."}\n</summary>');
  expect(system).toContain('"said":"Question 36');
  expect(system).not.toContain("Question 34");
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

const facts = (count: number, share: number, stays: "first" | "last"): Layer => {
  const lines = Array.from({ length: count }, (_, n) => ({ text: `${stays} ${n} ${words(2)}` }));
  return { words: "Facts:", tag: `facts_${stays}`, lines, share, stays };
};

test("fitBudget() cuts a giant last message with a mark, and leaves the memories in", () => {
  const layers = layersWith(facts(10, 0.25, "first"));
  const given = { layers, thread: thread(user(words(50_000))) };
  const startedAt = cpuMs();
  const { messages, system, dropped } = squeeze(given, 4_000);
  expect(cpuMs() - startedAt).toBeLessThan(2_000);
  expect(messages[1]?.content).toMatch(/^some words.*\[…\].*ovens $/s);
  expect(system).toContain("first 9 some words");
  expect(dropped).toEqual([]);
});

test("fitBudget() finds room in the smallest contexts too", () => {
  for (let room = 1_000; room < 2_000; room += 13) {
    const { messages } = squeeze({ thread: thread(user(words(3_000))) }, room);
    expect(messages[1]?.content).toMatch(/^some words.*\[…\]/s);
  }
});

test("fitBudget() keeps each layer within its share, and of its lines the first or the last", () => {
  const layers = layersWith(facts(200, 0.1, "first"), facts(200, 0.2, "last"));
  const { system } = squeeze({ layers, thread: thread(user("hi")) }, 4_000);
  const count = (mark: RegExp): number => system.match(mark)?.length ?? 0;
  expect(system).toMatch(/first 0 .*first 1 /s);
  expect(system).toMatch(/last 198 .*last 199 /s);
  expect(system).not.toMatch(/first 199 |last 0 /);
  expect(count(/"last \d/g)).toBeGreaterThan(count(/"first \d/g));
});

test("fitBudget() cuts a line that is too long by itself, and keeps its beginning", () => {
  const handoff = {
    words: "Handed over:",
    tag: "handoff",
    lines: [{ from: "chef", context: words(400) }],
    share: 0.03,
  };
  const { system } = squeeze({ layers: layersWith(handoff), thread: thread(user("hi")) }, 3_000);
  expect(system).toMatch(/<handoff>\n\{"from":"chef","context":"some words[^"]*\[…\][^"]*"\}/);
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
  const quoted = (tag: string, share: number) =>
    fc.array(text, { maxLength: 4 }).map((texts) => ({
      words: "Notes:",
      tag,
      share,
      lines: texts.map((one) => ({ [tag]: one })),
    }));
  const more = fc.tuple(quoted("profile", 0.06), quoted("memories", 0.25), quoted("handoff", 0.03));
  fc.assert(
    fc.property(
      fc.array(message, { minLength: 1, maxLength: 8 }),
      more,
      fc.integer({ min: 1_000, max: 6_000 }),
      (messages, given, contextTokens) => {
        squeeze({ thread: thread(...messages), layers: layersWith(...given) }, contextTokens);
      },
    ),
    { numRuns: 60 },
  );
});
