import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Happening, onHappening } from "../../src/diagnostics.ts";
import { restOf } from "../../src/digest/digest-session.ts";
import { digestWaiting } from "../../src/digest/digest-waiting.ts";
import { LociError } from "../../src/errors.ts";
import type { ModelEvent } from "../../src/models/respond.ts";
import type { Lock } from "../../src/vault/lock.ts";
import { say } from "../session/session-db.ts";
import { conclusion } from "./conclusions.ts";
import { answering, openVault, texting } from "./open-vault.ts";
import { digest, talk, three } from "./talk.ts";

test("nothing worth keeping leaves no trace but the closed session", async () => {
  const vault = openVault({});
  const id = talk(vault, ["what time is it?"]);
  expect(await digest(vault)).toMatchObject([{ status: "nothing", learned: [] }]);
  expect(vault.files()).toEqual({});
  expect(vault.db.sessions.find(id)?.state).toBe("closed");
});

test("noise alone is not sent to a model", async () => {
  const model = answering({});
  const vault = openVault({ model });
  talk(vault, [{ content: "mumble mumble", mode: "voice", confidence: 0.2 }]);
  expect(await digest(vault)).toMatchObject([{ status: "nothing" }]);
  expect(model.asked).toBe(0);
});

test("a broken answer is repaired once, and then the conversation waits until a model does better", async () => {
  const good = JSON.stringify({
    summary: "",
    sentiment: "neutral",
    intents: [],
    conclusions: [conclusion("Tea is my drink")],
  });
  const model = texting("{", "{ still broken", good);
  const vault = openVault({ model });
  const id = talk(vault, ["Tea is my drink"]);
  const [waiting] = await digest(vault);
  expect(waiting).toMatchObject({ session: id, status: "waiting" });
  expect(waiting?.reason).toMatch(
    /^The conversation is not in memory yet, and waits on disk: the model gave no usable answer/,
  );
  expect(vault.files()).toEqual({});
  expect(vault.db.digestions.waiting()).toMatchObject([{ session: id, attempts: 1 }]);
  expect(vault.db.modelErrors.agesOf("fake")).toHaveLength(1);
  expect(vault.db.digestions.next()).toBeUndefined();
  expect(await digest(vault)).toEqual([]);
  expect(await digest(vault, id)).toMatchObject([{ status: "digested" }]);
  expect(vault.files()["topics/food.md"]).toContain("- Tea is my drink");
});

function failingModel(reason: string) {
  const error = new LociError("MODEL_FAILED", `Cannot ask the model: it is ${reason}`, {
    data: { reason },
  });
  const model = {
    ...answering({}),
    asked: 0,
    async *respond(): AsyncGenerator<ModelEvent> {
      model.asked++;
      yield { type: "failure", error };
    },
  };
  return model;
}

test("a model that fails shuts the guard after 5 conversations; the rest wait without being asked", async () => {
  const model = failingModel("busy");
  const vault = openVault({ model });
  const heard: Happening[] = [];
  onTestFinished(onHappening((happening) => heard.push(happening)));
  for (let i = 0; i < 8; i++) talk(vault, ["Tea is my drink"]);
  const all = await digest(vault);
  expect(model.asked).toBe(5);
  expect(heard).toEqual([{ type: "guard", restMs: vault.ports.settings.digest.guardRestMs }]);
  expect(all).toHaveLength(6);
  expect(all.at(-1)?.reason).toContain("it rests a few minutes");
  expect(vault.db.digestions.waiting()).toHaveLength(8);
  expect(vault.db.digestions.waiting().filter(({ attempts }) => attempts === 0)).toHaveLength(3);
});

test("the guard blames the model that failed: another one is asked", async () => {
  const model = failingModel("busy");
  const vault = openVault({ model });
  for (let i = 0; i < 7; i++) talk(vault, ["Tea is my drink"]);
  expect((await digest(vault)).at(-1)?.reason).toContain("it rests a few minutes");
  expect(restOf(vault.db.modelErrors, "fake", vault.ports.settings.digest)).toBeGreaterThan(0);
  talk(vault, ["Tea is my drink"]);
  const healthy = { ...vault.ports, model: answering({}), modelKey: "healthy" };
  for await (const one of digestWaiting(healthy)) expect(one.status).toBe("nothing");
  expect(vault.db.digestions.waiting()).toHaveLength(5);
});

test("a digestion that is called off waits, and no attempt is counted", async () => {
  const vault = openVault({ model: answering({ conclusions: [conclusion("Tea is my drink")] }) });
  const ports = { ...vault.ports, model: failingModel("aborted") };
  const id = talk(vault, ["Tea is my drink"]);
  for await (const one of digestWaiting(ports)) expect(one.status).toBe("waiting");
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
    expect([model.asked, vault.files(), vault.db.digestions.waiting().length]).toEqual([0, {}, 1]);
  }
});

test("a topic file that cannot be written keeps the conversation waiting with the plan, until it is put right", async () => {
  const broken = "---\ntitle: [unclosed\n---\n\n- a\n";
  const vault = openVault({
    files: { "topics/a.md": broken },
    model: answering({ conclusions: [conclusion("Tea is my drink")] }),
  });
  const id = talk(vault, ["Tea is my drink"], { topic: "topics/a.md" });
  expect(await digest(vault)).toMatchObject([{ status: "waiting" }]);
  expect(vault.files()).toEqual({ "topics/a.md": broken });
  writeFileSync(join(vault.root, "topics/a.md"), "- a\n");
  expect(await digest(vault, id)).toMatchObject([{ status: "digested" }]);
  expect(vault.ports.model).toMatchObject({ asked: 1 });
  expect(vault.files()["topics/a.md"]).toMatch(/^- a\n- Tea is my drink/);
});

test("a person who comes back to the session is digested again, in a block of its own", async () => {
  const vault = openVault({ model: answering({ conclusions: [conclusion("Tea is my drink")] }) });
  const id = talk(vault, ["Tea is my drink", "ok"]);
  vault.db.sessions.addMessage(id, say("Rome is my favourite city"));
  await digest(vault);
  expect(vault.db.sessions.messages(id)).toMatchObject([{ id: 3 }]);
  vault.db.digestions.add(id);
  const model = answering({
    conclusions: [conclusion("Rome is my favourite city")],
  });
  for await (const one of digestWaiting({ ...vault.ports, model }))
    expect(one.status).toBe("digested");
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
  expect(model.asked).toBe(4);
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
  const vault = openVault({ model: texting("{") });
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

const hellos = (n: number): string[] => Array.from({ length: n }, (_, i) => `hello to number ${i}`);

test("all stretches of a long conversation are digested, each in a block of its own", async () => {
  const conclusions = three.map((text) => conclusion(text));
  const vault = openVault({ model: answering({ conclusions }) });
  const said = three.flatMap((text) => [text, ...hellos(499)]);
  const id = talk(vault, said);
  expect((await digest(vault)).map(({ learned }) => learned.map(({ text }) => text))).toEqual(
    three.map((text) => [text]),
  );
  expect(vault.db.sessions.find(id)?.state).toBe("closed");
  const log = vault.files()["log/2026-02.md"] ?? "";
  expect(log.match(/- session: \S+/g)).toEqual([
    `- session: ${id}`,
    `- session: ${id}#1000`,
    `- session: ${id}#1500`,
  ]);
});
