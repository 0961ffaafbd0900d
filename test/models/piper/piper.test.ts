import { createServer, type IncomingMessage, type Server } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { createPiper, type PiperOptions } from "../../../src/models/piper/piper.ts";
import { collectSpeech, failureOfSpeech, forever } from "../collect-speech.ts";
import { wavBytes } from "../wav-bytes.ts";

const voices = ["en_US-lessac-medium", "ca_ES-upc_ona-medium", "es_ES-sharvard-medium"];

interface Asked {
  readonly path: string;
  readonly type: string | undefined;
  readonly body: string;
}

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Piper's server as it is since 1.4, as it was before, and as the first one was, which reads out whatever is sent. */
async function startPiper(age: "new" | "old" | "first", fail?: string) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const path = `${request.method} ${request.url}`;
    const page = (status: number, title: string): void => {
      response.writeHead(status, { "content-type": "text/html" });
      response.end(`<!doctype html>\n<title>${title}</title>\n<h1>${title}</h1>`);
    };
    asked.push({ path, type: request.headers["content-type"], body });
    if (path === "GET /voices" && age !== "first") {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(Object.fromEntries(voices.map((name) => [name, {}]))));
      return;
    }
    if (path === "POST /" && age === "new") return page(405, "405 Method Not Allowed");
    if (path !== (age === "new" ? "POST /synthesize" : "POST /")) return page(404, "404 Not Found");
    if (fail !== undefined) return page(500, fail);
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(wavBytes([1, 2, 3], { rate: 22_050 }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}`, asked };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

const say = async (text: string, language: string, options: PiperOptions) =>
  collectSpeech(await createPiper(options).synthesize(text, language, forever));

describe("createPiper()", () => {
  test.each([
    ["new", "", "POST /synthesize"],
    ["new", "/synthesize", "POST /synthesize"],
    ["old", "/", "POST /"],
  ] as const)("asks a server of %s kind at %j in JSON", async (age, end, path) => {
    const { url, asked } = await startPiper(age);
    const piper = createPiper({ baseUrl: url + end, speed: 1.25 });
    const spoken = await collectSpeech(await piper.synthesize("Hola.", "es", forever));
    expect(spoken).toEqual({ rate: 22_050, pcm: Int16Array.of(1, 2, 3) });
    await collectSpeech(await piper.synthesize("Hola.", "es", forever));
    const last = asked.at(-1);
    expect(last?.path).toBe(path);
    expect(last?.type).toBe("application/json");
    expect(JSON.parse(last?.body ?? "")).toEqual({
      text: "Hola.",
      voice: "es_ES-sharvard-medium",
      length_scale: 0.8,
    });
    // What it learned of the server it keeps.
    expect(asked.filter((one) => one.path === "POST /synthesize").length).toBe(
      age === "new" ? 2 : 1,
    );
  });

  test("sends plain text to the first servers, which would read out JSON", async () => {
    const { url, asked } = await startPiper("first");
    await say("Hola.", "es", { baseUrl: url });
    expect(asked.at(-1)).toMatchObject({ path: "POST /", body: "Hola." });
    expect(asked.at(-1)?.type).toMatch(/^text\/plain/);
  });

  test("names the voice of the settings, else the server's first for the language", async () => {
    const { url, asked } = await startPiper("new");
    const options = { baseUrl: url, voices: { ca: "ca_ES-upc_pau-x_low" } };
    for (const language of ["ca", "en", "es-ES"]) await say("Hola.", language, options);
    const bodies = asked
      .filter(({ body }) => body !== "")
      .map(({ body }) => JSON.parse(body).voice);
    expect(bodies).toEqual(["ca_ES-upc_pau-x_low", "en_US-lessac-medium", "es_ES-sharvard-medium"]);
  });

  test("leaves a language to others for which the server has no voice", async () => {
    const { url, asked } = await startPiper("new");
    const error = await failureOfSpeech(() =>
      createPiper({ baseUrl: url }).synthesize("مرحبا", "ar", forever),
    );
    expect(error.data).toMatchObject({ reason: "language", language: "ar" });
    expect(error.message.replace(url, "URL")).toMatchInlineSnapshot(
      `"Cannot speak "ar" with "URL": it has no voice for this language; add one there, or name one in voice.synthesizer.voices"`,
    );
    expect(asked.map(({ path }) => path)).toEqual(["GET /voices"]);
    await say("Hello.", "ar", { baseUrl: url, voices: { any: "en_US-lessac-medium" } });
  });

  test("asks nobody for what has no words", async () => {
    const { url, asked } = await startPiper("new");
    expect((await say("?!", "en", { baseUrl: url })).pcm).toHaveLength(0);
    expect(asked).toEqual([]);
  });

  test("says in one sentence what failed", async () => {
    const { url } = await startPiper("new", "500 Internal Server Error");
    const start = () => createPiper({ baseUrl: url }).synthesize("Hello.", "en", forever);
    const error = await failureOfSpeech(start);
    expect(error.data).toMatchObject({ reason: "server", passing: true });
    expect(error.message.replace(url, "URL")).toMatchInlineSnapshot(
      `"Cannot ask the synthesizer at "URL": it failed (500 Internal Server Error); look at its log, or try again later"`,
    );
    expect(() => createPiper({ baseUrl: "ftp://x" })).toThrow(/must start with "http:\/\/"/);
  });

  test("is called off", async () => {
    const { url } = await startPiper("new");
    const stop = AbortSignal.abort(new Error("enough"));
    await expect(createPiper({ baseUrl: url }).synthesize("Hi.", "en", stop)).rejects.toThrow(
      "enough",
    );
  });

  test("is probed", async () => {
    const { url } = await startPiper("old");
    expect(await createPiper({ baseUrl: url }).probe()).toBeUndefined();
    const wrong = createPiper({ baseUrl: url, voices: { ca: "ca_ES-none" } });
    expect((await wrong.probe())?.message).toMatch(
      /no voice "ca_ES-none"; name one that it has: en_US/,
    );
    const gone = createPiper({ baseUrl: "http://127.0.0.1:9" });
    expect(await gone.probe()).toMatchObject({ data: { reason: "connection" } });
    expect(await createPiper({ baseUrl: (await startPiper("first")).url }).probe()).toBeUndefined();
  });
});
