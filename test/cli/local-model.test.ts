import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { offerLocalModel } from "../../src/app/local-model.ts";
import { openLoci } from "../../src/app/loci.ts";
import { startChatServer } from "../models/chat-server.ts";
import { cleanEnv, runLoci } from "../run-loci.ts";
import { useVault, writeDeviceSettings } from "../temp.ts";

const looking = { LOCI_MODEL_FIND: "true" };
// It looks for 0.3 s, which a busy machine may need for less.
const retried = { timeout: 60_000, interval: 1 };

test("a model server on this device is offered, with the settings that use it; without one nothing is said", async () => {
  const root = useVault({ "topics/rice.md": "- Paella wants bomba rice\n" });
  const loci = (words: readonly string[], input = "", env: Record<string, string> = looking) =>
    runLoci([...words, "--vault", root], { input, env });
  expect((await loci(["chat"])).stderr).toBe("");
  const server = await startChatServer({
    port: 11_434,
    models: ["nomic-embed-text:latest", "llama3.2:latest"],
  });
  onTestFinished(() => server.close());
  server.always = "Bomba, says the model.";
  const lines = [
    `model: {"baseUrl":"${server.url}","name":"llama3.2:latest","contextTokens":4000}`,
    `embedding: {"provider":"openai","baseUrl":"${server.url}","model":"nomic-embed-text:latest","dimensions":768}`,
  ];
  const offer = `to use it, add to ${join(cleanEnv().LOCI_CONFIG_DIR ?? "", "device.yaml")}:\n${lines.join("\n")}\n`;
  await expect.poll(async () => (await loci(["chat"])).stderr, retried).toContain(offer);
  await expect.poll(async () => (await loci(["doctor"])).stdout, retried).toContain(offer);
  expect((await loci(["chat"], "", {})).stderr).toBe("");
  expect(server.requests).toEqual([]); // Never unasked.
  writeDeviceSettings(root, lines.join("\n"));
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
  await expect.poll(() => offer(), retried).toContain('"model":"nomic-embed-text:latest"');
  const embedding = {
    LOCI_EMBEDDING_MODEL: "nomic-embed-text",
    LOCI_EMBEDDING_BASE_URL: server.url,
  };
  expect(await offer({ LOCI_EMBEDDING_PROVIDER: "openai", ...embedding })).toBeUndefined();
  expect(await offer({ LOCI_MODEL_BASE_URL: server.url })).toBeUndefined();
  expect(await offer({ LOCI_MODEL_API_KEY_FILE: "/nonexistent" })).toBeUndefined();
});
