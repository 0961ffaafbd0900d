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
      begun: 0,
      reason: null,
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

test("keep() holds the plan over a restart", () => {
  const { db, id, lociDir, clock } = useTalk();
  db.digestions.add(id);
  db.digestions.keep(id, "first");
  db.digestions.keep(id, "second");
  db.close();
  const again = useSessionDb({ lociDir, clock });
  expect(again.db.digestions.next()).toMatchObject({ plan: "second" });
});

test("fail() counts, and lets others go first", () => {
  const { db, id, clock } = useTalk();
  const other = db.sessions.start(ana).id;
  db.sessions.addMessage(other, say("second"));
  db.digestions.add(id);
  db.digestions.add(other);
  db.digestions.fail(id, { reason: "timed out", afterMs: 60_000 });
  expect(db.digestions.next()?.session).toBe(other);
  db.digestions.fail(other, { reason: "refused", afterMs: 0 });
  expect(db.digestions.next()?.session).toBe(other);
  clock.pass(60_000);
  expect(db.digestions.next()).toMatchObject({ session: id, attempts: 1 });
  db.digestions.fail(id, { reason: "again", afterMs: hour });
  expect(db.digestions.waiting()).toMatchObject([
    { session: id, attempts: 2, reason: "again" },
    { session: other, attempts: 1, reason: "refused" },
  ]);
  db.digestions.finish(other, null);
  expect(db.digestions.next()).toBeUndefined();
});

test("finish() keeps what it came to and clears the conversation, in one go", () => {
  const { db, id, clock } = useTalk();
  db.sessions.setSlot(id, "guests", "4");
  db.sessions.addEvent(id, { type: "topic", path: "topics/cooking.md" });
  db.sessions.addRecalled(id, "loci", [memory("a")]);
  db.digestions.add(id);
  clock.pass(5_000);
  db.digestions.finish(id, outcome);
  expect(db.sessions.find(id)).toMatchObject({ state: "closed", lastAt: noon });
  expect(db.sessions.messages(id)).toEqual([]);
  expect(db.sessions.slots(id)).toEqual({});
  expect(db.sessions.recalled(id)).toEqual([]);
  expect(db.digestions.waiting()).toEqual([]);
  expect(db.sessions.resolved("ana")).toEqual([
    { session: id, person: "ana", at: noon + 5_000, ...outcome },
  ]);
});

test("what a conversation came to is told to its agent, and to none where another one had a part in it", () => {
  const { db, id } = useTalk();
  const told = (agent: string) => db.sessions.resolved("ana", agent).map(({ session }) => session);
  db.digestions.add(id);
  db.digestions.finish(id, outcome);
  expect([told("rostro"), told("chef")]).toEqual([[id], []]);
  const both = db.sessions.start(ana).id;
  db.sessions.addMessage(both, say("What hums behind the painting?"));
  db.sessions.addMessage(both, say("The safe", { role: "assistant", agent: "chef" }));
  db.digestions.add(both);
  db.digestions.finish(both, outcome);
  expect([told("rostro"), told("chef")]).toEqual([[id], []]);
  expect(db.sessions.resolved("ana")).toHaveLength(2);
});

test("finish() leaves what the person said meanwhile, for a digestion of its own", () => {
  const { db, id } = useTalk();
  db.sessions.setSlot(id, "guests", "4");
  db.sessions.addRecalled(id, "loci", [memory("a")]);
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
  expect(db.digestions.next()).toMatchObject({ upTo: 3, attempts: 0, plan: null });
  db.digestions.finish(id, null);
  expect(db.sessions.find(id)?.state).toBe("closed");
  expect(db.sessions.recalled(id)).toEqual([]);
});

test("begin(), keep(), fail() and finish() throw for what does not wait", () => {
  const { db, id } = useTalk();
  const calls = [
    () => db.digestions.begin(id),
    () => db.digestions.keep(id, "x"),
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

test("begin() puts what was interrupted behind what is fresh, over a restart", () => {
  const { db, id, lociDir, clock } = useTalk();
  const other = db.sessions.start(ana).id;
  db.sessions.addMessage(other, say("second"));
  db.digestions.add(id);
  db.digestions.begin(id);
  db.close();
  const again = useSessionDb({ lociDir, clock }).db;
  again.digestions.add(other);
  expect(again.digestions.next()).toMatchObject({ session: other, begun: 0 });
  again.digestions.begin(other);
  again.digestions.begin(other);
  expect(again.digestions.next()).toMatchObject({ session: id, begun: 1, attempts: 0 });
});

test("a long conversation is digested in stretches of whole turns, none of it twice", () => {
  const { db } = useSessionDb();
  const { id } = db.sessions.start(ana);
  const turn = [say("one"), say("two"), say("ok", { role: "assistant" })];
  db.sessions.addMessages(id, Array.from({ length: 400 }, () => turn).flat());
  expect(db.digestions.add(id)).toBe(true);
  const ends: (number | undefined)[] = [];
  for (let next = db.digestions.next(); next !== undefined; next = db.digestions.next()) {
    ends.push(next.upTo);
    db.digestions.finish(id, null);
  }
  expect(ends).toEqual([375, 750, 1_125, 1_200]);
  expect(db.sessions.find(id)?.state).toBe("closed");
});
