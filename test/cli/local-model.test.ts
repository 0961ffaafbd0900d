import { expect, onTestFinished, test } from "vitest";
import { loadSettings } from "../../src/app/vault/load-settings.ts";
import { startChatServer } from "../models/chat-server.ts";
import { cleanEnv, runLoci } from "../run-loci.ts";
import { useVault } from "../temp.ts";

const looking = { LOCI_MODEL_FIND: "true" };

test("a model server on this device is offered, taken and used; without one nothing is said", async () => {
  const root = useVault({ "topics/rice.md": "- Paella wants bomba rice\n" });
  const loci = (words: readonly string[], input = "", env: Record<string, string> = looking) =>
    runLoci([...words, "--vault", root], { input, env });
  expect((await loci(["chat"])).stderr).toBe("");
  expect(await loci(["config", "model", "auto"])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Cannot find a model server on this device: .*\(port 11434\)/),
  });
  const server = await startChatServer({
    port: 11_434,
    models: ["nomic-embed-text:latest", "llama3.2:latest"],
  });
  onTestFinished(() => server.close());
  server.always = "Bomba, says the model.";
  const offer = `Ollama runs on this device, with llama3.2:latest and nomic-embed-text:latest for vectors; to use it: loci config model auto --vault "${root}"`;
  // It looks for 0.3 s, which a busy machine may need for less.
  const retried = { timeout: 60_000, interval: 1 };
  await expect.poll(async () => (await loci(["chat"])).stderr, retried).toContain(offer);
  await expect.poll(async () => (await loci(["doctor"])).stdout, retried).toContain(offer);
  expect((await loci(["chat"], "", {})).stderr).toBe("");
  expect(server.requests).toEqual([]); // Never unasked.
  await expect
    .poll(async () => (await loci(["config", "model", "auto"])).stdout, retried)
    .toMatch(/^From now on this vault uses Ollama on this device, with llama3\.2:latest and nomic/);
  expect((await loadSettings({ root, env: cleanEnv() })).embedding).toMatchObject({
    provider: "openai",
    baseUrl: "http://127.0.0.1:11434/v1",
    model: "nomic-embed-text:latest",
    dimensions: 768,
  });
  const { stdout, stderr } = await loci(["chat"], "Which rice for paella?\n");
  expect(stdout).toContain("Bomba, says the model.");
  expect(stderr).not.toContain("to use it");
  expect(server.requests[0]?.model).toBe("llama3.2:latest");
});
