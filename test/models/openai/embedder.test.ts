import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { LociError } from "../../../src/errors.ts";
import {
  createOpenAiEmbedder,
  type OpenAiEmbedderOptions,
} from "../../../src/models/openai/embedder.ts";
import { type EmbeddingServer, startEmbeddingServer, vectorOf } from "../embedding-server.ts";
import { failureOf } from "../failure-of.ts";

const key = "sk-secret-0123456789";
let server: EmbeddingServer;

beforeEach(async () => {
  server = await startEmbeddingServer({ dimensions: 16, key });
});
afterEach(async () => {
  await server.close();
});

function embedder(changes: Partial<OpenAiEmbedderOptions> = {}) {
  const usual = { baseUrl: server.url, model: "test-model", dimensions: 16, key };
  return createOpenAiEmbedder({ ...usual, ...changes });
}

const failed = (work: Promise<unknown>) => failureOf(work, key, "EMBEDDING_FAILED");
const failure = (changes: Partial<OpenAiEmbedderOptions> = {}): Promise<LociError> =>
  failed(embedder(changes).embed(["a"]));

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

describe("createOpenAiEmbedder() embeds", () => {
  test("texts in order, as unit vectors, whatever the order of the answer", async () => {
    const texts = ["one", "two", "three", "four"];
    const vectors = await embedder().embed(texts);
    expect(vectors).toHaveLength(4);
    for (const [i, text] of texts.entries()) {
      const [vector, wanted] = [vectors[i] ?? [], vectorOf(text, 16)];
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      expect(dot(vector, wanted) / Math.hypot(...wanted)).toBeCloseTo(1, 5);
    }
    expect(server.violations).toEqual([]);
  });

  test("no text without a request; empty ones and lone surrogates in another form", async () => {
    expect(await embedder().embed([])).toEqual([]);
    expect(server.headers).toEqual([]);
    await embedder().embed(["", "  \n", "a\ud800b"]);
    expect(server.requests).toEqual([["-", "-", "a\ufffdb"]]);
  });

  test("a few in one request", async () => {
    expect(await embedder().embed(Array(70).fill("d"))).toHaveLength(70);
    expect(server.requests.map((texts) => texts.length)).toEqual([32, 32, 6]);
  });

  test("questions and passages as a known model wants them, asking for fewer dimensions only where that is so", async () => {
    const model = "nomic-embed-text:latest";
    const nomic = await startEmbeddingServer({ dimensions: 768, model });
    const whole = embedder({ baseUrl: nomic.url, model, dimensions: 768, key: undefined });
    await whole.embed(["rice"]);
    await whole.embedQuery("rice?");
    expect(nomic.requests).toEqual([["search_document: rice"], ["search_query: rice?"]]);
    expect(nomic.dimensionsAsked).toEqual([undefined, undefined]);
    expect(whole.id).toBe("nomic-embed-text@768/1");
    await nomic.close();
    const small = { dimensions: 512, model: "text-embedding-3-small" };
    const cut = await startEmbeddingServer(small);
    await embedder({ baseUrl: cut.url, ...small, key: undefined }).embed(["rice"]);
    expect(cut.dimensionsAsked).toEqual([512]);
    await cut.close();
  });

  test("the same id whoever serves the model", () => {
    const id = (model: string, dimensions = 1024) => embedder({ model, dimensions }).id;
    expect(id("BAAI/bge-m3")).toBe(id("bge-m3:latest"));
    expect(id("bge-m3")).not.toBe(id("bge-m4"));
    expect(id("bge-m3")).not.toBe(id("bge-m3", 16));
  });
});

test("createOpenAiEmbedder() tries once more, and no more: what fails costs its time-out at most", async () => {
  let tries = 0;
  server.always = () => (tries++ === 0 ? { status: 503, error: "later" } : undefined);
  await expect(embedder().embed(["a"])).resolves.toHaveLength(1);
  server.always = { status: 500, error: "overloaded" };
  const start = performance.now();
  expect((await failure()).message).toMatch(/: it failed \(500 overloaded\); look at its log/);
  expect(server.headers).toHaveLength(4);
  const query = embedder({ timeouts: { query: 100 } }).embedQuery("a");
  expect((await failed(query)).data.reason).toBe("timeout");
  expect(performance.now() - start).toBeLessThan(2_500);
});

describe("createOpenAiEmbedder() says in one sentence what failed and what to do when", () => {
  const oneVector = (embedding: unknown) => ({ data: [{ index: 0, embedding }] });
  test("the answer is none, or holds other vectors", async () => {
    for (const [body, sentence] of [
      [oneVector(Array(8).fill(0.1)), /8 dimensions where 16/],
      [oneVector(Array(16).fill(0)), /a vector that is none/],
      [oneVector([null, ...Array(15).fill(1)]), /holds no 1 embeddings/],
      [oneVector(Array(16).fill(1e308)), /a vector that is none/],
      [{ data: [] }, /holds no 1 embeddings/],
      [null, /holds no 1 embeddings/],
    ] as const) {
      server.always = { body };
      const error = await failure();
      expect(error.data.reason).toBe("answer");
      expect(error.message).toMatch(sentence);
    }
  });

  test("the key is refused, a text is too long", async () => {
    expect((await failure({ key: `${key}x` })).message).toContain("provided: Bearer [key]); set");
    server.always = { status: 400, error: "maximum context length is 256 tokens" };
    expect((await failure()).data.reason).toBe("tooLong");
  });

  test("it is called off, before and during", async () => {
    const aborted = embedder().embed(["a"], AbortSignal.abort());
    expect((await failed(aborted)).data.reason).toBe("aborted");
    server.always = { hang: true };
    const during = embedder().embed(["a"], AbortSignal.timeout(50));
    expect((await failed(during)).data.reason).toBe("aborted");
  });
});
