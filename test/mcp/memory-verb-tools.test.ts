import type { Client } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { call, modern, served } from "./mcp-client.ts";

const fact = async (client: Client, name: string, args: object) => {
  const { text, isError } = await call(client, name, { ...args });
  return { ...JSON.parse(text), isError };
};

test("gbrain: facts are remembered with provenance, recalled by entity, and forgotten once", async () => {
  const { overHttp, read } = await served();
  const client = await overHttp(modern, "?tools=gbrain");
  const given = { fact: "Ann picked Stripe", entity: "people/ann-example", provenance: "chat" };
  const saved = await fact(client, "remember", { ...given, kind: "commitment", ttl: "30d" });
  expect(saved).toMatchObject({
    status: "inserted",
    entity_slug: "ann-example",
    protocol_version: 1,
  });
  expect(saved.valid_until).toMatch(/^\d{4}-\d\d-\d\dT23:59:59\.999Z$/);
  expect(await fact(client, "remember", given)).toMatchObject({
    status: "duplicate",
    id: saved.id,
  });
  expect(read("topics/ann-example.md")).toMatch(
    /\[provenance:: chat\] \[kind:: commitment\] \[until:: /,
  );
  const recalled = await fact(client, "recall", { entity: "Ann Example" });
  expect(recalled.facts).toMatchObject([
    { fact: given.fact, fact_id: saved.id, provenance: "chat", kind: "commitment" },
  ]);
  const card = await fact(client, "entity", { name: "ann example" });
  expect(card).toMatchObject({ found: true, card: { active_fact_count: 1 } });
  expect(card.card.open_threads).toMatchObject([{ kind: "commitment", text: given.fact }]);
  expect(await fact(client, "forget", { id: saved.id })).toMatchObject({ expired: true });
  expect(await fact(client, "forget", { id: saved.id })).toMatchObject({ expired: false });
  expect(await fact(client, "forget", { id: "999" })).toMatchObject({ error: "not_found" });
  expect(await fact(client, "entity", { name: "ann example" })).toMatchObject({ found: false });
});

test("gbrain: failures carry the protocol's code and what to do", async () => {
  const { overHttp } = await served();
  const client = await overHttp("legacy", "?tools=gbrain");
  const given = { fact: "Ann picked Stripe", provenance: "chat" };
  for (const [name, args, error] of [
    ["remember", { fact: "x" }, "invalid_params"],
    ["remember", { ...given, provenance: " " }, "provenance_required"],
    ["remember", { ...given, ttl: "P30D" }, "invalid_params"],
    ["remember", { ...given, ttl: "9999999h" }, "invalid_params"],
    ["remember", { ...given, ttl: "foo 1" }, "invalid_params"],
    ["recall", { since: "8 hours ago" }, "invalid_params"],
    ["synthesize", { question: "what?" }, "unavailable"],
  ] as const) {
    expect(await fact(client, name, args)).toMatchObject({
      isError: true,
      error,
      protocol_version: 1,
    });
  }
  const small = await fact(client, "recall", {
    entity: "cooking",
    query: "rice",
    budget_tokens: 1,
  });
  expect(small).toMatchObject({ total: 0, results: [], budget_used: 0 });
  expect(small.dropped_count).toBeGreaterThan(1);
});
