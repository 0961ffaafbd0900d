import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RealtimeEvent, RealtimeModel } from "../../../src/models/realtime.ts";
import type { Model, ModelEvent, ReplyRequest } from "../../../src/models/respond.ts";
import type { Transcriber } from "../../../src/models/transcribe.ts";
import { ReplyText } from "../../../src/voice/cascade/reply-text.ts";
import { Live } from "../../../src/voice/live/live.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const request = {
  asked: {},
  messages: [
    { role: "system", content: "Be brief" },
    { role: "user", content: "hello" },
  ],
} as unknown as ReplyRequest;

/** A live model of which a test says each event, and others that take its place. */
function useParts() {
  const calls: string[] = [];
  const troubles: (string | undefined)[] = [];
  let say = (_: RealtimeEvent): void => {};
  const note =
    (name: string) =>
    (...given: readonly unknown[]): void =>
      void calls.push([name, ...given.filter((one) => typeof one === "string")].join(" "));
  const realtime: RealtimeModel = {
    id: "live",
    isCloud: false,
    async connect(on) {
      calls.push("connect");
      say = on;
      return {
        ...{ instruct: () => {}, hear: note("hear"), add: note("add"), remove: note("remove") },
        ...{ truncate: note("truncate"), respond: note("respond"), cancel: note("cancel") },
        close: () => {
          calls.push("close");
          on({ type: "closed", error: new Error("closed") as never });
        },
      };
    },
    probe: async () => undefined,
  };
  const model: Model = {
    id: "other",
    isCloud: false,
    async *respond(): AsyncGenerator<ModelEvent> {
      yield { type: "text", text: "instead" };
      yield { type: "end", reason: "stop" };
    },
    probe: async () => undefined,
  };
  const transcriber: Transcriber = {
    ...{ id: "other", isCloud: false },
    transcribe: async () => ({ text: "heard instead", language: null, confidence: null }),
    probe: async () => undefined,
  };
  const parts = new Live({
    realtime,
    instead: { model, transcriber },
    elapsed: () => performance.now(),
  });
  parts.start((error) => {
    const reason = error?.data.reason;
    troubles.push(error === undefined ? undefined : String(reason));
  });
  const answer = (signal?: AbortSignal): Promise<ModelEvent[]> => {
    parts.replyTo(new ReplyText());
    return collect(parts.model.respond(request, signal));
  };
  const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
  return { parts, calls, troubles, answer, pass, say: (event: RealtimeEvent) => say(event) };
}

async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const texts = (events: readonly ModelEvent[]): string[] =>
  events.flatMap((event) => (event.type === "text" ? [event.text] : [event.type]));

test("respond() lets somebody else answer where the server falls silent before a word", async () => {
  const { answer, pass, calls, troubles } = useParts();
  const answering = answer();
  await pass(20_000);
  expect(texts(await answering)).toEqual(["instead", "end"]);
  expect(calls).toEqual(["connect", "add loci_1", "respond", "close"]);
  expect(troubles).toEqual(["stalled"]);
});

test("respond() reports an answer that falls silent in its middle, and asks nobody again", async () => {
  const { answer, pass, say, troubles } = useParts();
  const answering = answer();
  await pass(0);
  say({ type: "words", item: "a", text: "Half " });
  await pass(19_999);
  say({ type: "words", item: "a", text: "of it" });
  await pass(20_000);
  const events = await answering;
  expect(texts(events)).toEqual(["Half ", "of it", "failure"]);
  expect(events.at(-1)).toMatchObject({ error: { data: { reason: "stalled" } } });
  expect(troubles).toEqual([]);
});

test("transcribe() turns to somebody else where no transcript comes in time, and leaves the server alone", async () => {
  const { parts, pass, troubles, calls } = useParts();
  const hints = { languages: ["en"], keywords: [] };
  const { signal } = new AbortController();
  const hear = () => parts.transcriber.transcribe(new Int16Array(1_600), hints, signal);
  const hearing = hear();
  await vi.waitFor(() => expect(calls).toContain("hear"));
  await pass(15_000);
  expect(await hearing).toMatchObject({ text: "heard instead" });
  expect(troubles).toEqual(["timeout"]);
  expect(await hear()).toMatchObject({ text: "heard instead" });
  expect(calls).toEqual(["connect", "hear", "close"]);
});
