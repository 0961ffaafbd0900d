import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { cleanEnv, runLoci } from "../run-loci.ts";
import { serveVault } from "../server/serve-vault.ts";

/** Answers of `loci recall` with a server that runs for the vault, then by itself; and how often that server was asked. */
async function bothWays(flags: readonly string[], change: (root: string) => void = () => {}) {
  const { root, loci, server } = await serveVault(cleanEnv());
  const asked = vi.spyOn(loci.memory, "recall");
  const recall = () => runLoci(["recall", ...flags, "--vault", root]);
  change(root);
  const running = await recall();
  const times = asked.mock.calls.length;
  await server.close();
  return { running, times, alone: await recall() };
}

test.each([
  [["rice"]],
  [["which rice for paella?", "--json", "-k", "2"]],
  [["dentist", "--person", "ana"]],
  [["rice", "--topic", "cooking", "--since", "2026-01-01"]],
  [["zyxwv"]],
])("a server that runs for the vault answers the same: %j", async (flags) => {
  const { running, times, alone } = await bothWays(flags);
  const timeless = (text: string): string => text.replace(/"indexedAt":"[^"]*"/, "");
  expect(times).toBe(1);
  expect(running.code).toBe(0);
  expect(timeless(running.stdout)).toBe(timeless(alone.stdout));
  expect(running.stderr).toBe(alone.stderr);
});

test.each([
  ["who asks for everybody's", ["rice", "--all-people"], () => {}],
  ["no question", [" "], () => {}],
  ["a wrong filter", ["rice", "--since", "soon"], () => {}],
  [
    "settings that have changed since",
    ["rice"],
    (root: string) => {
      writeFileSync(join(root, "loci.yaml"), "recall: { limit: 1 }\n");
      const soon = Date.now() / 1000 + 5;
      utimesSync(join(root, "loci.yaml"), soon, soon);
    },
  ],
])("%s is answered by the process itself", async (what, flags, change) => {
  const { running, times, alone } = await bothWays(flags, change);
  expect(times).toBe(what === "a wrong filter" ? 1 : 0);
  expect(running).toEqual(alone);
});
