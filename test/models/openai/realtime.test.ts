import { expect, onTestFinished, test, vi } from "vitest";
import {
  createOpenAiRealtime,
  type OpenAiRealtimeOptions,
} from "../../../src/models/openai/openai-realtime.ts";
import type { RealtimeEvent } from "../../../src/models/openai/realtime-events.ts";
import { failureOf } from "../failure-of.ts";
import { useRealtimeServer } from "./realtime-server.ts";

const key = "sk-live-0123456789";
const signal = new AbortController().signal;

function modelAt(baseUrl: string, changes: Partial<OpenAiRealtimeOptions> = {}) {
  const heard = { languages: ["en", "ca"], names: ["Loci"] };
  const usual = { baseUrl, key, model: "gpt-realtime-2.1", ...heard };
  return createOpenAiRealtime({ ...usual, ...changes });
}

/** Why a connection did not come about. */
const whyNot = (baseUrl: string, changes: Partial<OpenAiRealtimeOptions> = {}) =>
  failureOf(
    modelAt(baseUrl, changes).connect(() => {}, signal),
    changes.key ?? key,
  );

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
  for (const name of ["API_KEY", "ORG_ID", "PROJECT_ID"]) vi.stubEnv(`OPENAI_${name}`, "zorblax");
  vi.stubEnv("OPENAI_BASE_URL", "https://zorblax.example.org/v1");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { conversation } = await connectTo(server.url, { voice: "cedar" });
  const [request] = server.requests;
  expect(request?.url).toBe("/v1/realtime?model=gpt-realtime-2.1");
  expect(JSON.stringify(request)).not.toContain("zorblax");
  expect(request?.headers["sec-websocket-protocol"]).toContain(key);
  const transcription = { model: "gpt-transcribe", languages: ["en", "ca"], keywords: ["Loci"] };
  expect(server.connections[0]?.[0]).toMatchObject({
    session: { audio: { input: { transcription }, output: { voice: "cedar" } } },
  });
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

test("connect() says why not, and rejects with the signal's reason when called off", async () => {
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
  const stop = new AbortController();
  const connecting = modelAt(server.url).connect(() => {}, stop.signal);
  stop.abort("enough");
  await expect(connecting).rejects.toBe("enough");
});

test("a server that hangs up, or sends what is no event, ends the conversation, not the process", async () => {
  const server = await useRealtimeServer({ key });
  server.onRespond = () => [{ call: 5 as unknown as string, arguments: {} }];
  const odd = await connectTo(server.url);
  odd.conversation.respond();
  await odd.until("closed");
  const { conversation, events, until } = await connectTo(server.url);
  server.drop();
  await until("closed");
  conversation.hear(new Int16Array(24_000)); // To nobody, and nothing throws.
  expect([...odd.events, ...events].map(({ type }) => type)).toEqual(["closed", "closed"]);
});
