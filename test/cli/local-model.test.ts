import { expect, onTestFinished, test } from "vitest";
import { offerLocalModel } from "../../src/app/local-model.ts";
import { openLoci } from "../../src/app/loci.ts";
import { loadSettings } from "../../src/app/vault/load-settings.ts";
import { startChatServer } from "../models/chat-server.ts";
import { cleanEnv, runLoci } from "../run-loci.ts";
import { useVault } from "../temp.ts";

const looking = { LOCI_MODEL_FIND: "true" };
// It looks for 0.3 s, which a busy machine may need for less.
const retried = { timeout: 60_000, interval: 1 };

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

test("nothing is offered where all that the server has is in use, or where a model is set, be it one whose key is missing", async () => {
  const server = await startChatServer({ port: 11_434, models: ["nomic-embed-text:latest"] });
  onTestFinished(() => server.close());
  const root = useVault({ "topics/rice.md": "- Paella wants bomba rice\n" });
  const offer = async (more: Record<string, string> = {}): Promise<string | undefined> => {
    const env = cleanEnv({ ...looking, ...more });
    const loci = await openLoci({ root, env, now: Date.now, report: () => {} });
    onTestFinished(() => loci.close());
    return offerLocalModel(loci.vault);
  };
  await expect.poll(() => offer(), retried).toContain("with nomic-embed-text:latest for vectors");
  const embedding = {
    LOCI_EMBEDDING_MODEL: "nomic-embed-text",
    LOCI_EMBEDDING_BASE_URL: server.url,
  };
  expect(await offer({ LOCI_EMBEDDING_PROVIDER: "openai", ...embedding })).toBeUndefined();
  expect(await offer({ LOCI_MODEL_BASE_URL: server.url })).toBeUndefined();
  expect(await offer({ LOCI_MODEL_API_KEY_FILE: "/nonexistent" })).toBeUndefined();
});
