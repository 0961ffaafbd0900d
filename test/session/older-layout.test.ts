import { readdirSync } from "node:fs";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { fileOf, memory, rawBytes, say, useOlder, useSessionDb } from "./session-db.ts";

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

test("no byte of what does not come over stays, nor a copy of the older file", () => {
  const opened = useOlder("v10");
  expect(rawBytes(opened.lociDir)).toContain("digested: I moved");
  const { sessions } = useSessionDb(opened).db;
  expect(rawBytes(opened.lociDir)).not.toContain("digested: I moved");
  expect(rawBytes(opened.lociDir)).toContain("I like figs");
  sessions.remove({ person: "ben" });
  expect(rawBytes(opened.lociDir)).not.toContain("I like figs");
  expect(rawBytes(opened.lociDir)).toContain("gira el arroz");
  expect(readdirSync(opened.lociDir).filter((name) => !name.startsWith("sessions.db"))).toEqual([]);
  expect(sessions.list()).toHaveLength(4);
});

test("one that cannot be taken over stays as it is, and is when it can", () => {
  const opened = useOlder("v10");
  const writing = new Database(fileOf(opened.lociDir));
  writing.exec("BEGIN IMMEDIATE");
  expect(() => useSessionDb(opened)).toThrow(expect.objectContaining({ code: "BUSY" }));
  writing.close();
  expect(useSessionDb(opened).db.sessions.list()).toHaveLength(5);
});
