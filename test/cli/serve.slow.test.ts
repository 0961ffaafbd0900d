import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cleanEnv, lociCommand, runLoci } from "../run-loci.ts";
import { useFixture } from "../temp.ts";

/** Starts `loci serve` and waits for the address that it prints. */
async function startServe(root: string) {
  const [node, main] = lociCommand;
  const child = spawn(node, [main, "serve", "--vault", root, "--port", "0", "--json"], {
    ...{ cwd: "/", env: cleanEnv({}), stdio: ["ignore", "pipe", "pipe"] },
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await closed;
  });
  await expect.poll(() => said, { timeout: 30_000 }).toContain("\n");
  const { address } = JSON.parse(said);
  const stop = () => {
    child.kill("SIGTERM");
    return closed;
  };
  return { address: String(address), stop };
}

test("loci serve answers the API, sees what is edited by hand, and ends in order", async () => {
  const root = useFixture("starter");
  const { address, stop } = await startServe(root);
  const { stdout } = await runLoci(["token", "make", "phone", "--vault", root]);
  const ask = async (path: string, authorization = `Bearer ${stdout.trim()}`) =>
    fetch(address + path, { headers: { authorization } });
  expect((await ask("/api/topics", "Bearer x")).status).toBe(401);
  expect((await ask("/api/topics")).status).toBe(200);
  writeFileSync(join(root, "topics/bees.md"), "- Keeps seven hives by the wall\n");
  const facts = async () => (await ask("/api/facts?q=hives")).text();
  await expect.poll(facts, { timeout: 20_000 }).toContain("seven hives");
  expect((await ask("/api/sync")).status).toBe(403);
  const owner = readFileSync(join(root, ".loci/token"), "utf8").trim();
  expect((await ask("/metrics", `Bearer ${owner}`)).status).toBe(200);
  expect((await runLoci(["token", "revoke", "phone", "--vault", root])).code).toBe(0);
  expect((await ask("/api/topics")).status).toBe(401);
  expect(await stop()).toBe(0);
  await expect(ask("/healthz")).rejects.toThrow();
});
