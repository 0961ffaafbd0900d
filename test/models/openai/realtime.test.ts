import { expect, onTestFinished, test } from "vitest";
import {
  createOpenAiRealtime,
  type OpenAiRealtimeOptions,
} from "../../../src/models/openai/openai-realtime.ts";
import type { RealtimeEvent } from "../../../src/models/openai/realtime-events.ts";
import { failureOf } from "../failure-of.ts";
import { useRealtimeServer } from "./realtime-server.ts";

const key = "sk-live-0123456789";
const signal = new AbortController().signal;
const silence = new Int16Array(24_000);

function modelAt(baseUrl: string, changes: Partial<OpenAiRealtimeOptions> = {}) {
  const heard = { languages: ["en", "ca"], names: ["Loci"] };
  const usual = { baseUrl, key, model: "gpt-realtime-2.1", ...heard };
  return createOpenAiRealtime({ ...usual, ...changes });
}

/** Why a connection did not come about. */
async function whyNot(baseUrl: string, changes: Partial<OpenAiRealtimeOptions> = {}) {
  const connecting = modelAt(baseUrl, changes).connect(() => {}, signal);
  return failureOf(connecting, changes.key ?? key);
}

async function connectTo(baseUrl: string, changes: Partial<OpenAiRealtimeOptions> = {}) {
  const events: RealtimeEvent[] = [];
  const on = (event: RealtimeEvent) => void events.push(event);
  const conversation = await modelAt(baseUrl, changes).connect(on, signal);
  const until = (type: RealtimeEvent["type"]) =>
    expect.poll(() => events.map((event) => event.type), { timeout: 10_000 }).toContain(type);
  return { conversation, events, until };
}

test("connect() tells the server how to hear and to speak, and gives the key to it alone", async () => {
  const server = await useRealtimeServer({ key });
  const before = { ...process.env };
  onTestFinished(() => {
    process.env = before;
  });
  Object.assign(process.env, {
    OPENAI_API_KEY: "sk-of-somebody",
    OPENAI_ORG_ID: "org-zorblax",
    OPENAI_PROJECT_ID: "proj-zorblax",
    OPENAI_BASE_URL: "https://elsewhere.example.org/v1",
  });
  const { conversation } = await connectTo(server.url, { voice: "cedar" });
  const [request] = server.requests;
  expect(request?.url).toBe("/v1/realtime?model=gpt-realtime-2.1");
  expect(JSON.stringify(request)).not.toMatch(/zorblax|somebody/);
  expect(request?.headers["sec-websocket-protocol"]).toContain(key);
  expect(server.connections[0]?.[0]).toMatchObject({
    type: "session.update",
    session: {
      audio: {
        input: {
          turn_detection: null,
          transcription: { model: "gpt-transcribe", languages: ["en", "ca"], keywords: ["Loci"] },
        },
        output: { voice: "cedar", format: { type: "audio/pcm", rate: 24_000 } },
      },
    },
  });
  conversation.close();
  expect(server.violations).toEqual([]);
});

test("a conversation hears, answers with words and sound, and reports its end", async () => {
  const server = await useRealtimeServer({ key });
  server.onHeard = () => "hello";
  server.onRespond = () => [{ words: "Hello to you.", ms: 900 }];
  const { conversation, events, until } = await connectTo(server.url);
  conversation.hear(silence);
  await until("transcript");
  conversation.respond();
  await until("done");
  const said = events.flatMap((event) => (event.type === "words" ? [event.text] : [])).join("");
  const bytes = events.flatMap((event) => (event.type === "sound" ? [event.pcm.length] : []));
  expect(said).toBe("Hello to you.");
  expect(bytes.reduce((sum, length) => sum + length, 0)).toBe(900 * 48);
  expect(events.at(-1)).toMatchObject({ type: "done", end: "stop" });
  server.drop();
  await until("closed");
  expect(events.filter(({ type }) => type === "closed")).toHaveLength(1);
  conversation.hear(silence); // To nobody, and nothing throws.
  conversation.close();
  expect(server.violations).toEqual([]);
});

test("a refusal names what was refused", async () => {
  const server = await useRealtimeServer({ key });
  const { promise: refusedTwice, resolve } = Promise.withResolvers<void>();
  server.onRespond = () => [{ wait: refusedTwice }];
  const { conversation, events, until } = await connectTo(server.url);
  conversation.hear(new Int16Array(100)); // Too short to be anything.
  conversation.remove("nothing");
  conversation.cancel(); // No answer is under way: nothing to tell.
  conversation.respond();
  conversation.respond();
  await expect.poll(() => server.violations.length, { timeout: 10_000 }).toBe(3);
  resolve();
  await until("done");
  const refused = events.flatMap((event) => (event.type === "refused" ? [event.what] : []));
  expect(refused).toEqual(["hear", "state", "respond"]);
  conversation.close();
});

test("connect() says why not", async () => {
  const server = await useRealtimeServer({ key });
  server.refuse = 404;
  expect((await whyNot(server.url, { key: "sk-live-wrong" })).message).toContain(
    "it refuses the key or wants one (401 Incorrect",
  );
  const { data } = await whyNot(server.url, { model: "gpt-nothing" });
  expect(data).toMatchObject({ reason: "model" });
  server.refuse = undefined;
  server.refuseSession = `Invalid voice 'zorblax' for ${key}`;
  expect((await whyNot(server.url)).message).toContain("Invalid voice 'zorblax' for [key]");
  expect(server.connections[0]).toHaveLength(1);
  const nobody = await whyNot("https://127.0.0.1:1011/v1");
  expect(nobody.message).toContain("the connection failed");
});

test("connect() rejects with the signal's reason when called off", async () => {
  const server = await useRealtimeServer({ key });
  const stop = new AbortController();
  const connecting = modelAt(server.url).connect(() => {}, stop.signal);
  stop.abort("enough");
  await expect(connecting).rejects.toBe("enough");
});

test("a server that sends what is no event ends the conversation, not the process", async () => {
  const server = await useRealtimeServer({ key });
  server.onRespond = () => [{ call: 5 as unknown as string, arguments: {} }];
  const { conversation, events, until } = await connectTo(server.url);
  conversation.respond();
  await until("closed");
  expect(events.map(({ type }) => type)).toEqual(["closed"]);
});
