import { expect, onTestFinished, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { startEmbeddingServer, vectorOf } from "../models/embedding-server.ts";
import { cleanEnv } from "../run-loci.ts";
import { useVault } from "../temp.ts";
import { useCloudName } from "../use-cloud-name.ts";

/** What a model that knows meaning takes for the same: it mixes up names, numbers and denials, as real ones do. */
const meaningOf = (text: string): string =>
  text
    .toLowerCase()
    .replace("sofa", "couch")
    .replace("berta", "marta")
    .replace("three", "two")
    .replace(" not", "");

const couch = "The grey couch with two seats is a gift from Marta";

async function useHome(settings = "", host = "127.0.0.1") {
  const server = await startEmbeddingServer({ dimensions: 64 });
  onTestFinished(() => server.close());
  const sent: string[] = [];
  server.always = (input) => {
    sent.push(...input);
    const data = input.map((text, index) => {
      return { object: "embedding", index, embedding: vectorOf(meaningOf(text), 64) };
    });
    const usage = { prompt_tokens: 1, total_tokens: 1 };
    return { body: { object: "list", data, model: "test-model", usage } };
  };
  const root = useVault({
    "topics/home.md": `- ${couch} (2026-01-01)\n`,
    "people/ben/topics/own.md": "- Hides a grey couch (2026-01-01)\n",
    "loci.yaml": settings,
  });
  const env = {
    ...cleanEnv(),
    LOCI_EMBEDDING_PROVIDER: "openai",
    LOCI_EMBEDDING_BASE_URL: server.url.replace("127.0.0.1", host),
    LOCI_EMBEDDING_MODEL: "test-model",
    LOCI_EMBEDDING_DIMENSIONS: "64",
  };
  const loci = await openLoci({
    root,
    env,
    now: () => Date.parse("2026-01-01T12:00:00Z"),
    report: () => {},
  });
  onTestFinished(() => loci.close());
  const save = async (text: string, more = {}) =>
    (await loci.memory.remember([{ text, ...more }])).map(({ status }) => status)[0];
  return { server, sent, save };
}

test("what a model of meaning puts above dedup.embedding is known, but for other names, numbers and denials", async () => {
  const { save } = await useHome();
  expect(await save("The grey sofa with two seats is a gift from Marta")).toBe("known");
  for (const other of [
    "The grey sofa with two seats is a gift from Berta",
    "The grey sofa with three seats is a gift from Marta",
    "The grey sofa with two seats is not a gift from Marta",
    "Hides a grey sofa",
  ]) {
    expect([other, await save(other)]).toEqual([other, "saved"]);
  }
  expect(
    await save("The grey sofa with two seats is a gift from Marta", { date: "2026-03-01" }),
  ).toBe("known");
});

test("what is secret goes to no model to be compared; without one that answers, or with dedup off, all is saved", async () => {
  const { server, sent, save } = await useHome("", useCloudName());
  expect(await save("The password of the grey sofa is zorblax-4711")).toBe("saved");
  expect(sent.join("\n")).not.toContain("zorblax-4711");
  await server.close();
  expect(await save("The grey sofa with two seats is a gift from Marta")).toBe("saved");
  const off = await useHome("dedup: { enabled: false }\n");
  expect(await off.save("The grey sofa with two seats is a gift from Marta")).toBe("saved");
});
