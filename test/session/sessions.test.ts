import { expect, test } from "vitest";
import type { NewMessage } from "../../src/session/session.ts";
import { ana, hour, memory, noon, say, useSessionDb } from "./session-db.ts";

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

test("addMessages() adds all or none; messages() gives the last 50, oldest first", () => {
  const { sessions } = useSessionDb().db;
  const { id } = sessions.start(ana);
  const agentOf = (n: number): string => (n % 3 === 0 ? "chef" : "rostro");
  const all = Array.from({ length: 60 }, (_, i) => say(`${i + 1}`, { agent: agentOf(i + 1) }));
  sessions.addMessages(id, all);
  const texts = (options?: Parameters<typeof sessions.messages>[1]): string[] =>
    sessions.messages(id, options).map(({ content }) => content);
  expect(texts()).toEqual(Array.from({ length: 50 }, (_, i) => `${i + 11}`));
  expect(texts({ limit: 2 })).toEqual(["59", "60"]);
  expect(texts({ limit: 0 })).toEqual([]);
  expect(texts({ upTo: 2, limit: 1 })).toEqual(["2"]);
  expect(sessions.visited(id)).toEqual(["rostro", "chef"]);
  const broken = say("six", { content: Object(Symbol("none")) });
  expect(() => sessions.addMessages(id, [say("five"), broken])).toThrow();
  expect(texts({ limit: Number.POSITIVE_INFINITY })).toHaveLength(60);
});

test("methods say which conversation there is not, or that it is closed", () => {
  const { sessions, digestions } = useSessionDb().db;
  const failed = (message: RegExp) =>
    expect.objectContaining({ code: "SESSION_FAILED", message: expect.stringMatching(message) });
  for (const call of [
    () => sessions.addMessage("gone", say("x")),
    () => sessions.update("gone", {}),
    () => sessions.addEvent("gone", { type: "topic", path: "x" }),
    () => sessions.setSlot("gone", "a", "b"),
    () => sessions.addRecalled("gone", "loci", [memory("a")]),
    () => sessions.withdraw("gone", 1),
    () => sessions.clearThread("gone", "loci"),
    () => digestions.add("gone"),
  ])
    expect(call).toThrow(failed(/^Cannot find the conversation "gone": it was removed, or never/));
  const { id } = sessions.start(ana);
  digestions.add(id);
  for (const call of [() => digestions.begin(id), () => digestions.finish(id, null)])
    expect(call).toThrow(failed(/: it does not wait for that any more$/));
  expect(() => sessions.addMessage(id, say("x"))).toThrow(
    failed(/^Cannot add a message to the conversation "\w+": it is closed; start a new one$/),
  );
});

test("setSlot() sets, changes and removes; slots() gives them in order", () => {
  const { sessions } = useSessionDb().db;
  const { id } = sessions.start(ana);
  const other = sessions.start(ana);
  sessions.setSlot(id, "guests", "4");
  sessions.setSlot(id, "__proto__", "plain");
  sessions.setSlot(id, "date", "Friday");
  sessions.setSlot(id, "guests", "6");
  const slots = Object.entries(sessions.slots(id)).map((slot) => slot.join("="));
  expect(slots).toEqual(["guests=6", "__proto__=plain", "date=Friday"]);
  sessions.setSlot(id, "date", "");
  expect(Object.keys(sessions.slots(id))).toEqual(["guests", "__proto__"]);
  expect(sessions.slots(other.id)).toEqual({});
});

test("addRecalled() takes each memory once, as it was recalled last, and counts as used what was said or found first", () => {
  const { sessions } = useSessionDb().db;
  const { id } = sessions.start(ana);
  const elsewhere = memory("c", { file: "topics/travel.md" });
  const again = memory("b", { score: 0.1 });
  sessions.addRecalled(id, "loci", [memory("a"), memory("b"), memory("a")]);
  expect([...sessions.lastUses().keys()]).toEqual(["a"]);
  sessions.addRecalled(id, "loci", [again, elsewhere], 2);
  expect(sessions.recalled(id)).toEqual([memory("a"), again, elsewhere]);
  expect([...sessions.lastUses().keys()].sort()).toEqual(["a", "b", "c"]);
});

test("keepHeard() leaves of a reply what was heard, or nothing; no message of the person, and none that is to be digested", () => {
  const { sessions, digestions } = useSessionDb().db;
  const { id } = sessions.start(ana);
  const asked = sessions.addMessage(id, say("tell me about rice")).id;
  const said = "Rice is a grass. It grows in water.";
  const reply = sessions.addMessage(id, say(said, { role: "assistant" })).id;
  const unheard = sessions.addMessage(id, say("And oats?", { role: "assistant" })).id;
  expect(sessions.keepHeard(id, asked, "x")).toBe(false);
  expect(sessions.keepHeard(id, unheard + 1, "x")).toBe(false);
  expect(sessions.keepHeard("none", reply, "x")).toBe(false);
  expect(sessions.keepHeard(id, reply, "Rice is a grass.")).toBe(true);
  expect(sessions.keepHeard(id, unheard, "")).toBe(true);
  const left = sessions.messages(id);
  expect(left.map(({ content }) => content)).toEqual(["tell me about rice", "Rice is a grass."]);
  expect(left.at(-1)?.degradations).toEqual(["interrupted"]);
  digestions.add(id);
  expect(sessions.keepHeard(id, reply, "x")).toBe(false);
});

test("idleFor() gives the active sessions without a message for so long", () => {
  const { db, clock } = useSessionDb();
  const { id } = db.sessions.start(ana);
  expect(db.sessions.idleFor(0)).toEqual([]); // Nobody said anything yet.
  db.sessions.addMessage(id, say("hello"));
  clock.pass(60_000);
  expect(db.sessions.idleFor(60_001)).toEqual([]);
  expect(db.sessions.idleFor(60_000).map((session) => session.id)).toEqual([id]);
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
  const newer = db.sessions.start({ ...ana, person: null });
  expect(db.sessions.list().map((session) => session.id)).toEqual([newer.id, id]);
  expect([db.sessions.idleFor(1), db.sessions.expire()]).toEqual([[], 0]);
  clock.wall = noon + 2 * hour; // The network gave the time.
  expect(db.sessions.idleFor(hour).map((session) => session.id)).toEqual([id]);
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
