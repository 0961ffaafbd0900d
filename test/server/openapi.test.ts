import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { OpenAPIClientAxios } from "openapi-client-axios";
import { expect, test } from "vitest";
import { apiOperations } from "../../src/server/create-app.ts";
import { drawn, fc } from "../fast-check.ts";
import { useFixture, useTempFolder } from "../temp.ts";
import { serve, served } from "./serve.ts";
import { serveVault } from "./serve-vault.ts";

test("/openapi.json is valid, names every operation once and tells what each field is for", async () => {
  const { base, loci } = await serve();
  const answer = await fetch(`${base}/openapi.json`);
  const document = Object(await answer.json());
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(Object(methods)).map(([method, one]) => ({
      at: `${method.toUpperCase()} ${path}`,
      ...Object(one),
    })),
  );
  const operations = apiOperations(served(loci)).map(({ at }) => at);
  expect(described.map(({ at }) => at).sort()).toEqual([...operations].sort());
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(described.length);
  for (const { at, summary, description, tags, parameters = [], responses } of described) {
    expect([at, summary, description], at).toEqual([at, expect.any(String), expect.any(String)]);
    expect([tags.length, Object.keys(responses)]).toEqual([1, ["2XX", "4XX", "5XX"]]);
    for (const { name, description } of parameters)
      expect([at, name, description]).toEqual([at, name, expect.stringMatching(/\w/)]);
    for (const [, placed] of at.matchAll(/\{(\w+)\}/g))
      expect(parameters).toContainEqual(expect.objectContaining({ name: placed, in: "path" }));
  }
  expect(document.components.securitySchemes.token).toMatchObject({ scheme: "bearer" });
  expect(JSON.stringify(document)).not.toContain(loci.root);
});

test("a client that is generated from the document saves, finds, changes and forgets", async () => {
  const { url, token } = await serveVault();
  const { origin } = new URL(url);
  const definition = Object(await (await fetch(`${origin}/openapi.json`)).json());
  const api = new OpenAPIClientAxios({ definition: { ...definition, servers: [{ url: origin }] } });
  const client = await api.init();
  client.defaults.headers.common.authorization = `Bearer ${token}`;
  const call = async (name: string, ...words: unknown[]) =>
    Object((await client[name]?.(...(words as [])))?.data);
  const saved = await call("postFacts", null, { text: "Keeps bees on the roof", bank: "Work" });
  expect(saved.status).toBe("saved");
  const { facts } = await call("getFacts", { q: "bees roof", bank: "Work" });
  expect(facts[0]).toMatchObject({ id: saved.id, bank: "Work" });
  const changed = await call("putFactsId", { id: saved.id }, { text: "Keeps bees in the garden" });
  expect((await call("getFactsId", { id: changed.id })).text).toBe("Keeps bees in the garden");
  await call("deleteFactsId", { id: changed.id });
  expect((await call("getFacts", { q: "bees", bank: "Work" })).facts).toEqual([]);
});

test("answers are what the document says they are", async () => {
  const { ask, loci } = await serveVault();
  const { id } = (await ask("GET", "/api/facts?limit=1")).body.facts[0];
  const bodies: Readonly<Record<string, object>> = {
    "POST /api/facts": { text: "Likes the sea" },
    "PUT /api/facts/{id}": { protected: true },
    "POST /api/html": { texts: ["**bold**"] },
  };
  let checked = 0;
  for (const { at, answer, query } of apiOperations(loci)) {
    const [method = "", path = ""] = at.split(" ");
    const isAsked = method === "GET" || Object.hasOwn(bodies, at);
    if (answer === undefined || answer === "events" || !isAsked) continue;
    const search = query !== undefined && "q" in query ? "?q=rice" : "";
    const asked = await ask(method, path.replace("{id}", id) + search, bodies[at]);
    expect(asked.status, `${at}: ${JSON.stringify(asked.body)}`).toBeLessThan(300);
    expect(answer.safeParse(asked.body).error, at).toBeUndefined();
    checked++;
  }
  expect(checked).toBeGreaterThan(6);
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
  const outside = useTempFolder();
  const root = join(outside, "vault");
  cpSync(useFixture("starter"), root, { recursive: true });
  const { ask, loci } = await serveVault({}, root);
  const operations = apiOperations(loci).filter(
    ({ at, answer }) => answer !== "events" && !at.includes("/api/voice"),
  );
  const asked = fc.constantFrom(...operations).chain(({ at, query, body }) =>
    fc.record({
      at: fc.constant(at),
      id: hostile,
      query: fc.dictionary(fc.constantFrom(...Object.keys({ x: 0, ...query })), hostile),
      body: fc.dictionary(fc.constantFrom(...Object.keys({ x: 0, ...body })), anything),
    }),
  );
  await fc.assert(
    fc.asyncProperty(asked, async ({ at, id, query, body }) => {
      const [method = "", path = ""] = at.split(" ");
      const address = path.replace("{id}", encodeURIComponent(id || "x"));
      const search = new URLSearchParams(query).toString();
      const sent = method === "GET" ? undefined : body;
      const { status, body: answer } = await ask(method, `${address}?${search}`, sent);
      expect(status, JSON.stringify(answer)).toBeLessThan(500);
      if (status < 400) return;
      expect(answer.error).toEqual({
        code: expect.stringMatching(/^[A-Z_]+$/),
        message: expect.stringMatching(/^Cannot /),
        data: expect.any(Object),
      });
    }),
    { numRuns: drawn(600) },
  );
  expect(readdirSync(outside)).toEqual(["vault"]);
});
