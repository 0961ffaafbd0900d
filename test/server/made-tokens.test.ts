import { chmodSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Caller, Scope } from "../../src/server/caller.ts";
import { openMadeTokens, type TokenWish } from "../../src/server/made-tokens.ts";
import { apiOperations } from "../../src/server/routes.ts";
import { useTempFolder } from "../temp.ts";
import { serve } from "./serve.ts";
import { serveVault } from "./serve-vault.ts";

const dayMs = 86_400_000;
const start = Date.parse("2026-02-12T12:00:00Z");

const wish = (more: Partial<TokenWish> = {}): TokenWish => ({
  ...{ name: "phone", scope: "read", days: 30 },
  ...more,
});

/** Tokens in a folder of their own, on a clock that goes by hand. */
function useTokens() {
  const dir = useTempFolder();
  const clock = { now: start };
  return {
    dir,
    clock,
    file: join(dir, "tokens.json"),
    tokens: openMadeTokens(dir, () => clock.now),
  };
}

test("a token is found by whoever reads the file, until it expires or is revoked", () => {
  const { dir, clock, tokens } = useTokens();
  const server = openMadeTokens(dir, () => clock.now);
  expect(server.find("loci_phone_x")).toBeUndefined();
  const { token, made } = tokens.make(wish({ person: "ana", bank: "Work", scope: "write" }));
  const phone: Caller = {
    name: "phone",
    scope: "write",
    isAtHome: false,
    person: "ana",
    bank: "Work",
  };
  expect(server.find(token)).toEqual(phone);
  expect(made.expires).toBe("2026-03-14T12:00:00.000Z");
  clock.now = start + 30 * dayMs - 1;
  expect(server.find(token)).toEqual(phone);
  clock.now += 1;
  expect(server.find(token)).toBe("expired");
  const second = tokens.make(wish({ name: "desk", days: 0 })).token;
  clock.now += 10_000 * dayMs;
  expect(server.find(second)).toEqual({ name: "desk", scope: "read", isAtHome: false });
  tokens.revoke("desk");
  expect(server.find(second)).toBeUndefined();
  expect(server.list().map(({ name }) => name)).toEqual(["phone"]);
});

test("the file keeps no secret, and is the person's alone", () => {
  const { tokens, file } = useTokens();
  const { token } = tokens.make(wish());
  const [, , ...secret] = token.split("_");
  expect(readFileSync(file, "utf8")).not.toContain(secret.join("_"));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(Object.keys(tokens.list()[0] ?? {})).not.toContain("sha256");
});

test("no other word is taken for a token", () => {
  const { tokens } = useTokens();
  const { token } = tokens.make(wish());
  tokens.make(wish({ name: "desk" }));
  const secret = token.slice("loci_phone_".length);
  const wrong = ["", token.slice(0, -1), `${token}A`, token.toUpperCase(), secret, "loci_phone_"];
  wrong.push(`loci_desk_${secret}`, `loci___proto___${secret}`, `loci_phone_${"A".repeat(43)}`);
  for (const word of wrong) expect(tokens.find(word), word).toBeUndefined();
});

test.each([
  ["Phone", /small letters/],
  ["a_b", /small letters/],
  ["", /small letters/],
  ["a".repeat(41), /small letters/],
  ["phone", /there is one of that name/],
])("a token cannot be called %j", (name, message) => {
  const { tokens } = useTokens();
  tokens.make(wish());
  expect(() => tokens.make(wish({ name }))).toThrow(message);
  expect(tokens.list()).toHaveLength(1);
});

test("a file that is no such file, or a link, opens nothing and says so", () => {
  const { dir, tokens, file } = useTokens();
  const { token } = tokens.make(wish());
  for (const text of ["", "{}", '{"tokens":[{"name":"x"}]}', readFileSync(file, "utf8").slice(9)]) {
    writeFileSync(file, text);
    expect(() => tokens.find(token)).toThrow(/it is not what "loci token" writes/);
  }
  rmSync(file);
  writeFileSync(join(dir, "elsewhere"), '{"tokens":[]}');
  symlinkSync(join(dir, "elsewhere"), file);
  expect(() => tokens.find(token)).toThrow(/it is a link/);
  rmSync(file);
  expect(tokens.find(token)).toBeUndefined();
});

/** A served vault that is not there, asked with a token of its own. */
async function serveWith(more: Partial<TokenWish>) {
  const served = await serve();
  const tokens = openMadeTokens(served.loci.lociDir, Date.now);
  const { token } = tokens.make(wish({ isAtHome: true, ...more }));
  const ask = (method: string, path: string, body?: object) =>
    fetch(served.base + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  return { ...served, tokens, asToken: ask };
}

const order: readonly Scope[] = ["read", "write", "admin"];

describe.each(order)("a token with the scope %s", (scope) => {
  test("opens what needs no more, and is refused by all else", async () => {
    const { asToken, loci } = await serveWith({ scope });
    for (const { method, path, needs } of apiOperations(loci)) {
      const { status } = await asToken(method, path.replaceAll(/\{\w+\}/g, "x"));
      const isOpen = order.indexOf(needs) <= order.indexOf(scope);
      expect([`${method} ${path}`, status === 403]).toEqual([`${method} ${path}`, !isOpen]);
    }
    for (const path of ["/metrics", "/api/address", "/mcp"]) {
      const { status } = await asToken("POST", path, {});
      const needed = path === "/mcp" ? "write" : "admin";
      const isOpen = order.indexOf(needed) <= order.indexOf(scope);
      expect([path, status === 403]).toEqual([path, !isOpen]);
    }
  });
});

test("a token that is not at home opens nothing where what is secret may be said", async () => {
  const { asToken, loci } = await serveWith({ scope: "admin", isAtHome: false });
  for (const { method, path, atHome = false } of apiOperations(loci)) {
    const { status } = await asToken(method, path.replaceAll(/\{\w+\}/g, "x"));
    expect([method, path, status === 403]).toEqual([method, path, atHome]);
  }
  const talking = apiOperations(loci).filter(({ atHome }) => atHome);
  expect(talking.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "/api/chat",
      "/api/chat/completions",
      "/api/voice",
      "/api/sessions/{id}",
    ]),
  );
});

describe.each(["person", "agent", "bank"] as const)("a token kept to one %s", (limit) => {
  test("opens nothing that cannot be kept to it", async () => {
    const { asToken, loci } = await serveWith({ scope: "admin", [limit]: "ana" });
    for (const { method, path, within } of apiOperations(loci)) {
      const address = path.replaceAll(/\{\w+\}/g, "x");
      const { status } = await asToken(method, address, method === "GET" ? undefined : {});
      expect([method, path, status !== 403]).toEqual([method, path, within.includes(limit)]);
    }
    for (const path of ["/metrics", "/api/address", ...(limit === "bank" ? ["/mcp"] : [])]) {
      expect([path, (await asToken("POST", path, {})).status]).toEqual([path, 403]);
    }
  });

  test("is refused wherever another is named", async () => {
    const { asToken, loci } = await serveWith({ scope: "admin", [limit]: "ana" });
    const naming = apiOperations(loci).filter(({ body, query }) =>
      Object.hasOwn({ ...query?.shape, ...body?.shape }, limit),
    );
    expect(naming.length).toBeGreaterThan(2);
    const fields = { text: "x", query: "x", message: "x", id: "x", answer: "yes", [limit]: "ben" };
    for (const { method, path, body, query } of naming) {
      const sent = Object.entries(fields).filter(([name]) => name in (body?.shape ?? {}));
      const isInBody = Object.hasOwn(body?.shape ?? {}, limit);
      const search = `?${limit}=ben${query && "query" in query.shape ? "&q=x" : ""}`;
      const address = isInBody ? path : path + search;
      const { status } = await asToken(method, address, body && Object.fromEntries(sent));
      expect([method, path, status]).toEqual([method, path, 403]);
    }
  });
});

test("one that has expired, is of another vault or was revoked meanwhile is told so", async () => {
  const { asToken, tokens, base } = await serveWith({ days: 0 });
  expect((await asToken("GET", "/api/topics")).status).toBe(200);
  tokens.revoke("phone");
  expect((await asToken("GET", "/api/topics")).status).toBe(401);
  const { dir, clock, tokens: others } = useTokens();
  const foreign = others.make(wish()).token;
  const answer = await fetch(`${base}/api/topics`, {
    headers: { authorization: `Bearer ${foreign}` },
  });
  expect([answer.status, Object(await answer.json()).error.message]).toEqual([
    401,
    expect.stringMatching(/the token "phone" was revoked, or is not this vault's; make another/),
  ]);
  expect([dir, clock.now]).toEqual([expect.any(String), start]);
});

test("Ana's token sees, saves, changes and talks as Ana, whatever is asked", async () => {
  const { loci, root, url, chat } = await serveVault();
  const { token } = openMadeTokens(loci.lociDir, Date.now).make(
    wish({ scope: "write", person: "ana", isAtHome: true }),
  );
  writeFileSync(
    join(root, "topics/home.md"),
    "- The safe is mauvegreen [person:: ben] ^safe\n- The door is red\n",
  );
  await loci.index.refresh();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const ask = async (method: string, path: string, body?: object) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(new URL(path, url), { method, headers, ...sent });
    return { status: answer.status, text: await answer.text() };
  };
  expect((await ask("GET", "/api/facts?topic=home")).text).toContain("red");
  for (const path of ["/api/facts?topic=home", "/api/recall?q=safe+green", "/api/facts/safe"]) {
    expect((await ask("GET", path)).text, path).not.toContain("mauvegreen");
  }
  expect((await ask("DELETE", "/api/facts/safe")).status).toBe(404);
  const saved = await ask("POST", "/api/facts", {
    text: "Keeps bees on the roof",
    topic: "people/ben/topics/bees",
  });
  expect(JSON.parse(saved.text).file).toMatch(/^people\/ana\//);
  const [{ id: bens }] = await chat({ message: "hello", person: "ben" });
  for (const [method, path, body] of [
    ["GET", `/api/sessions/${bens}`],
    ["GET", `/api/sessions/${bens}/messages`],
    ["POST", `/api/sessions/${bens}/messages`, { role: "user", content: "x" }],
    ["PUT", `/api/sessions/${bens}`, { language: "fr" }],
    ["POST", `/api/sessions/${bens}/end`, {}],
    ["DELETE", `/api/sessions/${bens}`],
  ] as const) {
    expect([path, (await ask(method, path, body)).status]).toEqual([path, 404]);
  }
  expect((await ask("POST", "/api/chat", { message: "x", session: bens })).status).toBe(404);
  expect((await ask("GET", "/api/sessions")).text).not.toContain(bens);
  expect((await ask("DELETE", "/api/sessions", { all: true })).status).toBe(200);
  expect(await loci.sessions.read(bens)).toMatchObject({ session: { person: "ben" } });
  const turned = await ask("POST", "/api/chat", { message: "/person ben" });
  expect(turned.text).toContain("this conversation came in for one person alone");
  expect(turned.text).not.toMatch(/"type":"(?:session|person)"[^\n]*"person":"ben"/);
});

test("a file of tokens that others may read is still only hashes", () => {
  const { tokens, file } = useTokens();
  const { token } = tokens.make(wish());
  chmodSync(file, 0o644);
  expect(tokens.find(token)).toMatchObject({ name: "phone" });
});
