import { expect, test } from "vitest";
import { handOff } from "../../src/agent/hand-off.ts";
import type { TopicPage, TurnPorts } from "../../src/agent/turn-ports.ts";
import type { ModelRequest } from "../../src/models/respond.ts";
import { hit, useConversation } from "./conversation.ts";

/** The exact prompts of the seven cases, for eyes: each word of them is a decision. */

const persona =
  "You are Loci, the voice of this household's memory: warm, brief, and exact about what was said when.";
const agents: TurnPorts["agents"] = new Map([
  ["loci", { id: "loci", persona, banks: [] }],
  ["chef", { id: "chef", persona: "You are the chef of the house.", banks: ["Interests"] }],
]);
const recentTopics = async () => [
  { topic: "cooking", ago: "2 days ago", summary: "rice recipes and oven timing" },
  { topic: "travel", ago: "last week", summary: "trains to Lisbon" },
];
const page: TopicPage = {
  topic: "cooking",
  title: "Cooking",
  summary: "rice recipes and oven timing",
  file: "topics/cooking.md",
  lines: [
    line(13, "2026-02-12", "Prefers bomba rice for paella"),
    line(14, "2026-02-12", "Uses homemade chicken broth, never stock cubes"),
    line(18, "", "Free prose:\n\n| rice | water |\n|---|---|\n| 1 | 3 |"),
  ],
};

function line(number: number, date: string, text: string) {
  const { topic, file } = { topic: "cooking", file: "topics/cooking.md" };
  return { line: number, date, text, topic, file, bank: "Personal" };
}

/** A request as a person can read it. */
function shown(request: ModelRequest | undefined): string {
  const messages = request?.messages ?? [];
  const tools = request?.tools?.map(({ name }) => name).join(" ") ?? "none";
  const texts = messages.map(({ role, content }) => `=== ${role}\n${content}`);
  return [...texts, `=== tools: ${tools}`].join("\n");
}

test("the prompt of a first turn", async () => {
  const { say, requests } = useConversation({ agents, recentTopics });
  await say("Good morning!");
  expect(shown(requests.at(-1))).toMatchSnapshot();
});

test("the prompt with memories, cumulative and without duplicates", async () => {
  const rice = hit("Prefers bomba rice for paella");
  const { say, requests } = useConversation({
    agents,
    recall: async (_session, query) =>
      query.includes("oven")
        ? [hit("Oven runs 20 °C hot", { date: "2026-01-30" }), rice]
        : [rice, hit("Ana is allergic to <tree> nuts", { topic: "health", date: "" })],
  });
  await say("Which rice do I use?");
  await say("And the oven?", { mode: "voice" });
  expect(shown(requests.at(-1))).toMatchSnapshot();
});

test("the prompt with a topic found: its file has taken the memories' place", async () => {
  const { say, requests, sessions, session } = useConversation({
    agents,
    recall: async () => [hit("Plays the piano")],
    readTopic: async () => page,
  });
  await say("Shall we cook?");
  sessions.update(session.id, { topic: page.file });
  await say("Which rice?");
  expect(shown(requests.at(-1))).toMatchSnapshot();
});

test("the prompt over budget: the middle is shortened, the last three messages stay", async () => {
  const { say, requests, background } = useConversation({
    agents,
    contextTokens: 1_500,
    answering: ({ messages }) => [
      { type: "text", text: `Answer. ${"Rice needs time. ".repeat(messages.length > 1 ? 12 : 1)}` },
      { type: "end", reason: "stop", usage: { input: 0, output: 0 } },
    ],
  });
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await say(`Question ${number} about rice. ${"It is a long story. ".repeat(5)}`);
    await Promise.all(background);
  }
  expect(shown(requests.at(-1))).toMatchSnapshot();
});

test("the prompt after a hand-off", async () => {
  const { say, requests, ports, session, sessions } = useConversation({ agents });
  await say("We are six on Sunday.");
  sessions.setSlot(session.id, "guests", "6");
  handOff(ports, session.id, "chef", "Paella on Sunday; one guest is vegetarian");
  await say("What shall I buy?");
  expect(shown(requests.at(-1))).toMatchSnapshot();
});

test("the prompt after a switch of language", async () => {
  const { say, requests } = useConversation({
    agents,
    judgeLanguage: async (_session, { content }) => {
      const language = content.startsWith("Bon") ? "ca" : "en";
      return {
        language,
        detected: language,
        switched: language === "ca",
        trigger: "auto_detected",
      };
    },
  });
  await say("Hello");
  await say("Bon dia, què fem diumenge?");
  expect(shown(requests.at(-1))).toMatchSnapshot();
});

test("the prompt for a person who comes back", async () => {
  const { say, requests, ports } = useConversation({
    agents,
    person: "ana",
    recentTopics,
    profile: async () => "# Ana\n\n- Lives in Reus\n- Two children, Júlia and Pol\n",
  });
  const resolved = [
    {
      session: "s1",
      person: "ana",
      at: Date.parse("2026-02-10T09:00:00Z"),
      summary: "Chose the slow train to Lisbon.",
      topic: "travel",
      sentiment: "positive",
      intents: ["book a train"],
    } as const,
  ];
  Object.assign(ports, {
    sessions: {
      ...ports.sessions,
      resolved: (person: string | null) => (person === "ana" ? resolved : []),
    },
  });
  await say("Hi, I am back.");
  expect(shown(requests.at(-1))).toMatchSnapshot();
});
