import { expect, test } from "vitest";
import type { NewMessage, SessionEvent } from "../../src/session/session.ts";
import { ana, day, hour, memory, noon, say, useSessionDb } from "./session-db.ts";

const failed = (message: RegExp) =>
  expect.objectContaining({ code: "SESSION_FAILED", message: expect.stringMatching(message) });

test("start() makes an idle session, which find() and list() give", () => {
  const { db } = useSessionDb();
  const session = db.sessions.start(ana);
  expect(session).toEqual({
    id: expect.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
    ...ana,
    state: "idle",
    topic: null,
    startedAt: noon,
    lastAt: noon,
  });
  expect(db.sessions.find(session.id)).toEqual(session);
  expect(db.sessions.list()).toEqual([session]);
  expect(db.sessions.find("01ARYZ6S41TSV4RRFFQ69G5FAV")).toBeUndefined();
});

test("list() gives the newest first although the clock went back", () => {
  const { db, clock } = useSessionDb();
  const first = db.sessions.start(ana);
  clock.wall -= 10 * day;
  const second = db.sessions.start({ ...ana, person: null });
  const third = db.sessions.start({ ...ana, person: "ben" });
  db.sessions.addMessage(third.id, say("hello"));
  expect(db.sessions.list().map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
});

const full: NewMessage = {
  role: "assistant",
  agent: "chef",
  content: 'Bomba\u0000 "rice" \u{1F35A}\n',
  toolCalls: [{ id: "call-1", name: "recall", arguments: '{"q":"rice"}' }],
  callId: "call-0",
  mode: "voice",
  language: "es",
  detected: "ca",
  switched: true,
  recalled: [memory("a"), memory("b")],
  latency: { recall: 12.5, reply: 800 },
  degradations: ["recall timed out"],
  hasPrivateData: true,
  confidence: 0.25,
};

test("addMessage() keeps every field, counts from 1 and makes the session active", () => {
  const { db, clock } = useSessionDb();
  const { id } = db.sessions.start(ana);
  const plain = say("hello", { detected: null });
  expect(db.sessions.addMessage(id, full)).toEqual({ ...full, id: 1, at: noon });
  clock.pass(5_000);
  expect(db.sessions.addMessage(id, plain)).toEqual({ ...plain, id: 2, at: noon + 5_000 });
  expect(db.sessions.messages(id)).toStrictEqual([
    { ...full, id: 1, at: noon },
    { ...plain, id: 2, at: noon + 5_000 },
  ]);
  expect(db.sessions.find(id)).toMatchObject({ state: "active", lastAt: noon + 5_000 });
});

test("messages() gives the last 50, or the last of one thread, oldest first", () => {
  const { db } = useSessionDb();
  const { id } = db.sessions.start(ana);
  for (let n = 1; n <= 60; n++) {
    db.sessions.addMessage(id, say(`${n}`, { agent: n % 3 === 0 ? "chef" : "rostro" }));
  }
  const texts = (options?: Parameters<typeof db.sessions.messages>[1]): string[] =>
    db.sessions.messages(id, options).map(({ content }) => content);
  expect(texts()).toEqual(Array.from({ length: 50 }, (_, i) => `${i + 11}`));
  expect(texts({ limit: 2 })).toEqual(["59", "60"]);
  expect(texts({ limit: 0 })).toEqual([]);
  expect(texts({ agent: "chef", limit: 3 })).toEqual(["54", "57", "60"]);
  expect(texts({ limit: Number.POSITIVE_INFINITY })).toHaveLength(60);
  expect(db.sessions.visited(id)).toEqual(["rostro", "chef"]);
});

test("methods say which conversation there is not, or that it is closed", () => {
  const { db } = useSessionDb();
  const nowhere = [
    () => db.sessions.addMessage("gone", say("x")),
    () => db.sessions.update("gone", {}),
    () => db.sessions.addEvent("gone", { type: "topic", path: "x" }),
    () => db.sessions.setSlot("gone", "a", "b"),
    () => db.sessions.addRecalled("gone", "loci", [memory("a")]),
    () => db.digestions.add("gone"),
  ];
  for (const call of nowhere) expect(call).toThrow(failed(/^Cannot find the conversation "gone":/));
  const { id } = db.sessions.start(ana);
  db.digestions.add(id);
  expect(() => db.sessions.addMessage(id, say("x"))).toThrow(
    failed(/^Cannot add a message to the conversation "\w+": it is closed; start a new one$/),
  );
});

test("events() gives what happened, in order, with its time", () => {
  const { db, clock } = useSessionDb();
  const { id } = db.sessions.start(ana);
  const happened: SessionEvent[] = [
    { type: "mode", from: "text", to: "voice" },
    { type: "language", from: "en", to: "es", trigger: "auto_detected" },
    { type: "handoff", from: "rostro", to: "chef", context: "dinner for four" },
    { type: "topic", path: "topics/cooking.md" },
  ];
  for (const event of happened) {
    db.sessions.addEvent(id, event);
    clock.pass(1_000);
  }
  expect(db.sessions.events(id)).toEqual(
    happened.map((event, i) => ({ ...event, at: noon + i * 1_000 })),
  );
});

test("setSlot() sets, changes and removes; slots() gives them in order", () => {
  const { db } = useSessionDb();
  const { id } = db.sessions.start(ana);
  const other = db.sessions.start(ana);
  db.sessions.setSlot(id, "guests", "4");
  db.sessions.setSlot(id, "__proto__", "plain");
  db.sessions.setSlot(id, "date", "Friday");
  db.sessions.setSlot(id, "guests", "6");
  expect(Object.entries(db.sessions.slots(id))).toEqual([
    ["guests", "6"],
    ["__proto__", "plain"],
    ["date", "Friday"],
  ]);
  db.sessions.setSlot(id, "date", null);
  expect(Object.keys(db.sessions.slots(id))).toEqual(["guests", "__proto__"]);
  expect(db.sessions.slots(other.id)).toEqual({});
});

test("addRecalled() counts as used what was said or found first, and not what was merely found", () => {
  const { db } = useSessionDb();
  const { id } = db.sessions.start(ana);
  db.sessions.addRecalled(id, "loci", [memory("a"), memory("b")]);
  expect([...db.useDays.all().keys()]).toEqual(["a"]);
  db.sessions.addRecalled(id, "loci", [memory("c"), memory("d")], 2);
  expect([...db.useDays.all().keys()].sort()).toEqual(["a", "c", "d"]);
});

test("addRecalled() takes each memory once, as it was recalled last, and says which were new", () => {
  const { db } = useSessionDb();
  const { id } = db.sessions.start(ana);
  const elsewhere = memory("a", { file: "topics/travel.md" });
  expect(db.sessions.addRecalled(id, "loci", [memory("a"), memory("b"), memory("a")])).toEqual([
    memory("a"),
    memory("b"),
  ]);
  expect(db.sessions.addRecalled(id, "loci", [memory("b", { score: 0.1 }), elsewhere])).toEqual([
    elsewhere,
  ]);
  const again = memory("b", { score: 0.1 });
  expect(db.sessions.recalled(id)).toEqual([memory("a"), again, elsewhere]);
});

test("idleFor() gives the active sessions without a message for so long", () => {
  const { db, clock } = useSessionDb();
  const { id } = db.sessions.start(ana);
  expect(db.sessions.idleFor(0)).toEqual([]); // Nobody said anything yet.
  db.sessions.addMessage(id, say("hello"));
  clock.pass(6 * 60_000);
  expect(db.sessions.idleFor(7 * 60_000)).toEqual([]);
  clock.pass(60_000);
  expect(db.sessions.idleFor(7 * 60_000).map((session) => session.id)).toEqual([id]);
  db.digestions.add(id);
  expect(db.sessions.idleFor(0)).toEqual([]);
});

test("a clock that wakes up in the past goes on from what was stored last", () => {
  const { db, clock } = useSessionDb();
  const { id } = db.sessions.start(ana);
  clock.pass(hour);
  db.sessions.addMessage(id, say("before the power cut"));
  clock.wall = 20_000;
  db.sessions.addMessage(id, say("after it"));
  expect(db.sessions.messages(id).map(({ at }) => at)).toEqual([noon + hour, noon + hour]);
  expect([db.sessions.idleFor(1), db.sessions.expire()]).toEqual([[], 0]);
  clock.wall = noon + 2 * hour; // The network gave the time.
  expect(db.sessions.idleFor(hour).map((session) => session.id)).toEqual([id]);
});

test("addMessages() adds all or none, numbered on, and is read like one by one", () => {
  const { db } = useSessionDb();
  const { id } = db.sessions.start(ana);
  db.sessions.addMessage(id, say("one"));
  db.sessions.addMessages(id, []);
  db.sessions.addMessages(id, [say("two"), say("three", { agent: "chef", role: "assistant" })]);
  expect(db.sessions.messages(id)).toMatchObject([
    { id: 1, content: "one" },
    { id: 2, content: "two" },
    { id: 3, content: "three" },
  ]);
  expect(db.sessions.messages(id, { upTo: 2, limit: 1 })).toMatchObject([{ id: 2 }]);
  expect(db.sessions.visited(id)).toEqual(["rostro", "chef"]);
  expect(db.sessions.find(id)?.state).toBe("active");
  const broken = say("six", { content: Object(Symbol("none")) });
  expect(() => db.sessions.addMessages(id, [say("five"), broken])).toThrow();
  expect(db.sessions.messages(id)).toHaveLength(3);
});
