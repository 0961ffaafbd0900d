import { expect, test } from "vitest";
import { takeTurn } from "../../src/agent/take-turn.ts";
import type { TurnEvent } from "../../src/agent/turn-event.ts";
import { LociError } from "../../src/errors.ts";
import { offlineReply } from "../../src/language/offline/offline-reply.ts";
import type { ModelEvent } from "../../src/models/respond.ts";
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

const never = new Promise<never>(() => {});

test("takeTurn() streams message, recall, deltas and the stored reply, in this order", async () => {
  const recall = async () => [hit("Prefers bomba rice")];
  const { say, sessions, session } = useConversation({
    recall,
    answering: () => saying("Bomba ", "rice."),
  });
  const events = await say("which rice?");
  expect(typesOf(events)).toEqual([
    "message user",
    "recall",
    "delta",
    "delta",
    "message assistant",
  ]);
  expect(events.at(-1)).toMatchObject({ content: "Bomba rice.", agent: "loci", language: "en" });
  const [asked, answered] = sessions.messages(session.id);
  expect(asked).toMatchObject({ role: "user", content: "which rice?", detected: "en" });
  expect(answered).toMatchObject({
    role: "assistant",
    recalled: [{ text: "Prefers bomba rice", file: "topics/cooking.md", line: 9 }],
    degradations: [],
  });
  expect(Object.keys(answered?.latency ?? {}).sort()).toEqual(["context", "first", "total"]);
});

test("takeTurn() has the message on disk before anything else is asked", async () => {
  const seen: number[] = [];
  const { say, sessions, session } = useConversation({
    recall: async ({ id }) => {
      seen.push(sessions.messages(id).length);
      throw new Error("boom");
    },
    answering: () => {
      seen.push(sessions.messages(session.id).length);
      return [failing("connection")];
    },
  });
  await say("remember me");
  expect(seen).toEqual([1, 1]);
  expect(sessions.messages(session.id).map(({ content }) => content)).toEqual(["remember me"]);
});

test("takeTurn() notes confidence, private data and what was told of mode and language", async () => {
  const { say, sessions, session } = useConversation({
    judgeLanguage: async () => ({
      language: "ca",
      detected: "ca",
      switched: true,
      trigger: "auto_detected",
    }),
  });
  const events = await say("escriu a ana@example.org", { mode: "voice", confidence: 0.7 });
  expect(typesOf(events).slice(0, 3)).toEqual(["message user", "mode", "language"]);
  expect(sessions.messages(session.id)[0]).toMatchObject({
    mode: "voice",
    language: "ca",
    switched: true,
    confidence: 0.7,
    hasPrivateData: true,
  });
  expect(sessions.find(session.id)).toMatchObject({ mode: "voice", language: "ca" });
  expect(sessions.events(session.id)).toMatchObject([
    { type: "mode", from: "text", to: "voice" },
    { type: "language", from: "en", to: "ca", trigger: "auto_detected" },
  ]);
});

test.each([
  ["hangs", () => never, "recall timed out"],
  ["fails", () => Promise.reject(new Error("boom")), "recall failed"],
])("takeTurn() answers without memories when recall %s, and says so", async (_, recall, note) => {
  const { say, sessions, session, requests } = useConversation({ recall });
  const events = await say("which rice?");
  expect(textOf(events)).toBe("Fine.");
  expect(errorsOf(events)).toEqual([]);
  expect(sessions.messages(session.id).at(-1)?.degradations).toEqual([note]);
  expect(requests[0]?.messages[0]?.content).toContain("could not be looked at");
});

test("takeTurn() tells the person of a failing or slow recall when the model lives on recall alone", async () => {
  const failing = () => Promise.reject(new LociError("INDEX_FAILED", "Cannot read the index"));
  const late = "Cannot look into the memory now: it takes too long; ask again in a moment";
  for (const [recall, sentence] of [
    [failing, "Cannot read the index"],
    [() => never, late],
  ] as const) {
    const { say } = useConversation({ answering: offlineReply.respond, recall });
    expect(errorsOf(await say("which rice?"))).toEqual([sentence]);
  }
});

test("takeTurn() goes on in the old language when detection hangs", async () => {
  const { say, sessions, session } = useConversation({ judgeLanguage: () => never });
  expect(textOf(await say("hola"))).toBe("Fine.");
  expect(sessions.messages(session.id)[0]).toMatchObject({
    language: "en",
    detected: null,
    degradations: ["language detection timed out"],
  });
});

test.each([["   "], [""]])("takeTurn() refuses %j and stores nothing", async (content) => {
  const { say, sessions, session } = useConversation();
  expect(await say(content)).toEqual([
    {
      type: "error",
      code: "BAD_INPUT",
      message: "Cannot answer an empty message: say something",
      data: {},
    },
  ]);
  expect(sessions.messages(session.id)).toEqual([]);
});

test("takeTurn() says so when the session is gone", async () => {
  const { ports } = useConversation();
  const events: TurnEvent[] = [];
  for await (const event of takeTurn(ports, "nope", { content: "hi", mode: "text" })) {
    events.push(event);
  }
  expect(events).toMatchObject([{ type: "error", code: "NOT_FOUND" }]);
});

test("takeTurn() keeps the raw words of an internal failure for the log", async () => {
  const { say, ports, reported } = useConversation();
  const messages = () => thrown("secret path /root");
  Object.assign(ports, { sessions: { ...ports.sessions, messages } });
  const errors = (await say("hi")).filter(({ type }) => type === "error");
  expect(errors).toEqual([
    {
      type: "error",
      code: "INTERNAL",
      message: expect.stringMatching(/^Something went wrong inside Loci/),
    },
  ]);
  expect(String(reported.at(-1))).toContain("secret path");
});

function thrown(message: string): never {
  throw new Error(message);
}

/** Goes on until it is called off, as a model's contract says. */
async function* endless(text: string, signal?: AbortSignal): AsyncGenerator<ModelEvent> {
  yield { type: "text", text };
  await new Promise((resolve) => signal?.addEventListener("abort", resolve));
  yield failing("aborted");
}

test("takeTurn() stores what was sent when it is interrupted, and ends", async () => {
  const { say, sessions, session } = useConversation({
    answering: (_, signal) => endless("A long story about rice", signal),
  });
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 30);
  const events = await say("tell me", {}, stop.signal);
  expect(typesOf(events)).toEqual(["message user", "recall", "delta", "message assistant"]);
  expect(sessions.messages(session.id).at(-1)).toMatchObject({
    content: "A long story about rice",
    degradations: ["interrupted"],
  });
});

test("takeTurn() stores what was said when its reader goes away", async () => {
  const { ports, sessions, session } = useConversation({
    answering: () => saying("One. ", "Two. ", "Three."),
  });
  for await (const event of takeTurn(ports, session.id, { content: "count", mode: "text" })) {
    if (event.type === "delta") break;
  }
  expect(sessions.messages(session.id).at(-1)).toMatchObject({
    role: "assistant",
    content: "One. ",
    degradations: ["interrupted"],
  });
});

test("takeTurn() answers and says so when the reply cannot be stored", async () => {
  const { say, ports } = useConversation();
  const { sessions } = ports;
  const full = (id: string, message: Parameters<typeof sessions.addMessage>[1]) =>
    message.role === "user"
      ? sessions.addMessage(id, message)
      : thrownLoci("SESSION_FAILED", "Cannot write to sessions.db: the disk is full");
  Object.assign(ports, { sessions: { ...sessions, addMessage: full } });
  const events = await say("hi");
  expect(textOf(events)).toBe("Fine.");
  expect(errorsOf(events)).toEqual(["Cannot write to sessions.db: the disk is full"]);
});

function thrownLoci(...args: ConstructorParameters<typeof LociError>): never {
  throw new LociError(...args);
}

test("takeTurn() reads and writes nothing where memory is off", async () => {
  const used: string[] = [];
  const note = (name: string) => async () => {
    used.push(name);
    return [];
  };
  const { say, requests } = useConversation({
    memory: { reads: false, writes: false },
    recall: note("recall"),
    candidateTopics: note("candidates"),
    standing: () => {
      used.push("standing");
      return {};
    },
    remember: () => thrown("remember"),
    answering: ({ tools }) =>
      tools?.some(({ name }) => name === "remember")
        ? saying("?")
        : calling(["remember", { text: "x" }]),
  });
  await say("I love jazz");
  expect(used).toEqual([]);
  expect(requests[0]?.tools?.map(({ name }) => name)).toEqual(["set_slot"]);
  expect(requests[1]?.messages.at(-1)?.content).toContain("There is no tool");
});
