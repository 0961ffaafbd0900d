import { expect, test } from "vitest";
import type { NewMessage } from "../../src/session/session.ts";
import { summarySlot } from "../../src/session/slots.ts";
import { ana, memory, outcome, rawBytes, say, useSessionDb } from "./session-db.ts";

const secret = "the safe opens with 4711";
const chef = { agent: "chef" } as const;
const handoff = { type: "handoff", from: "rostro", to: "chef" } as const;
const answer = (content: string, change: Partial<NewMessage> = {}): NewMessage =>
  say(content, { role: "assistant", ...change });

function useTalk() {
  const { db, lociDir } = useSessionDb();
  const { sessions } = db;
  const { id } = sessions.start(ana);
  const thread = (agent?: string): string[] =>
    sessions
      .messages(id, { withDigested: true })
      .filter((message) => message.agent === (agent ?? message.agent))
      .map(({ content }) => content);
  return { ...db, id, thread, hasSecret: () => rawBytes(lociDir).includes("4711") };
}

/** Two turns; all that the second one left behind tells the secret. */
function useTwoTurns() {
  const talk = useTalk();
  const { sessions, id } = talk;
  sessions.addMessage(id, say("hello"));
  sessions.addRecalled(id, "rostro", [memory("a", { message: 1 })]);
  sessions.addMessage(id, answer("Hello!", { recalled: [memory("a")] }));
  sessions.setSlot(id, "mood", "good");
  sessions.addEvent(id, { type: "saved", message: 1, text: "hello", file: "topics/x.md" });
  const { id: message } = sessions.addMessage(id, say(secret));
  const call = { id: "1", name: "set_slot", arguments: JSON.stringify({ safe: secret }) };
  sessions.addMessage(id, answer("", { toolCalls: [call] }));
  sessions.addMessage(id, say(secret, { role: "tool", callId: "1" }));
  sessions.setSlot(id, "safe", secret, { agent: "rostro", message });
  sessions.setSlot(id, summarySlot("rostro"), `${message} ${secret}`);
  const recalled = [memory("b", { text: secret, message }), memory("a", { message })];
  sessions.addRecalled(id, "rostro", recalled);
  sessions.addMessage(id, answer(secret, { ...chef, recalled }));
  sessions.update(id, chef, { ...handoff, context: secret, message });
  const topic = "topics/safe.md";
  sessions.update(id, { topic }, { type: "topic", path: topic, message });
  sessions.addEvent(id, { type: "saved", message, text: secret, file: topic });
  expect(talk.hasSecret()).toBe(true);
  return { ...talk, message };
}

test("withdraw() leaves the session as it was before the message, and no byte of it on the disk", () => {
  const { sessions, id, message, thread, hasSecret } = useTwoTurns();
  expect(sessions.withdraw(id, message)).toBe(true);
  expect(hasSecret()).toBe(false);
  expect(thread()).toEqual(["hello", "Hello!"]);
  expect(sessions.events(id)).toMatchObject([{ type: "saved", message: 1 }]);
  expect(sessions.slots(id)).toEqual({ mood: "good" });
  expect(sessions.recalled(id)).toEqual([]);
  expect(sessions.visited(id)).toEqual(["rostro"]);
  expect(sessions.find(id)).toMatchObject({ agent: "rostro", topic: null, state: "active" });
  // No number is given twice: a late word on the message finds it gone.
  expect(sessions.addMessage(id, say("again")).id).toBeGreaterThan(message);
});

test("withdraw() puts back a language that was asked for and a slot, and leaves what the person went to since", () => {
  const { sessions, id } = useTalk();
  sessions.setSlot(id, "name", "Ana");
  sessions.addMessage(id, say("speak French"));
  const by = { agent: "rostro", message: 1 };
  for (const value of ["Anna", "Anna", "", "Annie"]) sessions.setSlot(id, "name", value, by);
  const named = { type: "slot", name: "name", ...by };
  expect(sessions.events(id)).toMatchObject([
    { ...named, from: "Ana", to: "Anna" },
    { ...named, from: "Anna", to: "" },
    { ...named, from: "", to: "Annie" },
  ]);
  const asked = { type: "language", from: "en", to: "fr", trigger: "user_request" } as const;
  sessions.update(id, { language: "fr" }, { ...asked, message: 1 });
  sessions.update(id, { mode: "voice" }, { type: "mode", from: "text", to: "voice" });
  sessions.update(id, { topic: "topics/a.md" }, { type: "topic", path: "topics/a.md", message: 1 });
  sessions.update(id, { topic: "topics/b.md" }, { type: "topic", path: "topics/b.md" });
  sessions.withdraw(id, 1);
  const left = { language: "en", mode: "voice", topic: "topics/b.md", state: "idle" };
  expect(sessions.find(id)).toMatchObject(left);
  expect(sessions.slots(id)).toEqual({ name: "Ana" });
  expect(sessions.events(id)).toMatchObject([{ type: "mode" }, { path: "topics/b.md" }]);
});

test("withdraw() does nothing with an earlier message, or with one that a digestion has", () => {
  const { sessions, digestions, id, message, thread } = useTwoTurns();
  expect(sessions.withdraw(id, 1)).toBe(false);
  digestions.add(id);
  expect(sessions.withdraw(id, message)).toBe(false);
  const later = sessions.addMessage(id, say("and more"));
  expect(sessions.withdraw(id, later.id)).toBe(true);
  expect(thread()).toHaveLength(6);
  expect(sessions.find(id)?.state).toBe("digesting");
  digestions.finish(id, null);
  expect(sessions.find(id)?.state).toBe("closed");
  expect(sessions.withdraw(id, message)).toBe(false);
});

test("clearThread() leaves no byte of one agent's thread, and the others' threads, slots and what was saved as they are", () => {
  const { sessions, id, thread, hasSecret } = useTalk();
  sessions.addMessage(id, say("hello"));
  sessions.addMessage(id, answer("Hello!"));
  sessions.update(id, chef, { ...handoff, context: secret });
  sessions.addMessage(id, say(secret, chef));
  sessions.addMessage(id, answer(secret, { ...chef, recalled: [memory("a", { text: secret })] }));
  sessions.addRecalled(id, "chef", [memory("a", { text: secret })]);
  sessions.addRecalled(id, "rostro", [memory("b")]);
  sessions.setSlot(id, summarySlot("chef"), `4 ${secret}`);
  sessions.setSlot(id, "mood", "good", { agent: "chef", message: 3 });
  sessions.addEvent(id, { type: "saved", message: 1, text: "hello", file: "topics/x.md" });
  expect(hasSecret()).toBe(true);
  expect(sessions.clearThread(id, "chef")).toBe(2);
  expect(hasSecret()).toBe(false);
  expect([thread("chef"), thread("rostro")]).toEqual([[], ["hello", "Hello!"]]);
  expect(sessions.recalled(id).map((one) => one.id)).toEqual(["b"]);
  expect(sessions.slots(id)).toEqual({ mood: "good" });
  expect(sessions.events(id)).toMatchObject([
    { type: "handoff", context: "" },
    { type: "slot", name: "mood" },
    { type: "saved", message: 1 },
  ]);
  expect(sessions.find(id)).toMatchObject({ agent: "chef", state: "active" });
  expect(sessions.clearThread(id, "chef")).toBe(0);
});

test("clearThread() leaves a request that was handed over with the agent that answered it", () => {
  const { sessions, id, thread } = useTalk();
  sessions.addMessage(id, say("hello"));
  sessions.addMessage(id, answer("Hello!"));
  const { id: message } = sessions.addMessage(id, say("how much rice?"));
  const call = { id: "1", name: "hand_off", arguments: "{}" };
  sessions.addMessage(id, answer("", { toolCalls: [call] }));
  sessions.update(id, chef, { ...handoff, context: "", message });
  sessions.addMessage(id, answer("600 g.", chef));
  expect(sessions.clearThread(id, "rostro")).toBe(3);
  expect([thread("rostro"), thread("chef")]).toEqual([[], ["how much rice?", "600 g."]]);
});

test("clearThread() takes nothing from a digestion, and takes what was digested", () => {
  const { sessions, digestions, id, thread } = useTalk();
  sessions.addMessage(id, say("hello"));
  digestions.add(id);
  sessions.addMessage(id, say("later", chef));
  const message = expect.stringContaining("is being digested");
  expect(() => sessions.clearThread(id, "rostro")).toThrow(
    expect.objectContaining({ code: "BUSY", message }),
  );
  expect(sessions.clearThread(id, "chef")).toBe(1);
  digestions.finish(id, outcome);
  expect(thread("rostro")).toEqual(["hello"]);
  expect(sessions.clearThread(id, "rostro")).toBe(1);
  expect(thread("rostro")).toEqual([]);
});

test("forgetWords() leaves no byte of them in messages, events, slots, memories and what waits to be digested", () => {
  const { sessions, digestions, id, thread, hasSecret } = useTalk();
  const recalled = [memory("a", { text: secret }), memory("b")];
  sessions.addMessage(id, say(`I have a dog. ${secret}`));
  sessions.addMessage(id, answer("Noted.", { recalled }));
  sessions.addMessage(id, say(secret));
  sessions.addRecalled(id, "rostro", recalled);
  const by = { agent: "rostro", message: 3 };
  for (const value of ["open:\n4711", "closed"]) sessions.setSlot(id, "safe", value, by);
  sessions.setSlot(id, "code", secret);
  sessions.setSlot(id, summarySlot("rostro"), "2 A dog, and a safe with a number");
  sessions.addEvent(id, { type: "saved", message: 3, text: secret, file: "topics/x.md" });
  sessions.addEvent(id, { type: "handoff", from: "rostro", to: "chef", context: secret });
  digestions.add(id);
  digestions.begin(id);
  expect(hasSecret()).toBe(true);

  const left = ["I have a dog.", ""].map((content, i) => ({ id: 2 * i + 1, content }));
  sessions.forgetWords(id, { left, mentions: (text) => /\b4711\b/.test(text) });
  expect(hasSecret()).toBe(false);
  expect(thread()).toEqual(["I have a dog.", "Noted."]);
  expect(sessions.messages(id)[1]?.recalled.map((one) => one.id)).toEqual(["b"]);
  expect(sessions.recalled(id).map((one) => one.id)).toEqual(["b"]);
  expect(sessions.slots(id)).toEqual({ safe: "closed" });
  expect(sessions.events(id)).toMatchObject([{ type: "handoff", context: "" }]);
  expect(digestions.next(id)).toMatchObject({ upTo: 3 });
});
