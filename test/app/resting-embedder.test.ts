import { expect, onTestFinished, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { startEmbeddingServer } from "../models/embedding-server.ts";
import { cleanEnv } from "../run-loci.ts";
import { useVault, writeFiles } from "../temp.ts";
import { noon } from "../watched-vault.ts";

test("a question waits once for an embedding server that fails, not each of the next 30 seconds", async () => {
  const server = await startEmbeddingServer({ dimensions: 8 });
  onTestFinished(() => server.close());
  let tries = 0;
  server.always = (input) => {
    if (!input.some((text) => text.includes("white"))) return undefined; // A question.
    tries++;
    return { status: 400 };
  };
  let now = noon;
  const root = useVault({ "topics/kitchen.md": "- The flour is white\n" });
  const loci = await openLoci({
    root,
    env: cleanEnv({
      LOCI_EMBEDDING_PROVIDER: "openai",
      LOCI_EMBEDDING_BASE_URL: server.url,
      LOCI_EMBEDDING_MODEL: "test-model",
      LOCI_EMBEDDING_DIMENSIONS: "8",
    }),
    now: () => now,
    report: () => {},
  });
  onTestFinished(() => loci.close());
  let notes = 0;
  const ask = async () => {
    writeFiles(root, { [`topics/note-${notes++}.md`]: `- The door number ${notes} is white\n` });
    return (await loci.memory.recall("flour")).hits.length;
  };
  expect([await ask(), tries]).toEqual([1, 1]);
  now += 29_000;
  expect([await ask(), await ask(), tries]).toEqual([1, 1, 1]);
  now += 1_000;
  expect([await ask(), tries]).toEqual([1, 2]);
  server.always = undefined;
  now += 30_000;
  expect([await ask(), server.requests.flat().join()]).toEqual([
    1,
    expect.stringContaining("The flour is white"),
  ]);
});
