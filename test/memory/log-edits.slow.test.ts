import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startUp } from "../start-loci.ts";
import { editsIn, git, useGarden } from "./garden.ts";

const up = (root: string) => startUp(root, {}, "--headless");

test("loci up logs when it is stopped what was edited by hand until then", async () => {
  const root = useGarden();
  const running = await up(root);
  appendFileSync(join(root, "topics/garden.md"), "- Mint in a pot\n");
  await sleep(700);
  await running.stop();
  expect(editsIn(root)).toEqual([["topics/garden.md: 1 added"]]);
  const commits = git(root, "log", "--format=%s").trim().split("\n");
  expect(commits).toEqual(["edited by hand: garden", "start"]);
  expect(git(root, "status", "--porcelain")).toBe("");
  expect(running.said()).not.toContain("Cannot");
});

test("what was edited while nothing watched, or before a kill, is logged at the next start, once", async () => {
  const root = useGarden();
  const killed = await up(root);
  appendFileSync(join(root, "topics/garden.md"), "- Mint in a pot\n");
  await killed.stop("SIGKILL");
  appendFileSync(join(root, "topics/garden.md"), "- Dill in the shade\n");
  const two = [1, 2].map(() => up(root));
  const status = () => git(root, "status", "--porcelain");
  await expect.poll(status, { timeout: 40_000, interval: 200 }).toBe("");
  for (const one of await Promise.all(two)) await one.stop();
  expect(editsIn(root)).toEqual([["topics/garden.md: 2 added"]]);
});
