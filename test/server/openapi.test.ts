import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { OpenAPIClientAxios } from "openapi-client-axios";
import { expect, test } from "vitest";
import { apiOperations } from "../../src/server/routes.ts";
import { drawn, fc } from "../fast-check.ts";
import { serve, served } from "./serve.ts";
import { serveVault } from "./serve-vault.ts";

test("/openapi.json is a valid document that names every operation once, and needs no token", async () => {
  const { base, loci } = await serve();
  const answer = await fetch(`${base}/openapi.json`);
  expect(answer.status).toBe(200);
  const document = Object(await answer.json());
  const validated = await new Validator().validate(structuredClone(document));
  expect(validated).toEqual({ valid: true });
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(Object(methods)).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const operations = apiOperations(served(loci)).map(({ method, path }) => `${method} ${path}`);
  expect(described.sort()).toEqual(operations.sort());
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(Object(methods)).map((one) => Object(one).operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  expect(JSON.stringify(document)).not.toContain(loci.root);
});

test("a client that is generated from the document saves, finds, changes and forgets", async () => {
  const { url, loci } = await serveVault();
  const { origin } = new URL(url);
  const definition = Object(await (await fetch(`${origin}/openapi.json`)).json());
  const api = new OpenAPIClientAxios({ definition: { ...definition, servers: [{ url: origin }] } });
  const client = await api.init();
  const { readFileSync } = await import("node:fs");
  const token = readFileSync(join(loci.device.folder, "token"), "utf8").trim();
  client.defaults.headers.common.authorization = `Bearer ${token}`;
  const call = async (name: string, ...words: unknown[]) =>
    Object((await client[name]?.(...(words as [])))?.data);
  const saved = await call("postFacts", null, { text: "Keeps bees on the roof", bank: "Work" });
  expect(saved.status).toBe("saved");
  const { facts } = await call("getFacts", { query: "bees roof", bank: "Work" });
  expect(facts[0]).toMatchObject({ id: saved.id, bank: "Work" });
  const changed = await call("putFactsId", { id: saved.id }, { text: "Keeps bees in the garden" });
  expect((await call("getFactsId", { id: changed.id })).text).toBe("Keeps bees in the garden");
  await call("deleteFactsId", { id: changed.id });
  const { facts: left } = await call("getFacts", { query: "bees", bank: "Work" });
  expect(left).toEqual([]);
});

test("answers are what the document says they are", async () => {
  const { ask, loci, chat } = await serveVault();
  const [{ id: session }] = await chat({ message: "Which rice for paella?" });
  const { facts } = (await ask("GET", "/api/facts?limit=1")).body;
  const bodies: Readonly<Record<string, object>> = {
    "POST /api/recall": { query: "rice" },
    "POST /api/facts": { text: "Likes the sea" },
    "PUT /api/facts/{id}": { protected: true },
    "POST /api/chat/completions": { messages: [{ role: "user", content: "Hello" }] },
    "POST /api/html": { texts: ["**bold**"] },
    "POST /api/sessions": { mode: "voice" },
    "PUT /api/sessions/{id}": { language: "fr" },
    "POST /api/sessions/{id}/messages": { role: "user", content: "Hello" },
    "DELETE /api/sessions": { day: "2001-01-01" },
  };
  let checked = 0;
  for (const { method, path, answer, query } of apiOperations(loci)) {
    if (answer === "events" || /undo|voice|sync|end$|thread$/.test(path) || method === "DELETE")
      continue;
    const id = path.startsWith("/api/facts") ? facts[0].id : session;
    const search = query !== undefined && "query" in query.shape ? "?q=rice" : "";
    const asked = await ask(method, path.replace("{id}", id) + search, bodies[`${method} ${path}`]);
    expect(asked.status, `${method} ${path}: ${JSON.stringify(asked.body)}`).toBeLessThan(300);
    expect(answer.safeParse(asked.body).error, `${method} ${path}`).toBeUndefined();
    checked++;
  }
  expect(checked).toBeGreaterThan(16);
});

/** What attackers put where a name, a number or a text belongs. */
const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom("../../../etc/passwd", "..%2f..%2f", "\u0000", "__proto__", "constructor", ""),
  fc.constantFrom("-1", "1e9", "NaN", "Infinity", "0x10", "9007199254740993", "[]", "null"),
  fc.constantFrom("/forget all", "people/ana/topics/x", "C:\\x", "a".repeat(3000), "\u202E\r\n# x"),
);
const anything = fc.oneof(hostile, fc.jsonValue({ maxDepth: 2 }), fc.boolean(), fc.integer());

test("no request that the document's fields allow for breaks the server or leaves the vault", async () => {
  const { ask, loci, root } = await serveVault();
  const beside = readdirSync(dirname(root));
  const operations = apiOperations(loci).filter(({ path, answer }) => {
    return answer !== "events" && !path.startsWith("/api/voice");
  });
  const asked = fc.constantFrom(...operations).chain(({ method, path, query, body }) =>
    fc.record({
      method: fc.constant(method),
      path: fc.constant(path),
      params: fc.array(hostile, { minLength: 1, maxLength: 1 }),
      query: fc.dictionary(fc.constantFrom(...Object.keys({ x: 0, ...query?.shape })), hostile),
      body: fc.dictionary(fc.constantFrom(...Object.keys({ x: 0, ...body?.shape })), anything),
    }),
  );
  await fc.assert(
    fc.asyncProperty(asked, async ({ method, path, params, query, body }) => {
      const address = path.replace(/\{\w+\}/, () => encodeURIComponent(params[0] || "x"));
      const search = new URLSearchParams(query).toString();
      const isGet = method === "GET";
      const { status, body: answer } = await ask(
        method,
        `${address}?${search}`,
        isGet ? undefined : body,
      );
      expect(status, JSON.stringify(answer)).toBeLessThan(500);
      if (status >= 400) {
        expect(answer.error).toEqual({
          ...{
            code: expect.stringMatching(/^[A-Z_]+$/),
            message: expect.stringMatching(/^Cannot /),
          },
          data: expect.any(Object),
        });
      }
    }),
    { numRuns: drawn(600) },
  );
  const come = readdirSync(dirname(root)).filter((name) => !beside.includes(name));
  expect(come.filter((name) => !name.startsWith("loci-test-"))).toEqual([]);
});
