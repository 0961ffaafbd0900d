import { expect, test } from "vitest";
import { defaultBankOf } from "../../src/digest/digest-ports.ts";

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
