import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { git, sync, useDevices } from "../synced-vaults.ts";

const due = "- Water the sage [remind:: 2026-01-01]\n";
const done = "- Water the sage [remind:: 2026-01-01] [reminded:: 2026-01-01]\n";

async function useReminder() {
  const { first, second } = await useDevices();
  appendFileSync(join(first, "topics/garden.md"), due);
  git(first, "commit", "-qam", "by hand");
  await sync(first);
  await sync(second);
  return { first, second };
}

/** What is answered to a greeting, after which the device has committed. */
async function greet(root: string): Promise<string> {
  const { stdout, code } = await runLoci(["chat", "--vault", root], { input: "hello\n" });
  expect(code).toBe(0);
  return stdout;
}

const lines = (root: string): string[] =>
  readFileSync(join(root, "topics/garden.md"), "utf8").match(/^.*Water the sage.*\n/gm) ?? [];

test("where both bring it up while they are apart, the line stands once, marked, on both", async () => {
  const { first, second } = await useReminder();
  expect(await greet(first)).toContain("Water the sage");
  expect(await greet(second)).toContain("Water the sage");
  await sync(first);
  await sync(second);
  await sync(first);
  expect([lines(first), lines(second)]).toEqual([[done], [done]]);
  expect(await greet(first)).not.toContain("Water the sage");
});
