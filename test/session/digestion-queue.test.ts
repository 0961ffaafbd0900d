import { expect, test } from "vitest";
import { ana, hour, memory, noon, outcome, say, useSessionDb } from "./session-db.ts";

function useTalk() {
  const opened = useSessionDb();
  const talk = (content: string): string => {
    const { id } = opened.db.sessions.start(ana);
    opened.db.sessions.addMessage(id, say(content));
    return id;
  };
  const id = talk("I moved to Reus");
  opened.db.sessions.addMessage(id, say("Noted", { role: "assistant" }));
  return { ...opened, ...opened.db, id, talk };
}

test("fail() counts, and lets others go first", () => {
  const { digestions, id, talk, clock } = useTalk();
  const other = talk("second");
  digestions.add(id);
  digestions.add(other);
  digestions.fail(id, { reason: "timed out", afterMs: 60_000 });
  expect(digestions.next()?.session).toBe(other);
  digestions.fail(other, { reason: "refused", afterMs: 0 });
  expect(digestions.next()?.session).toBe(other);
  clock.pass(60_000);
  expect(digestions.next()).toMatchObject({ session: id, attempts: 1 });
  digestions.fail(id, { reason: "again", afterMs: hour });
  expect(digestions.waiting()).toMatchObject([
    { session: id, attempts: 2, reason: "again" },
    { session: other, attempts: 1, reason: "refused" },
  ]);
  digestions.finish(other, null);
  expect(digestions.next()).toBeUndefined();
});

test("begin() puts what was interrupted behind what is fresh, keep() what has a plan before all, over a restart", () => {
  const first = useTalk();
  const { id } = first;
  const other = first.talk("second");
  first.digestions.add(id);
  first.digestions.begin(id);
  first.close();
  const { digestions, close } = useSessionDb(first).db;
  digestions.add(other);
  expect(digestions.next()).toMatchObject({ session: other, begun: 0 });
  digestions.begin(other);
  digestions.begin(other);
  expect(digestions.next()).toMatchObject({ session: id, begun: 1, attempts: 0 });
  digestions.keep(other, "first");
  digestions.keep(other, "second");
  close();
  const again = useSessionDb(first).db.digestions;
  expect(again.next()).toMatchObject({ session: other, plan: "second" });
});

test("what a conversation came to is told to its agent, and to none where another one had a part in it", () => {
  const { sessions, digestions, id, talk, clock } = useTalk();
  const told = (agent: string) => sessions.resolved("ana", agent).map(({ session }) => session);
  digestions.add(id);
  clock.pass(5_000);
  digestions.finish(id, outcome);
  const came = { session: id, person: "ana", at: noon + 5_000, ...outcome };
  expect(sessions.resolved("ana", "rostro")).toEqual([came]);
  expect(sessions.find(id)).toMatchObject({ state: "closed", lastAt: noon });
  const both = talk("What hums behind the painting?");
  sessions.addMessage(both, say("The safe", { role: "assistant", agent: "chef" }));
  digestions.add(both);
  digestions.finish(both, outcome);
  expect([told("rostro"), told("chef")]).toEqual([[id], []]);
  expect(sessions.resolved("ana")).toHaveLength(2);
});

test("finish() leaves what the person said meanwhile, for a digestion of its own", () => {
  const { sessions, digestions, id } = useTalk();
  sessions.setSlot(id, "guests", "4");
  sessions.addRecalled(id, "rostro", [memory("a")]);
  digestions.add(id);
  expect(sessions.addMessage(id, say("and I like it there")).id).toBe(3);
  expect(sessions.find(id)?.state).toBe("digesting");
  expect(digestions.add(id)).toBe(true);
  expect(digestions.next()).toMatchObject({ upTo: 2 });
  digestions.finish(id, outcome);
  expect(sessions.find(id)?.state).toBe("active");
  expect(sessions.messages(id)).toMatchObject([{ id: 3, content: "and I like it there" }]);
  expect(sessions.slots(id)).toEqual({ guests: "4" });
  expect(sessions.recalled(id)).toEqual([memory("a")]);
  expect(digestions.add(id)).toBe(true);
  expect(digestions.next()).toMatchObject({ upTo: 3, attempts: 0, plan: null });
  digestions.finish(id, null);
  expect(sessions.find(id)?.state).toBe("closed");
  expect([sessions.messages(id), sessions.recalled(id), sessions.slots(id)]).toEqual([[], [], {}]);
});

test("a long conversation is digested in stretches of whole turns, none of it twice", () => {
  const { sessions, digestions } = useSessionDb().db;
  const { id } = sessions.start(ana);
  const turn = [say("one"), say("two"), say("ok", { role: "assistant" })];
  sessions.addMessages(id, Array.from({ length: 400 }, () => turn).flat());
  expect(digestions.add(id)).toBe(true);
  const ends: (number | undefined)[] = [];
  for (let next = digestions.next(); next !== undefined; next = digestions.next()) {
    ends.push(next.upTo);
    digestions.finish(id, null);
  }
  expect(ends).toEqual([375, 750, 1_125, 1_200]);
  expect(sessions.find(id)?.state).toBe("closed");
});
