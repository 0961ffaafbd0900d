import { existsSync, readdirSync, readFileSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { memory, say, useOlder, useSessionDb } from "./session-db.ts";

const old = "sessions.old-1.db";
const half = "01M7WDBFP00PFN5SYXCTK3JWZV";
const failed = "01M7WDDA90YK3MNMSMCDY6HDH6";
const queued = "01M7WDF4W0ZQ2VG3Z4RTQMRSF2";
const active = "01M7WDGZF0BJ972Y8AB06VSZJX";

test("what was not digested comes over with its person, agent, privacy and plan, and what earlier ones came to", () => {
  const { db, said } = useSessionDb(useOlder("v10"));
  const { sessions, digestions } = db;
  expect(sessions.list().map(({ id, person, state }) => [id.slice(0, 10), person, state])).toEqual([
    ["01M7WDJT20", "ana", "idle"],
    [active.slice(0, 10), "ana", "active"],
    [queued.slice(0, 10), null, "digesting"],
    [failed.slice(0, 10), "ben", "digesting"],
    [half.slice(0, 10), "ana", "digesting"],
  ]);
  expect(sessions.find(half)).toMatchObject({ isBound: true, agent: "rostro" });
  expect(sessions.find(active)).toMatchObject({
    agent: "chef",
    mode: "voice",
    language: "es",
    topic: "topics/cooking.md",
    startedAt: Date.UTC(2026, 10, 20, 12, 5),
  });
  expect(digestions.waiting()).toMatchObject([
    { session: half, upTo: 1, begun: 1, plan: '{"kept":"plan"}' },
    { session: queued, upTo: 1, plan: null },
    { session: failed, upTo: 1, attempts: 1, reason: "timed out" },
  ]);
  expect(digestions.nextSplit()?.session).toBe("topics/garden.md");
  const [asked, called, gave] = sessions.messages(active);
  expect(asked).toEqual({
    ...say("gira el arroz", { mode: "voice", language: "es", confidence: 0.9 }),
    hasPrivateData: true,
    recalled: [memory("a")],
    id: 2,
    at: Date.UTC(2026, 10, 20, 12, 5),
  });
  expect([called?.toolCalls?.[0]?.name, gave?.callId]).toEqual(["recall", "c1"]);
  expect(sessions.messages(active, { withDigested: true })).toHaveLength(5);
  expect(sessions.visited(active)).toEqual(["rostro", "chef"]);
  expect(sessions.slots(active)).toEqual({ guests: "4" });
  expect(sessions.events(active).map(({ type }) => type)).toEqual(["slot", "handoff"]);
  expect(sessions.recalled(active, "rostro")).toEqual([memory("a")]);
  expect(sessions.resolved("ana", "rostro").map(({ summary }) => summary)).toEqual([
    "Rice.",
    "Ana moved to Reus.",
  ]);
  expect(said).toEqual([]);
});

test("the first version's conversations come over too", () => {
  const { db } = useSessionDb(useOlder("v1"));
  const [unnamed, anas] = db.sessions.list();
  expect(db.sessions.messages(anas?.id ?? "").map(({ content }) => content)).toEqual([
    "words 1",
    "words 2",
  ]);
  expect(db.digestions.waiting()).toMatchObject([{ session: anas?.id, upTo: 2 }]);
  expect(unnamed).toMatchObject({ person: null, state: "active" });
  expect(db.sessions.resolved("ana")).toMatchObject([{ summary: "Of two agents." }]);
  expect(db.sessions.resolved("ana", "loci")).toEqual([]);
});

test("the older file stays until all that waited in it is digested", () => {
  const opened = useOlder("v10");
  const { lociDir, clock } = opened;
  const { sessions, digestions } = useSessionDb(opened).db;
  for (const { session } of digestions.waiting()) digestions.finish(session, null);
  clock.pass(60_000);
  digestions.add(queued);
  digestions.finish(queued, null);
  sessions.expire();
  expect(existsSync(join(lociDir, old))).toBe(true);
  digestions.add(active);
  digestions.finish(active, null);
  sessions.expire();
  expect(existsSync(join(lociDir, old))).toBe(true); // One is there in which nothing was said yet.
  clock.pass(25 * 3_600_000);
  sessions.expire();
  expect(readdirSync(lociDir).filter((name) => name.includes("old"))).toEqual([]);
});

test.each([
  ["what is removed", { person: "ben" }, 4],
  ["what is removed of those that were not taken over", { day: "2001-01-01" }, 5],
])("%s is not in the older file either", (_, which, left) => {
  const opened = useOlder("v10");
  const { sessions } = useSessionDb(opened).db;
  sessions.remove(which);
  const bytes = readdirSync(opened.lociDir).map((name) => readFileSync(join(opened.lociDir, name)));
  expect(Buffer.concat(bytes).includes("I like figs")).toBe(left === 5);
  expect(Buffer.concat(bytes).includes("gira el arroz")).toBe(true);
  expect(existsSync(join(opened.lociDir, old))).toBe(false);
  expect(sessions.list()).toHaveLength(left);
});

test("one that cannot be taken over stays as it is, and is when it can", () => {
  const opened = useOlder("v10");
  const { lociDir } = opened;
  const full = join(lociDir, "sessions.old-1.db");
  symlinkSync("/nowhere/else", full); // The copy cannot be written.
  expect(() => useSessionDb(opened)).toThrow(expect.objectContaining({ code: "SESSION_FAILED" }));
  unlinkSync(full);
  expect(useSessionDb(opened).db.sessions.list()).toHaveLength(5);
  expect(existsSync(full)).toBe(true);
});
