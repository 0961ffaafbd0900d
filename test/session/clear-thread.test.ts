import { expect, test } from "vitest";
import type { NewMessage } from "../../src/session/session.ts";
import { summarySlot } from "../../src/session/slots.ts";
import { ana, memory, outcome, rawBytes, say, useSessionDb } from "./session-db.ts";

const secret = "the safe opens with 4711";
const answer = (content: string, change: Partial<NewMessage> = {}): NewMessage =>
  say(content, { role: "assistant", ...change });
const chef = { agent: "chef" } as const;

function talk() {
  const { db, lociDir } = useSessionDb();
  const { sessions } = db;
  const { id } = sessions.start(ana);
  const contents = (agent: string): string[] =>
    sessions.messages(id, { agent, withDigested: true }).map(({ content }) => content);
  return { ...db, id, contents, rawBytes: () => rawBytes(lociDir) };
}

test("clearThread() leaves no byte of one agent's thread, and the others' threads, slots and what was saved as they are", () => {
  const { sessions, id, contents, rawBytes } = talk();
  sessions.addMessage(id, say("hello"));
  sessions.addMessage(id, answer("Hello!"));
  sessions.update(id, { agent: "chef" });
  sessions.addEvent(id, { type: "handoff", from: "rostro", to: "chef", context: secret });
  sessions.addMessage(id, say(secret, chef));
  sessions.addMessage(id, answer(secret, { ...chef, recalled: [memory("a", { text: secret })] }));
  sessions.addRecalled(id, "chef", [memory("a", { text: secret })]);
  sessions.addRecalled(id, "rostro", [memory("b")]);
  sessions.setSlot(id, summarySlot("chef"), `4 ${secret}`);
  sessions.setSlot(id, "mood", "good", { agent: "chef", message: 3 });
  sessions.addEvent(id, { type: "saved", message: 1, text: "hello", file: "topics/x.md" });
  expect(rawBytes()).toContain("4711");
  expect(sessions.clearThread(id, "chef")).toBe(2);
  expect(rawBytes()).not.toContain("4711");
  expect(contents("chef")).toEqual([]);
  expect(contents("rostro")).toEqual(["hello", "Hello!"]);
  expect(sessions.recalled(id).map((one) => one.id)).toEqual(["b"]);
  expect(sessions.slots(id)).toEqual({ mood: "good" });
  expect(sessions.events(id)).toMatchObject([
    { type: "handoff", context: "" },
    { type: "slot", name: "mood" },
    { type: "saved", message: 1 },
    { type: "cleared", agent: "chef", upTo: 4 },
  ]);
  expect(sessions.find(id)).toMatchObject({ agent: "chef", state: "active" });
  expect(sessions.clearThread(id, "chef")).toBe(0);
});

test("clearThread() leaves a request that was handed over with the agent that answered it", () => {
  const { sessions, id, contents } = talk();
  sessions.addMessage(id, say("hello"));
  sessions.addMessage(id, answer("Hello!"));
  sessions.addMessage(id, say("how much rice?"));
  sessions.addMessage(
    id,
    answer("", { toolCalls: [{ id: "1", name: "hand_off", arguments: "{}" }] }),
  );
  sessions.addEvent(id, { type: "handoff", from: "rostro", to: "chef", context: "", message: 3 });
  sessions.addMessage(id, answer("600 g.", chef));
  expect(sessions.clearThread(id, "rostro")).toBe(3);
  expect(contents("rostro")).toEqual([]);
  expect(contents("chef")).toEqual(["how much rice?", "600 g."]);
});

test("clearThread() of all that was said leaves a session that waits, and nothing to digest", () => {
  const { sessions, digestions, id } = talk();
  sessions.addMessage(id, say(secret));
  expect(sessions.clearThread(id, "rostro")).toBe(1);
  expect(sessions.find(id)?.state).toBe("idle");
  expect(sessions.addMessage(id, say("again")).id).toBe(2);
  sessions.clearThread(id, "rostro");
  expect(digestions.add(id)).toBe(false);
});

test("clearThread() takes nothing from a digestion, and takes what was digested", () => {
  const { sessions, digestions, id, contents } = talk();
  sessions.addMessage(id, say("hello"));
  digestions.add(id);
  sessions.addMessage(id, say("later", chef));
  expect(() => sessions.clearThread(id, "rostro")).toThrow(
    expect.objectContaining({
      code: "BUSY",
      message: expect.stringContaining("is being digested"),
    }),
  );
  expect(sessions.clearThread(id, "chef")).toBe(1);
  digestions.finish(id, outcome);
  expect(contents("rostro")).toEqual(["hello"]);
  expect(sessions.clearThread(id, "rostro")).toBe(1);
  expect(contents("rostro")).toEqual([]);
  expect(() => sessions.clearThread("gone", "rostro")).toThrow(/was removed, or never was/);
});
