import { expect, test } from "vitest";
import { handOff } from "../../src/agent/hand-off.ts";
import type { TurnPorts } from "../../src/agent/turn-ports.ts";
import type { TopicPage } from "../../src/agent/vault-for-turn.ts";
import type { ModelRequest } from "../../src/models/respond.ts";
import { hit, useConversation } from "./conversation.ts";

/** The exact prompts of the seven cases, for eyes: each word of them is a decision. */

const persona =
  "You are Loci, the voice of this household's memory: warm, brief, and exact about what was said when.";
const agents: TurnPorts["agents"] = new Map([
  ["loci", { id: "loci", persona, banks: [] }],
  ["chef", { id: "chef", persona: "You are the chef of the house.", banks: ["Interests"] }],
]);
const recent = [
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
  const { say, requests } = useConversation({ agents, standing: () => ({ recent }) });
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
    contextTokens: 1_600,
    answering: ({ messages }) => [
      { type: "text", text: `Answer. ${"Rice needs time. ".repeat(messages.length > 1 ? 12 : 1)}` },
      { type: "end", reason: "stop" },
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
  const context = "Paella on Sunday; one guest is vegetarian";
  handOff(ports, session.id, { to: "chef", context });
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
    standing: () => ({
      recent,
      profile: ["# Ana", "- Lives in Reus", "- Two children, Júlia and Pol"],
    }),
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

test("what two prompts have in common stands before what changes from turn to turn", async () => {
  let minutes = 0;
  const { say, requests } = useConversation({
    agents,
    person: "ana",
    standing: () => ({
      recent,
      profile: ["- Lives in Reus"],
      facts: [line(3, "2026-01-30", "Vegetarian since 2019")],
    }),
    recall: async (_session, query) => [hit(`About ${query}`)],
    localTime: (at) =>
      new Date(at ?? Date.parse("2026-02-12T14:30:00Z") + minutes * 60_000)
        .toISOString()
        .slice(0, 19),
  });
  await say("rice");
  minutes = 16;
  await say("trains", { mode: "voice" });
  const [first = "", second = ""] = requests.map(({ messages }) => messages[0]?.content ?? "");
  const stable = first.slice(0, first.indexOf("\n</memories>"));
  expect(stable).toContain('<speaker>\n{"name":"Ana"}\n</speaker>');
  expect(stable).toContain("About rice");
  expect(stable).toContain("Vegetarian since 2019");
  expect(second.startsWith(stable)).toBe(true);
  expect(second.slice(stable.length)).toContain("About trains");
  expect(second.slice(stable.length)).toContain("it is 14:46 now");
  expect(first.slice(stable.length).length).toBeLessThan(200);
});

test("a person's own facts are there with and without a topic, each once", async () => {
  const known = line(13, "2026-02-12", "Prefers bomba rice for paella");
  const other = { ...line(3, "", "Allergic to nuts"), file: "people/ana/general/2026-02.md" };
  const { say, requests, sessions, session } = useConversation({
    person: "ana",
    standing: () => ({ facts: [other, known] }),
    recall: async () => [hit(known.text), hit("Plays the piano")],
    readTopic: async () => page,
  });
  const countIn = (words: string): number =>
    (requests.at(-1)?.messages[0]?.content ?? "").split(words).length - 1;
  await say("rice?");
  expect([countIn("bomba"), countIn("nuts"), countIn("piano")]).toEqual([1, 1, 1]);
  sessions.update(session.id, { topic: page.file });
  await say("and now?");
  expect([countIn("bomba"), countIn("nuts"), countIn("piano")]).toEqual([1, 1, 0]);
});

test("eight memories are at hand at most, those recalled last, in order of their coming", async () => {
  const { say, requests } = useConversation({
    recall: async (_session, query) =>
      query.startsWith("ok")
        ? []
        : [1, 2, 3, 4, 5].map((n) => hit(`${query} ${n}`, { id: `${query}${n}`, score: n / 10 })),
  });
  const prompt = (): string => requests.at(-1)?.messages[0]?.content ?? "";
  const shownNow = (): string[] =>
    [...prompt().matchAll(/"text":"(\w+ \d)"/g)].map(([, text = ""]) => text);
  const ofAll = (query: string): string[] => [1, 2, 3, 4, 5].map((n) => `${query} ${n}`);
  await say("rice");
  expect(shownNow()).toEqual(ofAll("rice"));
  await say("oven");
  expect(shownNow()).toEqual([...ofAll("rice").slice(0, 3), ...ofAll("oven")]);
  await say("bike");
  expect(shownNow()).toEqual(expect.arrayContaining(ofAll("bike")));
  expect(shownNow()).toHaveLength(8);
  await say("rice");
  expect(shownNow()).toEqual(expect.arrayContaining(ofAll("rice")));
  const full = shownNow();
  await say("ok");
  expect(shownNow()).toEqual(full);
});

test("what was recalled is at hand for half an hour, and longer where it is recalled again", async () => {
  let minutes = 0;
  const { say, requests } = useConversation({
    passed: () => minutes * 60_000,
    recall: async (_session, query) => (query === "ok" ? [] : [hit(query, { id: query })]),
  });
  const shownAt = async (minute: number, query: string): Promise<string[]> => {
    minutes = minute;
    await say(query);
    const prompt = requests.at(-1)?.messages[0]?.content ?? "";
    return [...prompt.matchAll(/"text":"(\w+)"/g)].map(([, text = ""]) => text);
  };
  expect(await shownAt(0, "rice")).toEqual(["rice"]);
  expect(await shownAt(10, "oven")).toEqual(["rice", "oven"]);
  expect(await shownAt(29, "rice")).toEqual(["rice", "oven"]);
  expect(await shownAt(40, "ok")).toEqual(["rice", "oven"]);
  expect(await shownAt(41, "ok")).toEqual(["rice"]);
  expect(await shownAt(59, "ok")).toEqual(["rice"]);
  expect(await shownAt(60, "ok")).toEqual([]);
});

test("of the last conversation the next one knows the mood and what was wanted, but no secret", async () => {
  const { say, requests, ports } = useConversation({ person: "ana" });
  const one = {
    ...{ session: "s2", person: "ana", at: Date.parse("2026-02-11T09:00:00Z"), topic: "travel" },
    ...{ summary: "The train was late.", sentiment: "negative", intents: ["a refund"] },
  } as const;
  Object.assign(ports, {
    sessions: { ...ports.sessions, resolved: () => [one, { ...one, summary: "Before." }] },
  });
  await say("Hi");
  const prompt = (): string => requests.at(-1)?.messages[0]?.content ?? "";
  expect(prompt().match(/"wanted":"a refund","mood":"negative"/g)).toHaveLength(1);
  Object.assign(ports, { shownWords: () => "" });
  await say("Hi");
  expect(prompt()).not.toContain("refund");
});
