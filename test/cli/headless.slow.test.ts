import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configFolder, runLoci } from "../run-loci.ts";
import { startUp } from "../start-loci.ts";
import { useFixture } from "../temp.ts";

test("loci up --headless answers the API, sees what is edited by hand, and ends in order", async () => {
  const root = useFixture("starter");
  const { base, stop } = await startUp(root, {}, "--headless", "--json");
  const { stdout } = await runLoci(["token", "make", "ana", "--name", "phone", "--vault", root]);
  const ask = async (path: string, authorization = `Bearer ${stdout.trim()}`) =>
    fetch(base + path, { headers: { authorization } });
  expect((await ask("/api/topics", "Bearer x")).status).toBe(401);
  expect((await ask("/api/topics")).status).toBe(200);
  writeFileSync(join(root, "topics/bees.md"), "- Keeps seven hives by the wall\n");
  const facts = async () => (await ask("/api/facts?q=hives")).text();
  await expect.poll(facts, { timeout: 20_000 }).toContain("seven hives");
  expect((await ask("/api/sync")).status).toBe(403);
  const owner = readFileSync(join(configFolder, "token"), "utf8").trim();
  expect((await ask("/metrics", `Bearer ${owner}`)).status).toBe(200);
  expect((await runLoci(["token", "revoke", "phone", "--vault", root])).code).toBe(0);
  expect((await ask("/api/topics")).status).toBe(401);
  expect(await stop()).toBe(0);
  await expect(ask("/healthz")).rejects.toThrow();
});
