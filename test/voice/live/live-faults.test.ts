import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RealtimeModel } from "../../../src/models/openai/openai-realtime.ts";
import type { RealtimeEvent } from "../../../src/models/openai/realtime-events.ts";
import type { ModelEvent, ReplyRequest } from "../../../src/models/respond.ts";
import { ReplyText } from "../../../src/voice/cascade/reply-text.ts";
import { Live } from "../../../src/voice/live/live.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const messages = [{ role: "user", content: "hello" }];

/** A live model of which a test says each event, and others that take its place. */
function useParts() {
  const calls: string[] = [];
  const troubles: unknown[] = [];
  let say = (_: RealtimeEvent): void => {};
  const connect = async (on: typeof say) => {
    say = on;
    const names = ["instruct", "hear", "add", "remove", "truncate", "respond", "cancel", "close"];
    return Object.fromEntries(names.map((name) => [name, () => void calls.push(name)]));
  };
  const named = { id: "live", isCloud: false, probe: async () => undefined };
  const parts = new Live({
    realtime: { ...named, connect } as unknown as RealtimeModel,
    instead: {
      model: {
        ...named,
        async *respond(): AsyncGenerator<ModelEvent> {
          yield { type: "text", text: "instead" };
          yield { type: "end", reason: "stop" };
        },
      },
      transcriber: {
        ...named,
        transcribe: async () => ({ text: "heard instead", language: null, confidence: null }),
      },
    },
    elapsed: () => performance.now(),
  });
  parts.start((error) => void troubles.push(error?.data.reason));
  const answer = (): Promise<ModelEvent[]> => {
    parts.replyTo(new ReplyText());
    return Array.fromAsync(parts.model.respond({ messages, asked: {} } as unknown as ReplyRequest));
  };
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { parts, calls, troubles, answer, pass, say: (event: RealtimeEvent) => say(event) };
}

const texts = (events: readonly ModelEvent[]): string[] =>
  events.flatMap((event) => (event.type === "text" ? [event.text] : [event.type]));

test("respond() lets somebody else answer where the server falls silent before a word", async () => {
  const { answer, pass, calls, troubles } = useParts();
  const answering = answer();
  await pass(20_000);
  expect(texts(await answering)).toEqual(["instead", "end"]);
  expect(calls).toEqual(["instruct", "add", "respond", "close"]);
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
  expect(calls).toEqual(["hear", "close"]);
});
