import { expect, test } from "vitest";
import type { SessionDb } from "../../src/session/open-session-db.ts";
import type { NewMessage } from "../../src/session/session.ts";
import { ana, memory, rawBytes, say, useSessionDb } from "./session-db.ts";

const secret = "the safe opens with 4711";
const answer = (content: string, change: Partial<NewMessage> = {}): NewMessage =>
  say(content, { role: "assistant", ...change });

/** Two turns; all that the second one left behind tells the secret. */
function talk(db: SessionDb): { readonly id: string; readonly message: number } {
  const { id } = db.sessions.start(ana);
  db.sessions.addMessage(id, say("hello"));
  db.sessions.addMessage(id, answer("Hello!", { recalled: [memory("a")] }));
  db.sessions.addRecalled(id, "loci", [memory("a")]);
  db.sessions.setSlot(id, "mood", "good");
  db.sessions.addEvent(id, { type: "saved", message: 1, text: "hello", file: "topics/x.md" });
  const { id: message } = db.sessions.addMessage(id, say(secret));
  const call = {
    id: "1",
    name: "set_slot",
    arguments: JSON.stringify({ name: "safe", value: secret }),
  };
  db.sessions.addMessage(id, answer("", { toolCalls: [call] }));
  db.sessions.addMessage(id, say(secret, { role: "tool", callId: "1" }));
  db.sessions.setSlot(id, "safe", secret, { agent: "rostro", message });
  db.sessions.setSlot(id, ".summary.rostro", `${message} ${secret}`);
  db.sessions.addRecalled(id, "loci", [memory("b", { text: secret, message })]);
  db.sessions.addMessage(
    id,
    answer(secret, { agent: "chef", recalled: [memory("b", { text: secret })] }),
  );
  db.sessions.addEvent(id, {
    type: "handoff",
    from: "rostro",
    to: "chef",
    context: secret,
    message,
  });
  db.sessions.addEvent(id, { type: "topic", path: "topics/safe.md", message });
  db.sessions.addEvent(id, { type: "saved", message, text: secret, file: "topics/safe.md" });
  db.sessions.update(id, { agent: "chef", topic: "topics/safe.md" });
  return { id, message };
}

test("withdraw() leaves the session as it was before the message, and no byte of it on the disk", () => {
  const { db, lociDir } = useSessionDb();
  const { id, message } = talk(db);
  expect(rawBytes(lociDir)).toContain(secret);
  expect(db.sessions.withdraw(id, message)).toBe(true);
  expect(rawBytes(lociDir)).not.toContain(secret);
  expect(db.sessions.messages(id).map(({ content }) => content)).toEqual(["hello", "Hello!"]);
  expect(db.sessions.events(id)).toMatchObject([{ type: "saved", message: 1 }]);
  expect(db.sessions.slots(id)).toEqual({ mood: "good" });
  expect(db.sessions.recalled(id).map((one) => one.id)).toEqual(["a"]);
  expect(db.sessions.visited(id)).toEqual(["rostro"]);
  expect(db.sessions.find(id)).toMatchObject({ agent: "rostro", topic: null, state: "active" });
});

test("withdraw() gives no number twice: a late word on the message finds it gone", () => {
  const { db } = useSessionDb();
  const { id, message } = talk(db);
  db.sessions.withdraw(id, message);
  const next = db.sessions.addMessage(id, say("again"));
  expect(next.id).toBeGreaterThan(message);
});

test("withdraw() of the only message leaves a session in which nobody said anything", () => {
  const { db } = useSessionDb();
  const { id } = db.sessions.start(ana);
  db.sessions.addMessage(id, say(secret));
  expect(db.sessions.withdraw(id, 1)).toBe(true);
  expect(db.sessions.find(id)?.state).toBe("idle");
  expect(db.digestions.add(id)).toBe(false);
  expect(db.sessions.find(id)?.state).toBe("closed");
});

test("withdraw() puts a language back that was asked for, and a slot that was noted before", () => {
  const { db } = useSessionDb();
  const { id } = db.sessions.start(ana);
  db.sessions.setSlot(id, "name", "Ana");
  db.sessions.addMessage(id, say("speak French"));
  const by = { agent: "rostro", message: 1 };
  for (const value of ["Anna", "Anna", null, "Annie"]) db.sessions.setSlot(id, "name", value, by);
  expect(db.sessions.events(id).map((event) => ({ ...event, at: 0 }))).toEqual([
    { type: "slot", name: "name", from: "Ana", to: "Anna", ...by, at: 0 },
    { type: "slot", name: "name", from: "Anna", to: "", ...by, at: 0 },
    { type: "slot", name: "name", from: "", to: "Annie", ...by, at: 0 },
  ]);
  db.sessions.addEvent(id, {
    type: "language",
    from: "en",
    to: "fr",
    trigger: "user_request",
    message: 1,
  });
  db.sessions.addEvent(id, { type: "mode", from: "text", to: "voice" });
  db.sessions.update(id, { language: "fr", mode: "voice" });
  db.sessions.withdraw(id, 1);
  expect(db.sessions.find(id)).toMatchObject({ language: "en", mode: "voice" });
  expect(db.sessions.slots(id)).toEqual({ name: "Ana" });
  expect(db.sessions.events(id)).toMatchObject([{ type: "mode" }]);
});

test("withdraw() leaves a topic alone that the person went to since", () => {
  const { db } = useSessionDb();
  const { id, message } = talk(db);
  db.sessions.addEvent(id, { type: "topic", path: "topics/cooking.md" });
  db.sessions.update(id, { topic: "topics/cooking.md" });
  db.sessions.withdraw(id, message);
  expect(db.sessions.find(id)?.topic).toBe("topics/cooking.md");
});

test("withdraw() does nothing with an earlier message, or with one that a digestion has", () => {
  const { db } = useSessionDb();
  const { id, message } = talk(db);
  expect(db.sessions.withdraw(id, 1)).toBe(false);
  db.digestions.add(id);
  expect(db.sessions.withdraw(id, message)).toBe(false);
  expect(db.sessions.messages(id)).toHaveLength(6);
  const later = db.sessions.addMessage(id, say("and more"));
  expect(db.sessions.withdraw(id, later.id)).toBe(true);
  expect(db.sessions.messages(id)).toHaveLength(6);
  expect(db.sessions.find(id)?.state).toBe("digesting");
  db.digestions.finish(id, null);
  expect(db.sessions.find(id)?.state).toBe("closed");
  expect(db.sessions.withdraw(id, message)).toBe(false);
});

test("withdraw() throws for a session that is not there", () => {
  const { db } = useSessionDb();
  expect(() => db.sessions.withdraw("gone", 1)).toThrow(
    expect.objectContaining({ code: "SESSION_FAILED" }),
  );
});
