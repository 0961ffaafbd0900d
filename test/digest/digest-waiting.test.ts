import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Happening, onHappening } from "../../src/diagnostics.ts";
import { backOffMs, restOf } from "../../src/digest/digest-session.ts";
import { LociError } from "../../src/errors.ts";
import type { Lock } from "../../src/vault/lock.ts";
import { outcomesOf } from "../outcomes.ts";
import { say } from "../session/session-db.ts";
import { conclusion } from "./conclusions.ts";
import { answering, answerOf, failure, openVault, saying } from "./open-vault.ts";
import { digest, talk, three } from "./talk.ts";

test("nothing worth keeping leaves no trace but the closed session", async () => {
  const vault = openVault({});
  const id = talk(vault, ["what time is it?"]);
  expect(await digest(vault)).toMatchObject([{ status: "nothing", outcomes: [] }]);
  expect(vault.files()).toEqual({});
  expect(vault.db.sessions.find(id)?.state).toBe("closed");
});

test("noise alone is not sent to a model", async () => {
  const model = answering({});
  const vault = openVault({ model });
  talk(vault, [{ content: "mumble mumble", mode: "voice", confidence: 0.2 }]);
  expect(await digest(vault)).toMatchObject([{ status: "nothing" }]);
  expect(model.requests).toEqual([]);
});

test("a broken answer is repaired once, and then the conversation waits until a model does better", async () => {
  const good = answerOf({ conclusions: [conclusion("Tea is my drink")] });
  const model = saying("{", "{ still broken", good);
  const vault = openVault({ model });
  const id = talk(vault, ["Tea is my drink"]);
  const [waiting] = await digest(vault);
  expect(waiting).toMatchObject({ session: id, status: "waiting" });
  expect(waiting?.reason).toMatch(
    /^The conversation is not in memory yet, and waits on disk: the model gave no usable answer/,
  );
  expect(vault.files()).toEqual({});
  expect(model.requests).toHaveLength(2);
  expect(vault.db.digestions.waiting()).toMatchObject([{ session: id, attempts: 1 }]);
  expect(vault.db.modelErrors.agesOf("fake")).toHaveLength(1);
  expect(vault.db.digestions.next()).toBeUndefined();
  expect(await digest(vault)).toEqual([]);
  expect(await digest(vault, id)).toMatchObject([{ status: "digested" }]);
  expect(Object.values(vault.files()).join()).toContain("- Tea is my drink");
});

test("a model that fails shuts the guard after 5 conversations; the rest wait for another one, without being asked", async () => {
  const model = saying(failure("busy"));
  const vault = openVault({ model });
  const heard: Happening[] = [];
  onTestFinished(onHappening((happening) => heard.push(happening)));
  for (let i = 0; i < 8; i++) talk(vault, ["Tea is my drink"]);
  const all = await digest(vault);
  expect(model.requests).toHaveLength(5);
  expect(heard).toEqual([{ type: "guard", restMs: vault.ports.settings.digest.guardRestMs }]);
  expect(all).toHaveLength(6);
  expect(all.at(-1)?.reason).toContain("it rests a few minutes");
  expect(vault.db.digestions.waiting()).toHaveLength(8);
  const healthy = { ...vault.ports, model: answering({}), modelKey: "healthy" };
  const rest = await digest({ ports: healthy });
  expect(rest.map(({ status }) => status)).toEqual(["nothing", "nothing", "nothing"]);
  expect(vault.db.digestions.waiting()).toHaveLength(5);
});

const minute = 60_000;
const guard = { guardEnabled: true, guardErrors: 5, guardWithinMs: 600_000, guardRestMs: 300_000 };
const settings = { enabled: true, newTopicFrom: 3, quotes: true, ...guard };
const failed = (...ages: readonly number[]) => ({
  note: () => {},
  agesOf: () => ages.map((age) => age * minute),
});

test.each([
  ["no failures", [], 0],
  ["4 failures", [0, 1, 2, 3], 0],
  ["5 failures within 10 minutes", [0, 1, 2, 3, 10], 5],
  ["5 failures in more than 10 minutes", [0, 1, 2, 3, 10.1], 0],
  ["5 failures, the last 4 minutes ago", [4, 5, 6, 7, 8], 1],
  ["5 failures, the last 5 minutes ago", [5, 6, 7, 8, 9], 0],
  ["one more failure while the others are young", [0, 5.1, 6, 7, 8, 9], 5],
  ["one more failure when the others are old", [0, 11, 12, 13, 14], 0],
  ["a newer failure that is on its own", [1, 3, 12, 12.5, 12.9], 0],
])("restOf() after %s", (_, ages, expected) => {
  const guarded = { modelErrors: failed(...ages), modelKey: "m" };
  expect(restOf({ ...guarded, settings: { digest: settings } })).toBe(expected * minute);
  const off = { ...settings, guardEnabled: false };
  expect(restOf({ ...guarded, settings: { digest: off } })).toBe(0);
});

test("backOffMs() grows to an hour and stays there", () => {
  expect([1, 2, 3, 4, 5, 500].map((n) => backOffMs(n) / minute)).toEqual([1, 5, 15, 60, 60, 60]);
});

test("a digestion that is called off waits, and no attempt is counted", async () => {
  const vault = openVault({ model: answering({ conclusions: [conclusion("Tea is my drink")] }) });
  const ports = { ...vault.ports, model: saying(failure("aborted")) };
  const id = talk(vault, ["Tea is my drink"]);
  expect(await digest({ ports })).toMatchObject([{ status: "waiting" }]);
  // It goes behind those that came meanwhile.
  expect(vault.db.digestions.waiting()).toMatchObject([{ session: id, attempts: 0, begun: 1 }]);
  expect(await digest(vault)).toMatchObject([{ status: "digested" }]);
});

test("switched off, nothing is asked or written, and the conversation stays", async () => {
  for (const settings of [{ digest: { enabled: false } }, { privacy: { enabled: false } }]) {
    const model = answering({ conclusions: [conclusion("Tea is my drink")] });
    const vault = openVault({ model, settings });
    talk(vault, ["Tea is my drink"]);
    expect(await digest(vault)).toMatchObject([{ status: "off" }]);
    expect([model.requests, vault.files()]).toEqual([[], {}]);
    expect(vault.db.digestions.waiting()).toHaveLength(1);
  }
});

test("a topic file that cannot be written keeps the conversation waiting with the plan, until it is put right", async () => {
  const broken = "---\ntitle: [unclosed\n---\n\n- a\n";
  const model = answering({ conclusions: [conclusion("Tea is my drink")] });
  const vault = openVault({ files: { "topics/a.md": broken }, model });
  const id = talk(vault, ["Tea is my drink"], { topic: "topics/a.md" });
  expect(await digest(vault)).toMatchObject([{ status: "waiting" }]);
  expect(vault.files()).toEqual({ "topics/a.md": broken });
  writeFileSync(join(vault.root, "topics/a.md"), "- a\n");
  expect(await digest(vault, id)).toMatchObject([{ status: "digested" }]);
  expect(model.requests).toHaveLength(1);
  expect(vault.files()["topics/a.md"]).toMatch(/^- a\n- Tea is my drink/);
});

test("a person who comes back to the session is digested again, in a block of its own", async () => {
  const vault = openVault({ model: answering({ conclusions: [conclusion("Tea is my drink")] }) });
  const id = talk(vault, ["Tea is my drink", "ok"]);
  vault.db.sessions.addMessage(id, say("Rome is my favourite city"));
  await digest(vault);
  expect(vault.db.sessions.messages(id)).toMatchObject([{ id: 3 }]);
  vault.db.digestions.add(id);
  const model = answering({ conclusions: [conclusion("Rome is my favourite city")] });
  const ports = { ...vault.ports, model };
  expect(await digest({ ports })).toMatchObject([{ status: "digested" }]);
  const log = vault.files()["log/2026-02.md"] ?? "";
  expect(log.match(/^## /gm)).toHaveLength(2);
  expect(log).toContain(`- session: ${id}#3 · `);
});

test("two digesters at once digest each conversation once; one that finds the other at work leaves it to it", async () => {
  const model = answering({ conclusions: [conclusion("Tea is my drink")] });
  const vault = openVault({ model });
  for (let i = 0; i < 4; i++) talk(vault, ["Tea is my drink"]);
  let turn: Promise<unknown> = Promise.resolve();
  const lock: Lock = (work) => {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  };
  const ports = { ...vault.ports, lock };
  const both = await Promise.all([digest({ ports }), digest({ ports })]);
  expect(both.flat()).toHaveLength(4);
  expect(model.requests).toHaveLength(4);
  expect(vault.files()["log/2026-02.md"]?.match(/^## /gm)).toHaveLength(4);
  const id = talk(vault, ["Tea is my drink"]);
  const busy: Lock = async () => {
    throw new LociError("BUSY", "Cannot lock");
  };
  expect(await digest({ ports: { ...ports, lock: busy } })).toEqual([]);
  expect(await digest({ ports: { ...ports, lock: busy } }, id)).toMatchObject([
    { status: "waiting" },
  ]);
});

test("a conversation is queued in its turn, so that nobody else takes it up while its end waits", async () => {
  const vault = openVault({ model: saying("{") });
  const who = { person: null, agent: "loci", mode: "text", language: "en" } as const;
  const { id } = vault.db.sessions.start(who);
  vault.db.sessions.addMessage(id, say("Tea is my drink", { agent: "loci" }));
  const queued: number[] = [];
  const lock: Lock = async (work) => {
    queued.push(vault.db.digestions.waiting().length);
    return work();
  };
  const all = await digest({ ports: { ...vault.ports, lock } }, id);
  expect(all.map(({ status }) => status)).toEqual(["waiting"]);
  expect(queued[0]).toBe(0);
});

test("all stretches of a long conversation are digested, each in a block of its own", async () => {
  const conclusions = three.map((text) => conclusion(text));
  const vault = openVault({ model: answering({ conclusions }) });
  const hellos = Array.from({ length: 499 }, (_, i) => `hello to number ${i}`);
  const said = three.flatMap((text) => [text, ...hellos]);
  const id = talk(vault, said);
  expect(
    (await digest(vault)).map((one) => outcomesOf(one, "learned").map(({ text }) => text)),
  ).toEqual(three.map((text) => [text]));
  expect(vault.db.sessions.find(id)?.state).toBe("closed");
  const log = vault.files()["log/2026-02.md"] ?? "";
  expect(log.match(/- session: \S+/g)).toEqual([
    `- session: ${id}`,
    `- session: ${id}#1000`,
    `- session: ${id}#1500`,
  ]);
});
