import { expect, test } from "vitest";
import { handOff } from "../../src/agent/hand-off.ts";
import type { ModelMessage } from "../../src/models/respond.ts";
import { calling, saying, textOf, typesOf, useConversation } from "./conversation.ts";

const agents = new Map(
  ["loci", "chef", "guide"].map((id) => [id, { id, persona: `You are ${id}.`, banks: [] }]),
);
const isAgent = (messages: readonly ModelMessage[], id: string): boolean =>
  messages[0]?.content.startsWith(`You are ${id}.`) === true;

test("hand_off lets the next agent answer in the same turn, with the request, slots and context", async () => {
  const { say, requests, sessions, session } = useConversation({
    agents,
    profile: async () => "Ana cooks on Sundays",
    answering: ({ messages }) =>
      isAgent(messages, "loci")
        ? calling(
            ["set_slot", { name: "guests", value: "6" }],
            ["hand_off", { agent: "chef", context: "Wants paella" }],
          )
        : saying("Six? Then 600 g."),
  });
  const events = await say("how much rice?");
  expect(typesOf(events)).toEqual([
    "message user",
    "recall",
    "tool",
    "handoff",
    "delta",
    "message assistant",
  ]);
  expect(events.at(-1)).toMatchObject({ agent: "chef" });
  const [system, ...thread] = requests[1]?.messages ?? [];
  expect(thread).toEqual([{ role: "user", content: "how much rice?" }]);
  expect(system?.content).toContain('{"from":"loci","context":"Wants paella"}');
  expect(system?.content).toContain('{"name":"guests","value":"6"}');
  expect(system?.content).toContain("Ana cooks on Sundays");
  expect(sessions.find(session.id)?.agent).toBe("chef");
  expect(sessions.messages(session.id, { agent: "chef" })).toHaveLength(1);
});

test("an agent that was here before gets its own thread back, and what was asked since", async () => {
  const { say, requests, ports, session } = useConversation({
    agents,
    answering: ({ messages }) => saying(isAgent(messages, "chef") ? "Rice." : "Hello."),
  });
  await say("one");
  expect(handOff(ports, session.id, "chef", "cooks")).toEqual({
    type: "handoff",
    from: "loci",
    to: "chef",
  });
  await say("two");
  handOff(ports, session.id, "loci", "");
  await say("three");
  expect(requests.map(({ messages }) => messages.slice(1).map(({ content }) => content))).toEqual([
    ["one"],
    ["two"],
    ["one", "Hello.", "three"],
  ]);
  expect(requests[2]?.messages[0]?.content).not.toContain("cooks");
});

test("takeTurn() lets agents hand over three times in a turn, then one must answer", async () => {
  const { say, sessions, session } = useConversation({
    agents,
    answering: ({ messages }) => {
      if (JSON.stringify(messages).includes("handed over enough")) return saying("Enough.");
      const to = isAgent(messages, "chef") ? "guide" : "chef";
      return calling(["hand_off", { agent: to, context: "" }]);
    },
  });
  const events = await say("hi");
  expect(events.filter(({ type }) => type === "handoff")).toHaveLength(3);
  expect(textOf(events)).toBe("Enough.");
  expect(sessions.events(session.id).filter(({ type }) => type === "handoff")).toHaveLength(3);
});

test("handOff() says why not, and changes nothing", () => {
  const { ports, session, sessions } = useConversation({ agents });
  expect(handOff(ports, session.id, "cheff")).toMatchObject({
    type: "error",
    code: "NOT_FOUND",
    message: 'Cannot hand over to the agent "cheff": there is no such agent; did you mean "chef"?',
  });
  expect(handOff(ports, session.id, "loci")).toMatchObject({ type: "error", code: "BAD_INPUT" });
  expect(handOff(ports, "gone", "chef")).toMatchObject({ type: "error", code: "NOT_FOUND" });
  expect(sessions.events(session.id)).toEqual([]);
  expect(sessions.find(session.id)?.agent).toBe("loci");
});
