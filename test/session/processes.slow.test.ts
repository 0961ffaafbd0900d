import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { SessionDb } from "../../src/session/open-session-db.ts";
import { allKills } from "../all-kills.ts";
import { useTempFolder } from "../temp.ts";
import { ana, say, TestClock, useOlder, useSessionDb } from "./session-db.ts";

const talker = join(import.meta.dirname, "../workers/talk.ts");
const all = { limit: Number.POSITIVE_INFINITY };

interface Talker {
  readonly child: ChildProcess;
  readonly closed: Promise<unknown>;
  lines(): string[];
  complaints(): string;
}

/** Starts a process that talks, and waits until it has its database open. */
async function startTalker(...args: readonly string[]): Promise<Talker> {
  const child = spawn(process.execPath, ["--no-warnings", talker, ...args]);
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const closed = once(child, "close");
  await Promise.race([once(child.stdout, "data"), closed]);
  // A line that a kill cut off was not acknowledged; "ready" was not a message.
  return {
    child,
    closed,
    lines: () => out.split("\n").slice(1, -1),
    complaints: () => err,
  };
}

const clock = Object.assign(new TestClock(), { now: Date.now });
const open = (lociDir: string): SessionDb =>
  useSessionDb({ lociDir, clock, report: (sentence) => expect.unreachable(sentence) }).db;

const numbered = (db: SessionDb, id: string): string[] =>
  db.sessions.messages(id, all).map((message) => `${message.id} ${message.content}`);

test("two processes and this one write to one session at once, and no number is given twice", async () => {
  const lociDir = join(useTempFolder(), ".loci");
  const db = open(lociDir);
  const { id } = db.sessions.start(ana);
  const talkers = await Promise.all([1, 2].map(() => startTalker(lociDir, "add", id, "150")));
  const mine = Array.from({ length: 150 }, (_, n) => {
    const { id: number, content } = db.sessions.addMessage(id, say(`this process says ${n}`));
    return `${number} ${content}`;
  });
  await Promise.all(talkers.map(({ closed }) => closed));
  expect(talkers.map((each) => each.complaints())).toEqual(["", ""]);
  const acknowledged = [...mine, ...talkers.flatMap((each) => each.lines())];
  const byNumber = (line: string): number => Number.parseInt(line, 10);
  expect(acknowledged).toHaveLength(450);
  expect(numbered(db, id)).toEqual(acknowledged.sort((a, b) => byNumber(a) - byNumber(b)));
  expect(numbered(db, id).map(byNumber)).toEqual(Array.from({ length: 450 }, (_, i) => i + 1));
});

test("a process that wipes after each digestion does not hinder one that talks", async () => {
  const lociDir = join(useTempFolder(), ".loci");
  const db = open(lociDir);
  const { id } = db.sessions.start(ana);
  const digester = await startTalker(lociDir, "digest", "", "40");
  const one = await startTalker(lociDir, "add", id, "100");
  await Promise.all([digester.closed, one.closed]);
  expect([digester.complaints(), one.complaints()]).toEqual(["", ""]);
  expect(numbered(db, id)).toEqual(one.lines());
  expect(one.lines()).toHaveLength(100);
  expect(closedIn(db)).toHaveLength(40);
});

test.each([
  ["make the database", () => join(useTempFolder(), ".loci"), 0],
  ["take an older one over", () => useOlder("v10").lociDir, 5],
])("four processes may %s at once", async (_, make, older) => {
  const lociDir = make();
  const talkers = await Promise.all(
    [1, 2, 3, 4].map(() => startTalker(lociDir, "digest", "", "3")),
  );
  await Promise.all(talkers.map(({ closed }) => closed));
  expect(talkers.map((each) => each.complaints())).toEqual(["", "", "", ""]);
  const db = open(lociDir);
  expect(closedIn(db)).toHaveLength(12);
  expect(db.sessions.list()).toHaveLength(12 + older);
});

const [talkingKills, digestingKills] = allKills ? [40, 20] : [16, 10];

test("kill -9 at moments of talking loses no acknowledged message, and none out of order", async () => {
  const lociDir = join(useTempFolder(), ".loci");
  const { id } = open(lociDir).sessions.start(ana);
  const acknowledged = new Set<string>();
  let busy = 0;
  for (let kill = 0; kill < talkingKills; kill++) {
    const { child, closed, lines } = await startTalker(lociDir, "add", id);
    await sleep(Math.random() * 60);
    child.kill("SIGKILL");
    await closed;
    busy += lines().length > 0 ? 1 : 0;
    for (const line of lines()) acknowledged.add(line);
    const db = open(lociDir);
    const kept = numbered(db, id);
    expect(kept.map((line) => Number.parseInt(line, 10))).toEqual(kept.map((_, i) => i + 1));
    const there = new Set(kept);
    expect([...acknowledged].filter((line) => !there.has(line))).toEqual([]);
    // At most the one that was under way when it was killed is there without having been acknowledged.
    expect(kept.length).toBeLessThanOrEqual(acknowledged.size + kill + 1);
    db.close();
  }
  expect(busy).toBeGreaterThan(4);
});

test("kill -9 at moments of digesting leaves each conversation whole or done, never half", async () => {
  const lociDir = join(useTempFolder(), ".loci");
  const done = new Set<string>();
  for (let kill = 0; kill < digestingKills; kill++) {
    const { child, closed, lines } = await startTalker(lociDir, "digest");
    await sleep(Math.random() * 120);
    child.kill("SIGKILL");
    await closed;
    for (const line of lines()) done.add(line);
    const db = open(lociDir);
    for (const { id, state } of db.sessions.list()) {
      const isQueued = db.digestions.waiting().some(({ session }) => session === id);
      const messages = db.sessions.messages(id).length;
      const isResolved = db.sessions.resolved("ana").some(({ session }) => session === id);
      const seen = { state, messages, isQueued, isResolved };
      expect([
        { state: "idle", messages: 0, isQueued: false, isResolved: false },
        { state: "active", messages: 1, isQueued: false, isResolved: false },
        { state: "digesting", messages: 1, isQueued: true, isResolved: false },
        { state: "closed", messages: 0, isQueued: false, isResolved: true },
      ]).toContainEqual(seen);
      if (done.has(id)) expect(state).toBe("closed");
    }
    db.close();
  }
  expect(done.size).toBeGreaterThan(3);
});

const closedIn = ({ sessions }: ReturnType<typeof open>) =>
  sessions.list().filter(({ state }) => state === "closed");
