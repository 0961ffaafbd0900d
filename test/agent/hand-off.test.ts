import { expect, test } from "vitest";
import { handOff, pendingHandOff } from "../../src/agent/hand-off.ts";
import type { ModelMessage } from "../../src/models/respond.ts";
import {
  calling,
  errorsOf,
  failing,
  hit,
  saying,
  textOf,
  typesOf,
  useConversation,
} from "./conversation.ts";

const agents = new Map(
  ["loci", "chef", "guide"].map((id) => [id, { id, persona: `You are ${id}.`, banks: [] }]),
);
const isAgent = (messages: readonly ModelMessage[], id: string): boolean =>
  messages[0]?.content.startsWith(`You are ${id}.`) === true;

test("hand_off lets the next agent answer in the same turn, with the request, slots and context", async () => {
  const { say, requests, sessions, session } = useConversation({
    agents,
    standing: () => ({ profile: ["Ana cooks on Sundays"] }),
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
    "recall",
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
  expect(sessions.messages(session.id).filter(({ agent }) => agent === "chef")).toHaveLength(1);
});

test("an agent that was here before gets its own thread back, and what was asked since", async () => {
  const { say, requests, ports, session } = useConversation({
    agents,
    answering: ({ messages }) => saying(isAgent(messages, "chef") ? "Rice." : "Hello."),
  });
  await say("one");
  expect(handOff(ports, session.id, { to: "chef", context: "cooks" })).toEqual({
    type: "handoff",
    from: "loci",
    to: "chef",
  });
  await say("two");
  handOff(ports, session.id, { to: "loci" });
  await say("three");
  expect(requests.map(({ messages }) => messages.slice(1).map(({ content }) => content))).toEqual([
    ["one"],
    ["one\n\ntwo"],
    ["one", "Hello.", "three"],
  ]);
  expect(requests[2]?.messages[0]?.content).not.toContain("cooks");
});

test("an agent gets the last request at its first visit by /agent, though another one answered it", async () => {
  const { say, requests, ports, session } = useConversation({ agents });
  await say("how much rice for six?");
  handOff(ports, session.id, { to: "chef" });
  await say("and how long?");
  expect(requests[1]?.messages.slice(1)).toEqual([
    { role: "user", content: "how much rice for six?\n\nand how long?" },
  ]);
});

test.each([
  ["an agent that is new", []],
  ["an agent that was here before", ["hello"]],
])(
  "the request that was handed over to %s waits until it is answered, though the first reply fails",
  async (_, before) => {
    let isDown = true;
    const { say, requests, ports, session, sessions } = useConversation({
      agents,
      answering: ({ messages }) => {
        if (isAgent(messages, "chef")) return isDown ? [failing("network")] : saying("600 g.");
        const isToldOff = messages.at(-1)?.content.includes("rice") === true;
        return isToldOff ? calling(["hand_off", { agent: "chef", context: "" }]) : saying("Hi.");
      },
    });
    for (const said of before) {
      isDown = false;
      handOff(ports, session.id, { to: "chef" });
      await say(said);
      handOff(ports, session.id, { to: "loci" });
      isDown = true;
    }
    const first = await say("how much rice?");
    expect(errorsOf(first)).toHaveLength(1);
    const toChef = { id: session.id, agent: "chef" };
    expect(pendingHandOff(sessions, toChef)).toMatchObject({ from: "loci", to: "chef" });
    isDown = false;
    await say("are you there?");
    expect(pendingHandOff(sessions, toChef)).toBeUndefined();
    await say("thanks");
    const [again, later] = requests.slice(-2).map(({ messages }) => messages.slice(1));
    expect(again?.at(-1)).toEqual({ role: "user", content: "how much rice?\n\nare you there?" });
    expect(later?.slice(-3).map(({ content }) => content)).toEqual([
      "how much rice?\n\nare you there?",
      "600 g.",
      "thanks",
    ]);
  },
);

test("takeTurn() lets agents hand over five times in a turn, then one must answer", async () => {
  const { say, sessions, session } = useConversation({
    agents,
    answering: ({ messages, tools }) => {
      if (tools === undefined) return saying("Enough.");
      const to = isAgent(messages, "chef") ? "guide" : "chef";
      return calling(["hand_off", { agent: to, context: "" }]);
    },
  });
  const events = await say("hi");
  expect(events.filter(({ type }) => type === "handoff")).toHaveLength(5);
  expect(textOf(events)).toBe("Enough.");
  expect(sessions.events(session.id).filter(({ type }) => type === "handoff")).toHaveLength(5);
});

test("handOff() says why not, and changes nothing", () => {
  const { ports, session, sessions } = useConversation({ agents });
  expect(() => handOff(ports, session.id, { to: "cheff" })).toThrow(
    'Cannot talk to the agent "cheff": it is not there; did you mean "chef"?',
  );
  expect(() => handOff(ports, session.id, { to: "loci" })).toThrow("it is the one that answers");
  expect(() => handOff(ports, "gone", { to: "chef" })).toThrow("it is not there any more");
  expect(sessions.events(session.id)).toEqual([]);
  expect(sessions.find(session.id)?.agent).toBe("loci");
});

const safe = "The safe hums behind the painting";

test.each([
  ["by a tool, in the middle of a turn", true],
  ["by the person", false],
])(
  "memories that one agent recalled are in no prompt of another, handed over to %s",
  async (_, byTool) => {
    const { say, requests, ports, session, sessions } = useConversation({
      agents,
      recall: async ({ agent }) =>
        agent === "loci" ? [hit(safe)] : [hit("Rice is in the cupboard")],
      readTopic: async ({ agent }, name) =>
        agent === "loci"
          ? {
              topic: name,
              title: "Safe",
              summary: "",
              file: "agents/loci/topics/safe.md",
              lines: [],
            }
          : undefined,
      standing: ({ agent }) => ({
        recent: [{ topic: `${agent}-topic`, ago: "today", summary: "" }],
      }),
      answering: ({ messages }) =>
        byTool && isAgent(messages, "loci")
          ? calling(["hand_off", { agent: "chef", context: "" }])
          : saying("Fine."),
    });
    await say("what hums behind the painting?");
    if (!byTool) handOff(ports, session.id, { to: "chef" });
    await say("what do you know?");
    const of = (id: string): string =>
      JSON.stringify(requests.filter(({ messages }) => isAgent(messages, id)));
    expect(of("loci")).toContain(safe);
    expect(of("chef")).toContain("Rice is in the cupboard");
    expect(of("chef")).not.toContain(safe);
    expect(of("chef")).not.toContain("loci-topic");
    handOff(ports, session.id, { to: "loci" });
    sessions.update(session.id, { topic: "agents/loci/topics/safe.md" });
    handOff(ports, session.id, { to: "chef" });
    await say("and now?");
    expect(of("chef")).not.toMatch(/Safe|safe/);
    expect(sessions.recalled(session.id)).toHaveLength(2);
    expect(sessions.recalled(session.id, "chef")).toHaveLength(1);
  },
);
