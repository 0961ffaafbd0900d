import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { LociError } from "../../../src/errors.ts";
import {
  createOpenAiEmbedder,
  type OpenAiEmbedderOptions,
} from "../../../src/models/openai/embedder.ts";
import {
  type EmbeddingServer,
  sendJson,
  startEmbeddingServer,
  vectorOf,
} from "../embedding-server.ts";

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
  return createOpenAiEmbedder({
    baseUrl: server.url,
    model: "test-model",
    dimensions: 16,
    key,
    retries: { times: 3, pause: 5, longest: 200 },
    ...changes,
  });
}

const stated = (error: LociError): string => error.message.replace(server.url, "URL");

const cosine = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let [dot, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x = 0, y = 0] = [a[i], b[i]];
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return dot / Math.sqrt(aa * bb);
};

describe("createOpenAiEmbedder() embeds", () => {
  test("texts in order, as unit vectors, whatever the order of the answer", async () => {
    const texts = ["one", "two", "three", "four"];
    const vectors = await embedder().embed(texts);
    expect(vectors).toHaveLength(4);
    for (const [i, text] of texts.entries()) {
      const vector = vectors[i] ?? [];
      expect(cosine(vector, vectorOf(text, 16))).toBeCloseTo(1, 5);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    }
    expect(server.violations).toEqual([]);
  });

  test("no text without a request", async () => {
    expect(await embedder().embed([])).toEqual([]);
    expect(server.headers).toEqual([]);
  });

  test("empty texts and lone surrogates, which servers refuse, in another form", async () => {
    await embedder().embed(["", "  \n", "a\ud800b"]);
    expect(server.requests).toEqual([["-", "-", "a\ufffdb"]]);
    expect(server.violations).toEqual([]);
  });

  test("in batches by number and by size", async () => {
    await embedder({ batch: { texts: 2, tokens: 100 } }).embed([
      "a",
      "b",
      "c".repeat(400),
      "d",
      "e",
    ]);
    expect(server.requests).toEqual([["a", "b"], ["c".repeat(400)], ["d", "e"]]);
  });

  test("with nothing from the environment in its headers", async () => {
    const names = ["OPENAI_CUSTOM_HEADERS", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_API_KEY"];
    const saved = names.map((name) => [name, process.env[name]] as const);
    for (const name of names) process.env[name] = "X-Leak: leak";
    try {
      await embedder().embed(["a"]);
    } finally {
      for (const [name, value] of saved) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
    expect(JSON.stringify(server.headers)).not.toContain("leak");
    expect(Object.keys(server.headers[0] ?? {}).sort()).toEqual(
      ["accept", "authorization", "connection", "content-length", "content-type", "host"].sort(),
    );
  });

  test("without an authorization header where there is no key", async () => {
    const open = await startEmbeddingServer({ dimensions: 16 });
    const model = createOpenAiEmbedder({ baseUrl: open.url, model: "test-model", dimensions: 16 });
    await expect(model.embed(["a"])).resolves.toHaveLength(1);
    await open.close();
  });

  test("questions and passages as a known model wants them, asking for fewer dimensions only where that is so", async () => {
    const nomic = await startEmbeddingServer({ dimensions: 768, model: "nomic-embed-text:latest" });
    const whole = createOpenAiEmbedder({ baseUrl: nomic.url, model: "nomic-embed-text:latest" });
    await whole.embed(["rice"]);
    await whole.embedQuery?.("rice?");
    expect(nomic.requests).toEqual([["search_document: rice"], ["search_query: rice?"]]);
    expect(nomic.dimensionsAsked).toEqual([undefined, undefined]);
    expect(whole.id).toBe("nomic-embed-text@768/1");
    await nomic.close();

    const small = await startEmbeddingServer({ dimensions: 512, model: "text-embedding-3-small" });
    const cut = createOpenAiEmbedder({ baseUrl: small.url, model: "text-embedding-3-small" });
    await cut.embed(["rice"]);
    expect(small.dimensionsAsked).toEqual([512]);
    await small.close();
  });

  test("the same id whoever serves the model", () => {
    const id = (model: string) => embedder({ model, dimensions: 1024 }).id;
    expect(id("BAAI/bge-m3")).toBe(id("bge-m3:latest"));
    expect(id("bge-m3")).not.toBe(id("bge-m4"));
    expect(embedder({ model: "bge-m3" }).id).not.toBe(
      embedder({ model: "bge-m3", dimensions: 1024 }).id,
    );
  });
});

describe("createOpenAiEmbedder() tries again", () => {
  test.each([429, 500, 503])("after status %i", async (status) => {
    server.faults.push((_, response) => {
      sendJson(response, status, { error: { message: "later" } });
      return "done";
    });
    await expect(embedder().embed(["a"])).resolves.toHaveLength(1);
    expect(server.headers).toHaveLength(2);
  });

  test("after a connection that was reset", async () => {
    server.faults.push((_, response) => {
      response.socket?.resetAndDestroy();
      return "done";
    });
    await expect(embedder().embed(["a"])).resolves.toHaveLength(1);
  });

  test("no sooner than Retry-After says", async () => {
    server.faults.push((_, response) => {
      sendJson(response, 429, { error: { message: "wait" } }, { "retry-after": "0.15" });
      return "done";
    });
    const start = performance.now();
    await embedder().embed(["a"]);
    expect(performance.now() - start).toBeGreaterThan(140);
  });

  test("not at all when Retry-After is longer than it may wait, and passes the wish on", async () => {
    server.always = (_, response) => {
      sendJson(response, 429, { error: { message: "wait" } }, { "retry-after": "120" });
      return "done";
    };
    const error = await failureOf(embedder().embed(["a"]), key);
    expect(server.headers).toHaveLength(1);
    expect(error.data).toMatchObject({ reason: "busy", retryAfter: 120_000 });
  });

  test("no more often than set", async () => {
    server.always = (_, response) => {
      sendJson(response, 503, { error: { message: "overloaded" } });
      return "done";
    };
    const error = await failureOf(embedder().embed(["a"]), key);
    expect(server.headers).toHaveLength(4);
    expect(stated(error)).toMatchInlineSnapshot(
      `"Cannot embed with "test-model" at "URL": it failed (503 overloaded); look at its log, or try again later"`,
    );
  });

  test("never for a quota that is used up", async () => {
    server.always = (_, response) => {
      sendJson(response, 429, {
        error: { message: "You exceeded your quota", code: "insufficient_quota" },
      });
      return "done";
    };
    const error = await failureOf(embedder().embed(["a"]), key);
    expect(server.headers).toHaveLength(1);
    expect(stated(error)).toMatchInlineSnapshot(
      `"Cannot embed with "test-model" at "URL": the account's quota is used up (429 You exceeded your quota)"`,
    );
  });

  test.each([413, 400, 500])(
    "with half of a batch that is too large (status %i)",
    async (status) => {
      server.always = ({ input }, response) => {
        if (input.join("").length <= 2) return "normal";
        sendJson(response, status, { error: { message: "input is too large to process" } });
        return "done";
      };
      const vectors = await embedder().embed(["a", "b", "c", "d", "e"]);
      expect(server.requests.flat()).toEqual(["a", "b", "c", "d", "e"]);
      expect(vectors).toHaveLength(5);
    },
  );

  test("with the beginning of a text that is too long by itself", async () => {
    server.always = ({ input }, response) => {
      if (input.join("").length <= 300) return "normal";
      sendJson(response, 400, { error: { message: "maximum context length is 256 tokens" } });
      return "done";
    };
    await embedder().embed(["x".repeat(1000)]);
    expect(server.requests).toEqual([["x".repeat(250)]]);
  });

  test("until a text is plainly refused, and then says so", async () => {
    server.always = (_, response) => {
      sendJson(response, 413, { error: { message: "too large" } });
      return "done";
    };
    const error = await failureOf(embedder().embed(["x".repeat(1000), "y"]), key);
    expect(error.data.reason).toBe("input");
  });
});
