import { expect, test } from "vitest";
import { defaultBankOf } from "../../src/digest/digest-ports.ts";
import { say } from "../session/session-db.ts";
import { conclusion } from "./conclusions.ts";
import { answering, openVault } from "./open-vault.ts";
import { digest } from "./talk.ts";

test.each([
  ["its own bank", { bank: "Health" }, "- Tea is my drink (2026-02-12) [bank:: Health]"],
  [
    "a bank that is not there",
    { bank: "Wrok" },
    "- Tea is my drink (2026-02-12) [importance:: 0.5]",
  ],
])("what fits no bank, said to an agent with %s, is learned as %o says", async (_, own, line) => {
  const settings = { agents: { rostro: { persona: "", ...own } } };
  const unfit = conclusion("Tea is my drink", { bank: "Nowhere" });
  const vault = openVault({ settings, model: answering({ conclusions: [unfit] }) });
  const who = { person: null, agent: "rostro", mode: "text", language: "en" } as const;
  const { id } = vault.db.sessions.start(who);
  vault.db.sessions.addMessage(id, say("Tea is my drink"));
  vault.db.digestions.add(id);
  await digest(vault);
  expect(Object.values(vault.files()).join("\n")).toContain(line);
});

test("defaultBankOf() takes the bank in the vault's letters, and no agent for an inherited name", () => {
  const settings = {
    agents: { chef: { persona: "", bank: "hEALTH" } },
    banks: ["Health", "Own"],
    defaultBank: "Own",
  };
  expect(defaultBankOf(settings, { agent: "chef" })).toBe("Health");
  expect(defaultBankOf(settings, { agent: "constructor" })).toBe("Own");
  expect(defaultBankOf({ ...settings, agents: {} }, { agent: "chef" })).toBe("Own");
});
