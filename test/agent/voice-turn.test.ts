import { expect, test } from "vitest";
import { usualTimeouts } from "../../src/agent/turn.ts";
import type { MemoryToSave } from "../../src/session/session.ts";
import {
  calling,
  cooking,
  errorsOf,
  saved as savedNow,
  saying,
  textOf,
  useConversation,
} from "./conversation.ts";

const never = new Promise<never>(() => {});
const voice = { mode: "voice" } as const;

/** Counts what is saved. */
function saving() {
  const saved: string[] = [];
  const remember = async (_session: unknown, { text }: MemoryToSave) => {
    saved.push(text);
    return savedNow(text);
  };
  return { saved, remember };
}

test("takeTurn() waits for memories no longer than voice has patience for, in text as long as ever", async () => {
  const recall = (): Promise<never> => never;
  const { say, sessions, session } = useConversation({ recall, timeouts: usualTimeouts });
  const took = async (said: object): Promise<number> => {
    const startedAt = performance.now();
    expect(textOf(await say("which rice?", said))).toBe("Fine.");
    return performance.now() - startedAt;
  };
  const spoken = await took(voice);
  const typed = await took({ mode: "text" });
  expect(typed).toBeGreaterThan(1_490);
  expect(spoken).toBeLessThan(typed);
  for (const { degradations } of sessions
    .messages(session.id)
    .filter(({ role }) => role !== "user"))
    expect(degradations).toContain("recall timed out");
});

test("takeTurn() keeps how long it took to hear the message beside its own times", async () => {
  const { say, sessions, session } = useConversation();
  await say("hello there", { ...voice, latency: { silence: 700, transcribe: 412 } });
  expect(sessions.messages(session.id)[0]?.latency).toMatchObject({
    silence: 700,
    transcribe: 412,
    language: expect.any(Number),
  });
});

test.each([
  { content: "I love jazz", confidence: 0.3 },
  { content: "I love jazz", confidence: 0.9 },
])(
  "takeTurn() saves a preference only where it was heard clearly: %o",
  async ({ content, confidence }) => {
    const { saved, remember } = saving();
    const { say, sessions, session } = useConversation({ remember });
    await say(content, { ...voice, confidence });
    expect(saved).toEqual(confidence < 0.5 ? [] : ["I love jazz"]);
    expect(sessions.events(session.id).filter(({ type }) => type === "saved")).toHaveLength(
      saved.length,
    );
  },
);

test("takeTurn() lets no model save from a message that was not heard clearly, and tells it so", async () => {
  const { saved, remember } = saving();
  const { say, requests } = useConversation({
    remember,
    answering: ({ messages }) =>
      messages.at(-1)?.role === "tool"
        ? saying("Could you say that again?")
        : calling(["remember", { text: "The dentist is on Monday" }]),
  });
  const events = await say("remember that the dentist is on monday", {
    ...voice,
    confidence: 0.4,
  });
  expect(saved).toEqual([]);
  expect(events.find(({ type }) => type === "tool")).toMatchObject({
    result: { error: expect.stringContaining("not heard clearly") },
  });
  expect(requests.at(-1)?.messages.at(-1)?.content).toContain("not heard clearly");
  expect(errorsOf(events)).toEqual([]);
});

test("takeTurn() looks for the topic only in what was heard clearly", async () => {
  const texts: (readonly string[])[] = [];
  const { say, sessions, session } = useConversation({
    candidateTopics: async (_session, said) => {
      texts.push(said);
      return [];
    },
  });
  await say("how was the paella", { ...voice, confidence: 0.2 });
  await say("Thanks for watching!", { ...voice, confidence: 0.9 });
  expect(texts).toEqual([]);
  await say("what about rice", { ...voice, confidence: 0.9 });
  expect(texts).toEqual([["what about rice"]]);
  expect(sessions.find(session.id)?.topic).toBeNull();
});

test("takeTurn() finds no topic any more, in the background, for a message that was taken back", async () => {
  const { promise: answered, resolve: answerNow } = Promise.withResolvers<void>();
  const { say, sessions, session, background } = useConversation({
    candidateTopics: async () => [cooking],
    timeouts: { topic: 5 },
    async *detecting() {
      await answered;
      yield* saying('{"topic":"cooking"}');
    },
  });
  await say("how was the paella", voice);
  expect(sessions.withdraw(session.id, 1)).toBe(true);
  answerNow();
  await Promise.all(background);
  expect(sessions.find(session.id)?.topic).toBeNull();
  expect(sessions.events(session.id)).toMatchObject([{ type: "mode" }]);
});

test("takeTurn() names the message that a topic, a hand-over and an asked language came of", async () => {
  const { say, sessions, session } = useConversation({
    candidateTopics: async () => [cooking],
    detecting: () => saying('{"topic":"cooking"}'),
    judgeLanguage: async () => ({
      ...{ language: "ca", detected: "en", switched: true, trigger: "user_request" },
    }),
    agents: new Map(
      ["loci", "chef"].map((id) => [id, { id, persona: `You are ${id}.`, banks: [] }]),
    ),
    answering: ({ messages }) =>
      messages.some(({ content }) => content.includes("You are chef."))
        ? saying("Hello from the chef.")
        : calling(["hand_off", { agent: "chef", context: "wants a paella" }]),
  });
  await say("switch to Catalan and let the chef tell me about paella");
  const events = sessions.events(session.id);
  expect(events.map(({ type }) => type).sort()).toEqual(["handoff", "language", "topic"]);
  for (const event of events) expect(event).toMatchObject({ message: 1 });
});
