import { expect, test } from "vitest";
import type { WhichSessions } from "../../src/session/session.ts";
import { ana, day, hour, outcome, say, useSessionDb } from "./session-db.ts";

type Opened = ReturnType<typeof useSessionDb>;

const contents = ({ db }: Opened, id: string, withDigested: boolean): string[] =>
  db.sessions.messages(id, { withDigested }).map(({ content }) => content);

/** A conversation that was digested. */
function digested(opened: Opened, ...said: readonly string[]): string {
  const { sessions, digestions } = opened.db;
  const { id } = sessions.start(ana);
  for (const content of said) sessions.addMessage(id, say(content));
  digestions.add(id);
  digestions.finish(id, outcome);
  return id;
}

test("messages() gives what was digested only to who asks for it, until the session expires", () => {
  const opened = useSessionDb();
  const { db, clock } = opened;
  const id = digested(opened, "I moved to Reus", "and I like it");
  expect(contents(opened, id, false)).toEqual([]);
  expect(contents(opened, id, true)).toEqual(["I moved to Reus", "and I like it"]);
  expect(db.sessions.visited(id)).toEqual(["rostro"]);
  clock.pass(23 * hour);
  expect(db.sessions.expire()).toBe(0);
  clock.pass(2 * hour);
  expect(db.sessions.expire()).toBe(1);
  expect(contents(opened, id, true)).toEqual([]);
});

test("what was digested is digested, taken back and cut no more, also where the person came back", () => {
  const opened = useSessionDb();
  const { sessions, digestions } = opened.db;
  const { id } = sessions.start(ana);
  sessions.addMessage(id, say("I moved to Reus"));
  sessions.addMessage(id, say("Oh!", { role: "assistant" }));
  digestions.add(id);
  sessions.addMessage(id, say("Hello?", { role: "assistant" }));
  digestions.finish(id, outcome);
  expect(sessions.find(id)?.state).toBe("active");
  expect(contents(opened, id, false)).toEqual(["Hello?"]);
  expect(sessions.keepHeard(id, 2, "O")).toBe(false);
  expect(sessions.withdraw(id, 1)).toBe(false);
  expect(digestions.add(id)).toBe(false); // The person said nothing new.
  expect(sessions.find(id)?.state).toBe("closed");
});

test("what is digested by its end goes sooner where the setting says so, or at once", () => {
  const sooner = useSessionDb({ settings: { hours: 48, resolvedDays: 30, digestedHours: 24 } });
  const id = digested(sooner, "I moved to Reus");
  sooner.clock.pass(25 * hour);
  expect(sooner.db.sessions.expire()).toBe(1);
  expect(contents(sooner, id, true)).toEqual([]);

  const never = useSessionDb({ settings: { hours: 24, resolvedDays: 30, digestedHours: 0 } });
  expect(contents(never, digested(never, "I moved to Reus"), true)).toEqual([]);
});

test("anonymize takes private data out of what stays to be read", () => {
  const settings = { hours: 24, resolvedDays: 30, anonymize: true };
  const opened = useSessionDb({ settings });
  const { sessions, digestions } = opened.db;
  const { id } = sessions.start(ana);
  sessions.addMessage(id, say("mail me at ana@example.com"));
  const by = { agent: "rostro", message: 1 };
  sessions.setSlot(id, "mail", "ana@example.com", by);
  sessions.setSlot(id, "mail", "none", by);
  sessions.addEvent(id, {
    type: "handoff",
    from: "rostro",
    to: "chef",
    context: "ana@example.com",
  });
  digestions.add(id);
  digestions.finish(id, outcome);
  expect(contents(opened, id, true)).toEqual(["mail me at [e-mail]"]);
  expect(JSON.stringify(sessions.events(id))).not.toContain("ana@");
  expect(sessions.events(id)).toMatchObject([
    { type: "slot", from: "", to: "[e-mail]" },
    { type: "slot", from: "[e-mail]", to: "none" },
    { type: "handoff", from: "rostro", to: "chef", context: "[e-mail]" },
  ]);
});

test("remove() takes those of a person, of an agent, or of both on a day; list() says which", () => {
  const opened = useSessionDb();
  const { sessions } = opened.db;
  const anas = digested(opened, "one");
  opened.clock.pass(day);
  const bens = sessions.start({ ...ana, person: "ben" }).id;
  sessions.addMessage(bens, say("two", { agent: "chef" }));
  const later = digested(opened, "three");
  const ids = (which: WhichSessions) => sessions.list(which).map(({ id }) => id);
  expect(ids({ person: "ana" })).toEqual([later, anas]);
  expect(ids({ agent: "chef" })).toEqual([bens]);
  expect(ids({ person: "ana", day: "2026-02-12" })).toEqual([anas]);
  expect(sessions.remove({ person: "ana", day: "2026-02-12" })).toEqual([anas]);
  expect(sessions.remove({ agent: "chef" })).toEqual([bens]);
  expect(sessions.list().map(({ id }) => id)).toEqual([later]);
});
