import { expect, test } from "vitest";
import { threadOf } from "../../src/agent/thread.ts";
import type { Message } from "../../src/session/session.ts";

const call = { id: "c", name: "recall", arguments: "{}" };

/** Messages in a few words: `a>` a request to agent a, `a<` its answer, `a!` its call, `a=` the result. */
function conversation(...lines: readonly string[]): Message[] {
  return lines.map((line, index) => {
    const [agent = "", mark = "", content = ""] = [line[0], line[1], line.slice(2)];
    const role = mark === ">" ? "user" : mark === "=" ? "tool" : "assistant";
    return {
      id: index + 1,
      at: index,
      role,
      agent,
      content,
      ...(mark === "!" ? { toolCalls: [call] } : {}),
      ...(mark === "=" ? { callId: "c" } : {}),
      mode: "text",
      language: "en",
      detected: null,
      switched: false,
      recalled: [],
      latency: {},
      degradations: [],
      hasPrivateData: false,
    };
  });
}

function shown(messages: readonly Message[], agent: string): string[] {
  return threadOf(messages, agent).map(
    ({ id, message }) => `${id} ${message.role} ${message.content}`,
  );
}

test.each<[string, string[], string, string[]]>([
  ["its own", ["a>1", "a<2", "a>3"], "a", ["1 user 1", "2 assistant 2", "3 user 3"]],
  ["the last request of another", ["a>1", "a<2", "a>3", "a!", "a=ok"], "b", ["3 user 3"]],
  [
    "its own and each request that was handed to it",
    ["a>1", "a!", "a=", "b<2", "a>3", "a<4", "a>5"],
    "b",
    ["1 user 1", "4 assistant 2", "7 user 5"],
  ],
  [
    "at the first visit the last request, though it was answered",
    ["a>1", "a<2", "a>3", "a<4", "b>5", "b<6", "b>7"],
    "b",
    ["5 user 3\n\n5", "6 assistant 6", "7 user 7"],
  ],
  [
    "at a later visit only what nobody answered",
    ["b>1", "b<2", "a>3", "a<4", "b>5", "b<6", "a>7", "a!", "a=", "b>8"],
    "b",
    ["1 user 1", "2 assistant 2", "5 user 5", "6 assistant 6", "10 user 7\n\n8"],
  ],
  [
    "requests without a reply as one",
    ["a>1", "a>2", "a<3"],
    "a",
    ["2 user 1\n\n2", "3 assistant 3"],
  ],
  [
    "calls and results of one id each in their round",
    ["a>1", "a!x", "a=one", "a!y", "a=two"],
    "a",
    ["1 user 1", "2 assistant x", "3 tool one", "4 assistant y", "5 tool two"],
  ],
  ["no result without its call", ["a=lost", "a>1"], "a", ["2 user 1"]],
  ["no empty answer", ["a>1", "a<"], "a", ["1 user 1"]],
])("threadOf() gives %s", (_, lines, agent, expected) => {
  expect(shown(conversation(...lines), agent)).toEqual(expected);
});

test("threadOf() completes a call whose result a crash took", () => {
  expect(shown(conversation("a>1", "a!x", "a>2"), "a")).toEqual([
    "1 user 1",
    "2 assistant x",
    '2 tool {"error":"Not run: the turn was interrupted"}',
    "3 user 2",
  ]);
});
