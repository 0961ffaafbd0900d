import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { editsIn, git } from "../memory/garden.ts";
import { startUp } from "../start-loci.ts";
import { say, sync, syncApart, useDevices } from "../synced-vaults.ts";

/** `loci up`, and what it answers over HTTP. */
async function useUp(root: string) {
  const up = await startUp(root);
  const recall = async (query: string): Promise<readonly string[]> => {
    const { hits } = Object(await (await up.ask(`/api/recall?q=${query}`)).json());
    return hits.map(({ text }: { text: string }) => text);
  };
  return { up, recall };
}

const until = { timeout: 40_000, interval: 50 };
const gardenOf = (root: string): string => join(root, "topics/garden.md");

test("loci up knows what another process synced in, and takes none of it for an edit by hand", async () => {
  const { first, second } = await useDevices();
  const { up, recall } = await useUp(first);
  expect(await recall("dill")).not.toContain("Dill in the shade");

  writeFileSync(
    gardenOf(second),
    readFileSync(gardenOf(second), "utf8").replace("- Sage by the wall (2026-01-02)\n", ""),
  );
  appendFileSync(gardenOf(second), "- Dill in the shade\n");
  expect(await sync(second)).toMatchObject({ committed: 1, pushed: 1 });
  expect(await say(first)).toMatchObject({ code: 0, stderr: "" });
  await vi.waitFor(async () => expect(await recall("dill")).toContain("Dill in the shade"), until);
  expect(await recall("sage")).not.toContain("Sage by the wall");

  appendFileSync(gardenOf(first), "- Mint in a pot\n");
  await vi.waitFor(async () => expect(await recall("mint")).toContain("Mint in a pot"), until);
  const reports = await Promise.all([syncApart(first), syncApart(first)]);
  expect(reports.reduce((sum, { committed }) => sum + Number(committed), 0)).toBeLessThan(2);
  expect(git(first, "log", "--format=%s")).toContain("edited by hand: garden");

  await up.stop();
  expect(up.said()).not.toMatch(/Cannot|wrong/);
  expect(editsIn(first)).toEqual([...editsIn(second), ["topics/garden.md: 1 added"]]);
  expect(git(first, "status", "--porcelain")).toBe("");
});

test("what git pull brings in beside loci up is no edit by hand", async () => {
  const { bare, first, second } = await useDevices();
  const { up, recall } = await useUp(first);
  appendFileSync(gardenOf(second), "- Dill in the shade\n");
  await sync(second);
  git(first, "pull", "-q", "--ff-only", bare, "main");
  await vi.waitFor(async () => expect(await recall("dill")).toContain("Dill in the shade"), until);
  await up.stop();
  expect(editsIn(first)).toEqual(editsIn(second));
});
