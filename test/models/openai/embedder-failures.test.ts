import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import {
  createOpenAiEmbedder,
  type OpenAiEmbedderOptions,
} from "../../../src/models/openai/embedder.ts";
import { type EmbeddingServer, sendJson, startEmbeddingServer } from "../embedding-server.ts";
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

describe("createOpenAiEmbedder() says in one sentence what failed and what to do when", () => {
  const answers: [string, string, unknown, RegExp][] = [
    [
      "the vectors have other dimensions",
      "answer",
      oneVector(Array(8).fill(0.1)),
      /8 dimensions where 16 are set/,
    ],
    ["a vector is zero", "answer", oneVector(Array(16).fill(0)), /zero or not made of numbers/],
    [
      "a vector holds null (NaN in JSON)",
      "answer",
      oneVector([null, ...Array(15).fill(1)]),
      /zero or not/,
    ],
    [
      "a vector holds a huge number",
      "answer",
      oneVector([1e308, ...Array(15).fill(1e308)]),
      /zero or not/,
    ],
    ["vectors are base64", "answer", oneVector("AAAA"), /encoding_format float/],
    ["a vector is missing", "answer", { data: [] }, /0 vectors for 1 texts/],
    ["indexes are wrong", "answer", { data: [{ index: 7, embedding: [] }] }, /not numbered/],
    ["the answer is another object", "answer", { hello: "world" }, /not a list of embeddings/],
    ["the answer is null", "answer", null, /not a list of embeddings/],
  ];
  test.each(answers)("%s", async (_name, reason, body, sentence) => {
    server.always = (_, response) => {
      sendJson(response, 200, body);
      return "done";
    };
    const error = await failureOf(embedder().embed(["a"]), key);
    expect(error.data.reason).toBe(reason);
    expect(error.message).toMatch(sentence);
    expect(error.message).toMatch(/^Cannot embed with "test-model" at "http/);
  });

  test("an HTML page answers with 200", async () => {
    server.always = (_, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.end("<!doctype html>\n<html><title>Login</title></html>");
      return "done";
    };
    expect(stated(await failureOf(embedder().embed(["a"]), key))).toMatchInlineSnapshot(
      `"Cannot embed with "test-model" at "URL": its answer is not a list of embeddings (it starts with: <!doctype html> <html><title>Login</title></html>); check that this is the address of an OpenAI-compatible API, including "/v1""`,
    );
  });

  test("the JSON is cut off", async () => {
    server.always = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end('{"data":[{"inde');
      return "done";
    };
    expect(stated(await failureOf(embedder().embed(["a"]), key))).toMatch(/is not JSON/);
  });

  test("the key is refused, even if the server echoes it", async () => {
    const wrong = embedder({ key: `${key}x` });
    server.always = undefined;
    const error = await failureOf(wrong.embed(["a"]), key);
    expect(stated(error)).toMatchInlineSnapshot(
      `"Cannot embed with "test-model" at "URL": it refuses the key (401 Incorrect API key provided: Bearer [key]); set one that is valid there"`,
    );
    expect(error.data.reason).toBe("key");
  });

  test("a key is wanted", async () => {
    const { key: _, ...rest } = { baseUrl: server.url, model: "test-model", dimensions: 16, key };
    const error = await failureOf(createOpenAiEmbedder(rest).embed(["a"]), key);
    expect(error.message).toMatch(/it wants a key/);
  });

  test("the model is not there", async () => {
    const error = await failureOf(embedder({ model: "absent" }).embed(["a"]), key);
    expect(stated(error)).toMatchInlineSnapshot(
      `"Cannot embed with "absent" at "URL": it knows no such model or address (404 model "absent" not found); load the model there or correct its name, and give the address including "/v1""`,
    );
  });

  test("the address lacks /v1", async () => {
    const error = await failureOf(
      embedder({ baseUrl: server.url.replace("/v1", "") }).embed(["a"]),
      key,
    );
    expect(error.message).toMatch(/including "\/v1"/);
  });

  test("it sends elsewhere", async () => {
    server.always = (_, response) => {
      response.writeHead(302, { location: "https://example.org/" });
      response.end();
      return "done";
    };
    expect((await failureOf(embedder().embed(["a"]), key)).message).toMatch(
      /sends elsewhere \(302\)/,
    );
  });

  test("nothing answers there", async () => {
    await server.close();
    const error = await failureOf(embedder().embed(["a"]), key);
    expect(stated(error)).toMatchInlineSnapshot(
      `"Cannot embed with "test-model" at "URL": nothing answers there (ECONNREFUSED); start the server or correct its address"`,
    );
    server = await startEmbeddingServer({ dimensions: 16, key });
  });

  test("no answer comes in time", async () => {
    server.always = () => "done";
    const error = await failureOf(embedder({ timeouts: { total: 80 } }).embed(["a"]), key);
    expect(error.data.reason).toBe("timeout");
  });

  test("the body stops half-way", async () => {
    server.always = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"data":');
      return "done";
    };
    const error = await failureOf(embedder({ timeouts: { total: 80 } }).embed(["a"]), key);
    expect(error.data.reason).toBe("timeout");
  });

  test("a connection never stands", async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const address = silent.address();
    const port = typeof address === "object" ? address?.port : 0;
    const model = embedder({ baseUrl: `https://127.0.0.1:${port}/v1`, timeouts: { connect: 60 } });
    const error = await failureOf(model.embed(["a"]), key);
    expect(error.message).toMatch(/no connection within 60 ms/);
    silent.close();
  });

  test("it is called off, before, during and between tries", async () => {
    expect((await failureOf(embedder().embed(["a"], AbortSignal.abort()), key)).data.reason).toBe(
      "aborted",
    );
    server.always = () => "done";
    const during = embedder().embed(["a"], AbortSignal.timeout(50));
    expect((await failureOf(during, key)).data.reason).toBe("aborted");
    server.always = (_, response) => {
      sendJson(response, 503, {});
      return "done";
    };
    const slow = embedder({ retries: { times: 9, pause: 60_000, longest: 60_000 } });
    const start = performance.now();
    await failureOf(slow.embed(["a"], AbortSignal.timeout(50)), key);
    expect(performance.now() - start).toBeLessThan(50_000);
  });
});

test("embedQuery() gives up after its own time, tries included", async () => {
  server.always = () => "done";
  const start = performance.now();
  const model = embedder({ timeouts: { query: 100 } });
  const error = await failureOf(model.embedQuery?.("a") ?? Promise.resolve(), key);
  expect(error.data.reason).toBe("timeout");
  expect(performance.now() - start).toBeLessThan(2_000);
});

test("createOpenAiEmbedder() refuses settings that cannot work", () => {
  const sentence = (changes: Partial<OpenAiEmbedderOptions>): string => {
    try {
      embedder(changes);
    } catch (error) {
      if (error instanceof LociError && error.code === "BAD_CONFIG")
        return error.message.replace(server.url, "URL");
      throw error;
    }
    return "accepted";
  };
  const { dimensions: _, ...rest } = { baseUrl: server.url, model: "mystery", dimensions: 1 };
  expect(() => createOpenAiEmbedder(rest)).toThrow(/number of dimensions is not known/);
  expect([
    sentence({ baseUrl: "localhost:11434" }),
    sentence({ baseUrl: "ftp://host/v1" }),
    sentence({ baseUrl: "http://me:pass@host/v1" }),
    sentence({ baseUrl: "http://host/v1?key=1" }),
    sentence({ model: " " }),
    sentence({ key: "two words" }),
    sentence({ dimensions: 9000 }),
    sentence({ dimensions: 1.5 }),
    sentence({ key: " padded \n" }),
  ]).toMatchInlineSnapshot(`
    [
      "Cannot use embedding server "localhost:11434": the address must start with "http://" or "https://"",
      "Cannot use embedding server "ftp://host/v1": the address must start with "http://" or "https://"",
      "Cannot use embedding server "http://host/v1": the address must hold no name or password; set a key in their place",
      "Cannot use embedding server "http://host/v1?key=1": the address must end with its path, such as "/v1"",
      "Cannot use embedding server "URL": no model is named",
      "Cannot use embedding server "URL": its key holds a blank or a character that no key has",
      "Cannot use embedding model "test-model": 9000 dimensions are outside 8 to 8192",
      "Cannot use embedding model "test-model": 1.5 dimensions are outside 8 to 8192",
      "accepted",
    ]
  `);
});

function oneVector(embedding: unknown): unknown {
  return { object: "list", data: [{ index: 0, embedding }] };
}
