import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { drawn, fc } from "../../fast-check.ts";
import type { Step } from "../../models/openai/realtime-session.ts";
import { type LiveRoom, openRoom } from "./live-room.ts";

// Only the clock of what is left alone for a while: the test moves it.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** What happens in a turn. */
const turn = fc.record({
  hearing: fc.constantFrom("well", "well", "well", "drop", "fail"),
  answer: fc.constantFrom("well", "well", "tool", "drop at once", "drop late", "fail", "silent"),
  /** How much of the answer is heard before somebody speaks again (ms). */
  interruptAt: fc.constantFrom(undefined, undefined, 0, 300, 900),
  dropAfter: fc.boolean(),
  /** Something is typed afterwards. */
  types: fc.boolean(),
  /** The server is left alone no longer. */
  restAfter: fc.boolean(),
});
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

const words = "One two three. Four five six.";

function stepsOf({ answer }: Turn, hasResult: boolean): Step[] {
  const said: Step = { words, ms: 1_200 };
  switch (answer) {
    case "tool":
      return hasResult ? [said] : [{ call: "recall", arguments: { query: "rice" } }];
    case "drop at once":
      return [{ drop: true }];
    case "drop late":
      return [said, { drop: true }];
    case "fail":
      return [{ fail: { code: "server_error", message: "no" } }];
    case "silent":
      return [];
    case "well":
      return [said];
  }
}

/** Everybody has said and answered what they had to. */
async function untilIdle(room: LiveRoom, said: number): Promise<void> {
  await room.untilTrue(
    () => room.of("heard").length >= said && room.of("state").at(-1)?.state === "listening",
  );
}

async function take(room: LiveRoom, one: Turn, said: { count: number }): Promise<void> {
  const { server } = room;
  let isFirst = true;
  server.onHeard = () => {
    const { hearing } = isFirst ? one : { hearing: "well" };
    isFirst = false;
    if (hearing === "drop") return "drop";
    return hearing === "fail" ? { fail: "noise" } : `turn ${said.count} of many others`;
  };
  server.onRespond = ({ items }) => stepsOf(one, items.at(-1)?.kind === "result");
  const before = room.played.length;
  room.hearsUpTo = one.interruptAt;
  said.count++;
  room.says();
  if (one.interruptAt !== undefined) {
    const isSpeaking = (): boolean => room.played.length > before;
    const isOver = (): boolean => room.of("latency").length >= said.count;
    await room.untilTrue(() => isSpeaking() || isOver());
    said.count++;
    room.says();
    await room.untilTrue(() => room.of("heard").length >= said.count - 1);
    room.hearsUpTo = undefined;
  }
  await untilIdle(room, said.count);
  if (one.types) {
    await room.type(`typed after turn ${said.count}`);
  }
  if (one.dropAfter) server.drop();
  if (one.restAfter) vi.advanceTimersByTime(200_000);
}

test("run() keeps to the protocol and to the session, whatever drops and fails and is interrupted when", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 5 }), async (turns) => {
      const room = await openRoom({ script: { reply: () => words } });
      room.cascade.onSpeech = () => ({ text: "what the cascade heard of it" });
      const said = { count: 0 };
      for (const one of turns) await take(room, one, said);
      vi.advanceTimersByTime(200_000);
      room.server.onHeard = () => "now it is calm again";
      room.server.onRespond = () => [{ words: "Calm.", ms: 300 }];
      room.says();
      await untilIdle(room, said.count + 1);
      const { messages } = await room.kept();
      expect(messages.at(-1)).toMatchObject({ role: "assistant", content: "Calm." });
      const answers = messages.slice(0, -1).filter(({ role }) => role === "assistant");
      for (const { content } of answers) expect(words.startsWith(content)).toBe(true);
      expectSession(room, messages.slice(0, -1));
      await room.stop();
    }),
    { numRuns: drawn(10) },
  );
});

type Kept = Awaited<ReturnType<LiveRoom["kept"]>>["messages"];

/** The model is asked last with what the session holds, as items or in its instructions, and with nothing else. */
function expectSession({ server }: LiveRoom, messages: Kept): void {
  const { items = [], instructions = "" } = server.asked.at(-1) ?? {};
  const said = messages.filter(({ role, content }) => role !== "tool" && content !== "");
  const known = [instructions, ...items.map(({ text }) => text)].join("\n");
  for (const { content } of said.slice(-9)) {
    for (const line of content.split("\n")) expect(known).toContain(line);
  }
  for (const { kind, text, cutAt } of items) {
    if ((kind !== "user" && kind !== "assistant") || cutAt === 0) continue;
    const isKept = said.some(({ content }) => content.includes(text) || text.startsWith(content));
    expect(isKept, text).toBe(true);
  }
}
