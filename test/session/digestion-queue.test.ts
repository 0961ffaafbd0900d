import { expect, test } from "vitest";
import { ana, hour, memory, noon, outcome, say, useSessionDb } from "./session-db.ts";

function useTalk() {
  const opened = useSessionDb();
  const { id } = opened.db.sessions.start(ana);
  opened.db.sessions.addMessage(id, say("I moved to Reus"));
  opened.db.sessions.addMessage(id, say("Noted", { role: "assistant" }));
  return { ...opened, id };
}

test("add() queues a conversation once, up to its last message", () => {
  const { db, id } = useTalk();
  expect(db.digestions.next()).toBeUndefined();
  expect(db.digestions.add(id)).toBe(true);
  expect(db.digestions.add(id)).toBe(true);
  expect(db.sessions.find(id)?.state).toBe("digesting");
  expect(db.digestions.waiting()).toEqual([
    {
      session: id,
      upTo: 2,
      attempts: 0,
      queuedAt: noon,
      reason: null,
      aside: null,
      extraction: null,
      plan: null,
    },
  ]);
  expect(db.digestions.next()).toEqual(db.digestions.waiting()[0]);
});

test("add() closes a conversation in which the person said nothing", () => {
  const { db } = useSessionDb();
  const { id } = db.sessions.start(ana);
  db.sessions.addMessage(id, say("Hello?", { role: "assistant" }));
  expect(db.digestions.add(id)).toBe(false);
  expect(db.sessions.find(id)?.state).toBe("closed");
  expect(db.sessions.messages(id)).toEqual([]);
  expect(db.digestions.add(id)).toBe(false);
  expect(db.digestions.waiting()).toEqual([]);
});

test("keep() holds what a step came to, over a restart", () => {
  const { db, id, lociDir, clock } = useTalk();
  db.digestions.add(id);
  db.digestions.keep(id, "extraction", '{"a":1}');
  db.digestions.keep(id, "plan", "first");
  db.digestions.keep(id, "plan", "second");
  db.close();
  const again = useSessionDb({ lociDir, clock });
  expect(again.db.digestions.next()).toMatchObject({ extraction: '{"a":1}', plan: "second" });
});

test("fail() counts, keeps the broken answer, and lets others go first", () => {
  const { db, id, clock } = useTalk();
  const other = db.sessions.start(ana).id;
  db.sessions.addMessage(other, say("second"));
  db.digestions.add(id);
  db.digestions.add(other);
  db.digestions.fail(id, { reason: "timed out", afterMs: 60_000, aside: "{ half" });
  expect(db.digestions.next()?.session).toBe(other);
  db.digestions.fail(other, { reason: "refused", afterMs: 0 });
  expect(db.digestions.next()?.session).toBe(other);
  clock.wall += 1_000 * hour; // No jump of the wall makes it due.
  expect(db.digestions.next()?.session).toBe(other);
  clock.pass(60_000);
  expect(db.digestions.next()).toMatchObject({ session: id, attempts: 1, aside: "{ half" });
  db.digestions.fail(id, { reason: "again", afterMs: hour });
  expect(db.digestions.waiting()).toMatchObject([
    { session: other, attempts: 1, reason: "refused", aside: null },
    { session: id, attempts: 2, reason: "again", aside: "{ half" },
  ]);
  db.digestions.finish(other, null);
  expect(db.digestions.next()).toBeUndefined();
  clock.reboot(0); // Nobody knows how long that took: long enough.
  expect(db.digestions.next()?.session).toBe(id);
});

test("finish() keeps what it came to and clears the rest, in one go", () => {
  const { db, id, clock } = useTalk();
  db.sessions.setSlot(id, "guests", "4");
  db.sessions.addEvent(id, { type: "topic", path: "topics/cooking.md" });
  db.sessions.addRecalled(id, [memory("a")]);
  db.digestions.add(id);
  clock.pass(5_000);
  db.digestions.finish(id, outcome);
  expect(db.sessions.find(id)).toMatchObject({ state: "closed", lastAt: noon });
  expect(db.sessions.messages(id)).toEqual([]);
  expect(db.sessions.slots(id)).toEqual({});
  expect(db.sessions.events(id)).toEqual([]);
  expect(db.sessions.recalled(id)).toEqual([]);
  expect(db.sessions.visited(id)).toEqual([]);
  expect(db.digestions.waiting()).toEqual([]);
  expect(db.sessions.resolved("ana")).toEqual([
    { session: id, person: "ana", at: noon + 5_000, ...outcome },
  ]);
});

test("finish() leaves what the person said meanwhile, for a digestion of its own", () => {
  const { db, id } = useTalk();
  db.sessions.setSlot(id, "guests", "4");
  db.sessions.addRecalled(id, [memory("a")]);
  db.digestions.add(id);
  expect(db.sessions.addMessage(id, say("and I like it there")).id).toBe(3);
  expect(db.sessions.find(id)?.state).toBe("digesting");
  expect(db.digestions.add(id)).toBe(true);
  expect(db.digestions.next()).toMatchObject({ upTo: 2 });
  db.digestions.finish(id, outcome);
  expect(db.sessions.find(id)?.state).toBe("active");
  expect(db.sessions.messages(id)).toMatchObject([{ id: 3, content: "and I like it there" }]);
  expect(db.sessions.slots(id)).toEqual({ guests: "4" });
  expect(db.sessions.recalled(id)).toEqual([memory("a")]);
  expect(db.digestions.add(id)).toBe(true);
  expect(db.digestions.next()).toMatchObject({ upTo: 3, attempts: 0, extraction: null });
  db.digestions.finish(id, null);
  expect(db.sessions.find(id)?.state).toBe("closed");
  expect(db.sessions.recalled(id)).toEqual([]);
});

test("keep(), fail() and finish() throw for what does not wait", () => {
  const { db, id } = useTalk();
  const calls = [
    () => db.digestions.keep(id, "plan", "x"),
    () => db.digestions.fail(id, { reason: "x", afterMs: 0 }),
    () => db.digestions.finish(id, null),
  ];
  for (const call of calls) {
    expect(call).toThrow(
      `Cannot digest the conversation "${id}": it does not wait for that any more`,
    );
  }
  expect(db.sessions.messages(id)).toHaveLength(2);
});
