import fc from "fast-check";
import { expect, test } from "vitest";
import type { RealtimeContent } from "../../../src/models/realtime.ts";
import type { ModelMessage } from "../../../src/models/respond.ts";
import { arrangeItems, type LiveItem } from "../../../src/voice/live/arrange-items.ts";

const known = (...contents: readonly (RealtimeContent & Partial<LiveItem>)[]): LiveItem[] =>
  contents.map(({ isSpoken = false, isCut = false, ...content }, i) => ({
    ...{ id: `k${i}`, isSpoken, isCut },
    content,
  }));

/** What is done, as "k1" for what stays and "+text" for what is added; "-k2" is removed. */
function plan(items: readonly LiveItem[], thread: readonly ModelMessage[]): string {
  const arranged = arrangeItems(items, thread);
  const done = arranged.items.map((one) =>
    one.type === "keep" ? one.item.id : `+${nameOf(one.content)}`,
  );
  return [...done, ...arranged.removed.map(({ id }) => `-${id}`)].join(" ");
}

function nameOf(content: RealtimeContent): string {
  if (content.type === "call") return content.call.name;
  return content.type === "result" ? `result:${content.text}` : content.text;
}

const user = (text: string) => ({ type: "user", text }) as const;
const heard = (text: string) => ({ type: "user", text, isSpoken: true }) as const;
const said = (text: string, isCut = false) => ({ type: "assistant", text, isCut }) as const;
const asks = (content: string): ModelMessage => ({ role: "user", content });
const answers = (content: string): ModelMessage => ({ role: "assistant", content });

test.each([
  ["a first turn", [heard("hello")], [asks("hello")], "k0"],
  ["nothing known", [], [asks("a"), answers("b")], "+a +b"],
  [
    "a new connection",
    [heard("now")],
    [asks("before"), answers("yes"), asks("now")],
    "+before +yes k0",
  ],
  [
    "one that holds another's words",
    [heard("by live again")],
    [asks("by live"), asks("by live again")],
    "+by live k0",
  ],
  [
    "words said before and typed again",
    [user("yes"), said("a"), user("b"), said("c")],
    [asks("yes"), answers("a"), asks("b"), answers("c"), asks("yes")],
    "k0 k1 k2 k3 +yes",
  ],
  ["a name that was left out", [heard("Loci, what time is it")], [asks("what time is it")], "k0"],
  [
    "a long talk that holds it",
    [heard("yes I told her so many times already")],
    [asks("yes")],
    "+yes -k0",
  ],
  [
    "what was cut",
    [heard("a"), said("one two three", true)],
    [asks("a"), answers("one two")],
    "k0 k1",
  ],
  [
    "an answer of other words",
    [heard("a"), said("one two")],
    [asks("a"), answers("one")],
    "k0 +one -k1",
  ],
  [
    "an answer nobody heard",
    [heard("a"), said("b"), heard("c")],
    [asks("a"), asks("c")],
    "k0 k2 -k1",
  ],
  ["what was taken back", [heard("a"), said("b"), heard("c")], [asks("c")], "k2 -k0 -k1"],
  ["another agent's thread", [heard("a"), said("b")], [asks("x"), answers("y")], "+x +y -k0 -k1"],
] satisfies [string, LiveItem["content"][], ModelMessage[], string][])(
  "arrangeItems() keeps, adds and removes: %s",
  (_, items, thread, wanted) => {
    expect(plan(known(...items), thread)).toBe(wanted);
  },
);

test("arrangeItems() keeps calls of tools by their ids, and adds the results behind them", () => {
  const call = { id: "c1", name: "recall", arguments: "{}" };
  const items = known(heard("a"), said("Wait."), { type: "call", call });
  const thread: ModelMessage[] = [
    { role: "system", content: "Be brief" },
    asks("a"),
    { role: "assistant", content: "Wait.", toolCalls: [call, { ...call, id: "c2", name: "more" }] },
    { role: "tool", callId: "c1", content: "1" },
    { role: "tool", callId: "c2", content: "2" },
  ];
  expect(plan(items, thread)).toBe("k0 k1 k2 +more +result:1 +result:2");
});

test("arrangeItems() always ends with the thread, and keeps all that is in it in order", () => {
  const words = fc.constantFrom("a", "b", "a b", "c");
  const message = fc.record({ role: fc.constantFrom("user", "assistant"), content: words });
  fc.assert(
    fc.property(
      fc.array(message, { maxLength: 8 }),
      fc.array(message, { maxLength: 8 }),
      (x, y) => {
        const items = known(
          ...x.map(({ role, content: text }) => ({ type: role as "user" | "assistant", text })),
        );
        const thread = y as ModelMessage[];
        const { items: arranged, removed } = arrangeItems(items, thread);
        const texts = arranged.map((one) =>
          nameOf(one.type === "keep" ? one.item.content : one.content),
        );
        expect(texts).toEqual(y.map(({ content }) => content));
        const kept = arranged.flatMap((one) => (one.type === "keep" ? [one.item] : []));
        expect([...kept, ...removed].map(({ id }) => id).sort()).toEqual(
          items.map(({ id }) => id).sort(),
        );
        expect(kept).toEqual(items.filter((item) => kept.includes(item)));
      },
    ),
  );
});
