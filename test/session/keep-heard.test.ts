import { expect, test } from "vitest";
import { ana, say, useSessionDb } from "./session-db.ts";

function useReply() {
  const { db } = useSessionDb();
  const { id } = db.sessions.start(ana);
  const { id: asked } = db.sessions.addMessage(id, say("tell me about rice"));
  const reply = db.sessions.addMessage(
    id,
    say("Rice is a grass. It grows in water.", { role: "assistant" }),
  );
  const contents = () => db.sessions.messages(id).map(({ content }) => content);
  return { db, id, asked, reply: reply.id, contents };
}

test("keepHeard() leaves of a reply what was heard, and says why it is short", () => {
  const { db, id, reply, contents } = useReply();
  expect(db.sessions.keepHeard(id, reply, "Rice is a grass.")).toBe(true);
  expect(contents()).toEqual(["tell me about rice", "Rice is a grass."]);
  expect(db.sessions.messages(id).at(-1)?.degradations).toEqual(["interrupted"]);
});

test("keepHeard() removes a reply of which nothing was heard; the conversation goes on", () => {
  const { db, id, reply, contents } = useReply();
  expect(db.sessions.keepHeard(id, reply, "")).toBe(true);
  db.sessions.addMessage(id, say("no, about oats"));
  expect(contents()).toEqual(["tell me about rice", "no, about oats"]);
});

test("keepHeard() touches no message of the person, none that is not there, and none that is to be digested", () => {
  const { db, id, asked, reply, contents } = useReply();
  expect(db.sessions.keepHeard(id, asked, "x")).toBe(false);
  expect(db.sessions.keepHeard(id, reply + 1, "x")).toBe(false);
  expect(db.sessions.keepHeard("none", reply, "x")).toBe(false);
  db.digestions.add(id);
  expect(db.sessions.keepHeard(id, reply, "x")).toBe(false);
  expect(contents()).toEqual(["tell me about rice", "Rice is a grass. It grows in water."]);
});
