import { expect, test } from "vitest";
import type { Lock } from "../../src/vault/lock.ts";
import { say } from "../session/session-db.ts";
import { openVault, texting } from "./open-vault.ts";
import { digest, talk } from "./talk.ts";

test("a conversation that was tried while its end waited its turn is not tried once more, for that would count twice", async () => {
  const model = texting("{");
  const vault = openVault({ model });
  const id = talk(vault, ["Tea is my drink"]);
  const { promise: others, resolve: letOn } = Promise.withResolvers<void>();
  const late: Lock = async (work) => {
    await others;
    return work();
  };
  const asked = digest({ ports: { ...vault.ports, lock: late } }, id);
  const [first] = await digest(vault);
  const times = model.asked;
  letOn();
  expect(await asked).toMatchObject([{ session: id, status: "waiting", reason: first?.reason }]);
  expect(model.asked).toBe(times);
  expect(vault.db.digestions.waiting()).toMatchObject([{ session: id, attempts: 1 }]);
  expect(vault.db.modelErrors.of("fake", 60_000)).toHaveLength(1);
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
