import { expect, test } from "vitest";
import { ana, memory, rawBytes, say, useSessionDb } from "./session-db.ts";

const secret = "the safe opens with 4711";

test("forgetWords() leaves no byte of them in messages, events, slots, memories and what waits to be digested", () => {
  const { db, lociDir } = useSessionDb();
  const { sessions, digestions } = db;
  const { id } = sessions.start(ana);
  sessions.addMessage(id, say(`I have a dog. ${secret}`));
  sessions.addMessage(
    id,
    say("Noted.", { role: "assistant", recalled: [memory("a", { text: secret }), memory("b")] }),
  );
  sessions.addMessage(id, say(secret));
  sessions.addRecalled(id, "loci", [memory("a", { text: secret }), memory("b")]);
  sessions.setSlot(id, "safe", secret, { agent: "rostro", message: 3 });
  sessions.setSlot(id, "safe", "closed", { agent: "rostro", message: 3 });
  sessions.setSlot(id, "code", secret);
  sessions.setSlot(id, "mood", "good");
  sessions.addEvent(id, { type: "saved", message: 3, text: secret, file: "topics/x.md" });
  sessions.addEvent(id, { type: "handoff", from: "loci", to: "chef", context: secret });
  digestions.add(id);
  digestions.begin(id);
  expect(rawBytes(lociDir)).toContain("4711");

  sessions.forgetWords(id, {
    gone: [3],
    left: [{ id: 1, content: "I have a dog." }],
    mentions: (text) => text.includes("4711"),
  });
  expect(rawBytes(lociDir)).not.toContain("4711");
  expect(sessions.messages(id).map(({ content }) => content)).toEqual(["I have a dog.", "Noted."]);
  expect(sessions.messages(id)[1]?.recalled.map((one) => one.id)).toEqual(["b"]);
  expect(sessions.recalled(id).map((one) => one.id)).toEqual(["b"]);
  expect(sessions.slots(id)).toEqual({ safe: "closed", mood: "good" });
  expect(sessions.events(id)).toMatchObject([{ type: "handoff", context: "" }]);
  expect(digestions.next(id)).toMatchObject({ upTo: 3 });
});
