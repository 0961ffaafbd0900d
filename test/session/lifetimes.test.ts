import { expect, test } from "vitest";
import { ana, day, hour, noon, outcome, say, useSessionDb } from "./session-db.ts";

test("expire() lets each message extend the life of a session", () => {
  const { db, clock } = useSessionDb();
  const { id } = db.sessions.start(ana);
  for (let n = 0; n < 3; n++) {
    clock.pass(23 * hour);
    db.sessions.addMessage(id, say("still here"));
    expect(db.sessions.expire()).toBe(0);
  }
  expect(db.sessions.find(id)?.state).toBe("active");
});

test("a clock that was years ahead ages nothing once it is set", () => {
  const { db, clock } = useSessionDb();
  clock.wall = Date.UTC(2099, 0, 1);
  db.sessions.addMessage(db.sessions.start(ana).id, say("we call the boat Lila"));
  clock.wall = noon;
  const { id } = db.sessions.start(ana);
  db.sessions.addMessage(id, say("my mother lives in Boston"));
  expect(db.sessions.messages(id).map(({ at }) => at)).toEqual([noon]);
  expect(db.sessions.expire()).toBe(0);
});

test("expire() queues what was not digested, and drops what is closed or empty", () => {
  const { db, clock } = useSessionDb();
  const undigested = db.sessions.start(ana).id;
  const closed = db.sessions.start(ana).id;
  const onlyAgent = db.sessions.start(ana).id;
  db.sessions.start(ana); // And one without a word.
  db.sessions.addMessage(undigested, say("I moved to Reus"));
  db.sessions.addMessage(onlyAgent, say("Hello?", { role: "assistant" }));
  db.sessions.addMessage(closed, say("done"));
  db.digestions.add(closed);
  db.digestions.finish(closed, outcome);
  clock.pass(25 * hour);
  const fresh = db.sessions.start(ana).id;
  expect(db.sessions.expire()).toBe(3);
  expect(db.sessions.list().map(({ id, state }) => [id, state])).toEqual([
    [fresh, "idle"],
    [undigested, "digesting"],
  ]);
  expect(db.digestions.waiting()).toMatchObject([{ session: undigested, upTo: 1 }]);
  expect(db.sessions.messages(undigested)).toHaveLength(1);
  expect(db.sessions.resolved("ana")).toHaveLength(1);
  clock.pass(1_000 * day);
  expect(db.sessions.expire()).toBe(1); // What waits for its digestion waits for ever.
  expect(db.sessions.find(undigested)?.state).toBe("digesting");
});

test("resolved() lives 30 days since the last interaction with that person", () => {
  const { db, clock } = useSessionDb();
  const talk = (person: string | null): void => {
    const { id } = db.sessions.start({ ...ana, person });
    db.sessions.addMessage(id, say("rice"));
    db.digestions.add(id);
    db.digestions.finish(id, { ...outcome, summary: `of ${person}` });
  };
  talk("ana");
  talk("ben");
  talk(null);
  clock.pass(20 * day);
  db.sessions.start(ana);
  db.sessions.expire();
  clock.pass(20 * day);
  const said = (person: string | null) => db.sessions.resolved(person).map((r) => r.summary);
  expect([said("ana"), said("ben"), said(null)]).toEqual([["of ana"], [], []]);
  db.sessions.expire();
  clock.wall = noon; // What is gone comes back by no clock.
  expect([said("ana"), said("ben"), said(null)]).toEqual([["of ana"], [], []]);
});

test("resolved() knows nothing where nothing is to be kept", () => {
  const { db } = useSessionDb({ settings: { hours: 24, resolvedDays: 0 } });
  const { id } = db.sessions.start(ana);
  db.sessions.addMessage(id, say("rice"));
  db.digestions.add(id);
  db.digestions.finish(id, outcome);
  expect(db.sessions.resolved("ana")).toEqual([]);
});

test("remove() takes one session, a day or all, with what they came to", () => {
  const { db, clock } = useSessionDb();
  const talk = (n: number): string => {
    const { id } = db.sessions.start(ana);
    db.sessions.addMessage(id, say(`conversation ${n}`));
    db.sessions.setSlot(id, "n", `${n}`);
    db.digestions.add(id);
    db.digestions.finish(id, { ...outcome, summary: `${n}` });
    return id;
  };
  const first = talk(1);
  clock.pass(day);
  talk(2);
  talk(3);
  const overMidnight = db.sessions.start(ana).id;
  db.sessions.addMessage(overMidnight, say("late"));
  clock.pass(day);
  db.sessions.addMessage(overMidnight, say("later"));
  talk(4);
  const summaries = (): string[] => db.sessions.resolved("ana").map(({ summary }) => summary);

  expect(db.sessions.remove({ id: "gone" })).toEqual([]);
  expect(db.sessions.remove({ id: first })).toEqual([first]);
  expect(summaries()).toEqual(["4", "3", "2"]);
  expect(db.sessions.remove({ day: "2026-02-13" })).toHaveLength(3);
  expect(summaries()).toEqual(["4"]);
  expect(db.sessions.find(overMidnight)).toBeUndefined();
  expect(db.sessions.messages(overMidnight)).toEqual([]);
  expect(db.sessions.remove("all")).toHaveLength(1);
  expect(summaries()).toEqual([]);
  expect(db.sessions.list()).toEqual([]);
});

test("remove() finds by day what expired long ago", () => {
  const { db, clock } = useSessionDb();
  const { id } = db.sessions.start(ana);
  db.sessions.addMessage(id, say("rice"));
  db.digestions.add(id);
  db.digestions.finish(id, outcome);
  clock.pass(2 * day);
  expect(db.sessions.expire()).toBe(1);
  expect(db.sessions.resolved("ana")).toHaveLength(1);
  expect(db.sessions.remove({ day: "2026-02-11" })).toEqual([]);
  expect(db.sessions.remove({ day: "2026-02-12" })).toEqual([id]);
  expect(db.sessions.resolved("ana")).toEqual([]);
});
