import { expect, test } from "vitest";
import { ana, day, hour, noon, outcome, say, useSessionDb } from "./session-db.ts";

type Opened = ReturnType<typeof useSessionDb>;

const contents = ({ db }: Opened, id: string, withDigested: boolean): string[] =>
  db.sessions.messages(id, { withDigested }).map(({ content }) => content);

/** A conversation that was digested. */
function digested(
  { db }: Opened,
  content: string,
  summary: string = outcome.summary,
  person: string | null = "ana",
) {
  const { id } = db.sessions.start({ ...ana, person });
  db.sessions.addMessage(id, say(content));
  db.digestions.add(id);
  db.digestions.finish(id, { ...outcome, summary });
  return id;
}

test("expire() queues what was not digested a day after the last message, and drops what is closed or empty", () => {
  const opened = useSessionDb();
  const { db, clock } = opened;
  const undigested = db.sessions.start(ana).id;
  const onlyAgent = db.sessions.start(ana).id;
  db.sessions.start(ana); // And one without a word.
  db.sessions.addMessage(undigested, say("I moved to Reus"));
  db.sessions.addMessage(onlyAgent, say("Hello?", { role: "assistant" }));
  digested(opened, "done");
  const extended = db.sessions.start(ana).id;
  clock.pass(23 * hour);
  db.sessions.addMessage(extended, say("still here"));
  clock.pass(2 * hour);
  expect(db.sessions.expire()).toBe(3);
  expect(db.sessions.list().map(({ id, state }) => [id, state])).toEqual([
    [extended, "active"],
    [undigested, "digesting"],
  ]);
  expect(db.digestions.waiting()).toMatchObject([{ session: undigested, upTo: 1 }]);
  expect(db.sessions.messages(undigested)).toHaveLength(1);
  expect(db.sessions.resolved("ana")).toHaveLength(1);
  clock.pass(1_000 * day);
  expect(db.sessions.expire()).toBe(0); // What waits for its digestion waits for ever.
  expect(db.sessions.find(undigested)?.state).toBe("digesting");
});

test("messages() gives what was digested only to who asks for it, until the session expires, sooner where set so, or never", () => {
  const settings = { hours: 48, resolvedDays: 30 };
  const never = useSessionDb({ settings: { ...settings, digestedHours: 0 } });
  expect(contents(never, digested(never, "I moved to Reus"), true)).toEqual([]);
  for (const [hours, set] of [[48, {}] as const, [24, { digestedHours: 24 }] as const]) {
    const opened = useSessionDb({ settings: { ...settings, ...set } });
    const id = digested(opened, "I moved to Reus");
    expect(contents(opened, id, false)).toEqual([]);
    expect(contents(opened, id, true)).toEqual(["I moved to Reus"]);
    expect(opened.db.sessions.visited(id)).toEqual(["rostro"]);
    opened.clock.pass((hours - 1) * hour);
    expect(opened.db.sessions.expire()).toBe(0);
    opened.clock.pass(2 * hour);
    expect(opened.db.sessions.expire()).toBe(1);
    expect(contents(opened, id, true)).toEqual([]);
  }
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

test("resolved() lives 30 days since the last interaction with that person, and not at all where nothing is to be kept", () => {
  const opened = useSessionDb();
  const { db, clock } = opened;
  for (const person of ["ana", "ben", null]) digested(opened, "rice", `of ${person}`, person);
  clock.pass(20 * day);
  db.sessions.start(ana);
  db.sessions.expire();
  clock.pass(20 * day);
  const said = (person: string | null) => db.sessions.resolved(person).map((r) => r.summary);
  expect([said("ana"), said("ben"), said(null)]).toEqual([["of ana"], [], []]);
  db.sessions.expire();
  clock.wall = noon; // What is gone comes back by no clock.
  expect([said("ana"), said("ben"), said(null)]).toEqual([["of ana"], [], []]);

  const none = useSessionDb({ settings: { hours: 24, resolvedDays: 0 } });
  digested(none, "rice");
  expect(none.db.sessions.resolved("ana")).toEqual([]);
});

test("remove() takes one session, a day or all, with what they came to, also of what expired long ago", () => {
  const opened = useSessionDb();
  const { db, clock } = opened;
  const { sessions } = db;
  const first = digested(opened, "conversation", "1");
  clock.pass(day);
  digested(opened, "conversation", "2");
  const overMidnight = sessions.start(ana).id;
  sessions.addMessage(overMidnight, say("late"));
  clock.pass(day);
  sessions.addMessage(overMidnight, say("later"));
  const last = digested(opened, "conversation", "3");
  const summaries = (): string[] => sessions.resolved("ana").map(({ summary }) => summary);

  expect(sessions.remove({ id: "gone" })).toEqual([]);
  expect(sessions.remove({ id: first })).toEqual([first]);
  expect(summaries()).toEqual(["3", "2"]);
  expect(sessions.remove({ day: "2026-02-13" })).toHaveLength(2);
  expect(summaries()).toEqual(["3"]);
  expect(sessions.find(overMidnight)).toBeUndefined();
  expect(sessions.messages(overMidnight)).toEqual([]);
  clock.pass(2 * day);
  expect(sessions.expire()).toBe(1);
  expect(sessions.remove({ day: "2026-02-12" })).toEqual([]);
  expect(summaries()).toEqual(["3"]);
  expect(sessions.remove({ day: "2026-02-14" })).toEqual([last]);
  expect(summaries()).toEqual([]);
  digested(opened, "conversation", "4");
  expect(sessions.remove("all")).toHaveLength(1);
  expect([summaries(), sessions.list()]).toEqual([[], []]);
});
