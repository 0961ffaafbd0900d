import { expect, test } from "vitest";
import type { Lock } from "../../src/vault/lock.ts";
import { say } from "../session/session-db.ts";
import { openVault, texting } from "./open-vault.ts";
import { digest } from "./talk.ts";

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
