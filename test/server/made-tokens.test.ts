import {
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type MadeToken, openMadeTokens } from "../../src/server/made-tokens.ts";
import { apiOperations } from "../../src/server/routes.ts";
import { useTempFolder } from "../temp.ts";
import { serve, served } from "./serve.ts";
import { serveVault } from "./serve-vault.ts";

type Wish = Omit<MadeToken, "made">;

const start = Date.parse("2026-02-12T12:00:00Z");

const wish = (more: Partial<Wish> = {}): Wish => ({
  ...{ name: "phone", person: "ana", mayWrite: true },
  ...more,
});

function useTokens() {
  const dir = useTempFolder();
  return { dir, folder: join(dir, "tokens"), tokens: openMadeTokens(dir, () => start) };
}

test("a token is found by whoever reads the files, until it is revoked", () => {
  const { dir, tokens } = useTokens();
  const server = openMadeTokens(dir, () => start);
  expect(server.find(`loci_${"x".repeat(43)}`)).toBeUndefined();
  const phone = tokens.make(wish());
  const desk = tokens.make(wish({ name: "desk", person: "ben", mayWrite: false }));
  expect(server.find(phone)).toEqual(wish());
  expect(server.find(desk)).toEqual({ name: "desk", person: "ben", mayWrite: false });
  tokens.revoke("desk");
  expect(server.find(desk)).toBeUndefined();
  expect(server.list()).toEqual([{ ...wish(), made: "2026-02-12T12:00:00.000Z" }]);
  expect(() => tokens.revoke("desk")).toThrow('Cannot revoke the token "desk": there are phone');
});

test("the files keep no secret, and are the person's alone", () => {
  const { tokens, folder } = useTokens();
  const secret = tokens.make(wish()).slice("loci_".length);
  const [name = ""] = readdirSync(folder);
  expect(name + readFileSync(join(folder, name), "utf8")).not.toContain(secret);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("no other word is taken for a token", () => {
  const { tokens, folder } = useTokens();
  const token = tokens.make(wish());
  const [name = ""] = readdirSync(folder);
  const wrong = ["", token.slice(0, -1), `${token}A`, token.toUpperCase(), token.slice(5), "loci_"];
  wrong.push(name, name.slice(0, -5), `loci_${"A".repeat(43)}`, "loci___proto__", "../token");
  for (const word of wrong) expect(tokens.find(word), word).toBeUndefined();
});

test.each([
  ["phone", /there is one of that name; choose another with --name/],
  ["owner", /logs and metrics/],
  ["nobody", /logs and metrics/],
])("a token cannot be called %j", (name, message) => {
  const { tokens } = useTokens();
  tokens.make(wish());
  expect(() => tokens.make(wish({ name }))).toThrow(message);
  expect(tokens.list()).toHaveLength(1);
});

test("a file that is no such file, or a link, opens nothing and says so", () => {
  const { dir, folder, tokens } = useTokens();
  const token = tokens.make(wish());
  const file = join(folder, readdirSync(folder)[0] ?? "");
  const text = readFileSync(file, "utf8");
  for (const other of ["", "{}", '{"name":"x"}', text.slice(9)]) {
    writeFileSync(file, other);
    expect(() => tokens.find(token)).toThrow(/it is not what "loci token" writes/);
  }
  writeFileSync(file, text);
  renameSync(file, join(dir, "elsewhere"));
  symlinkSync(join(dir, "elsewhere"), file);
  expect(() => tokens.find(token)).toThrow(/it is a link/);
});

/** A served vault that is not there, asked with a token of its own. */
async function serveWith(more: Partial<Wish> = {}) {
  const served = await serve();
  const tokens = openMadeTokens(served.loci.device.vaultFolder, Date.now);
  const token = tokens.make(wish(more));
  const asToken = (method: string, path: string, body?: object) =>
    fetch(served.base + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  return { ...served, tokens, asToken };
}

test.each([true, false])(
  "a token (that writes: %s) opens what it may, and is refused by all else",
  async (mayWrite) => {
    const { asToken, loci } = await serveWith({ mayWrite });
    const isOpen = (needs: string) => needs === "read" || (needs === "write" && mayWrite);
    for (const { method, path, needs } of apiOperations(served(loci))) {
      const { status } = await asToken(method, path.replaceAll(/\{\w+\}/g, "x"));
      expect([method, path, status !== 403]).toEqual([method, path, isOpen(needs)]);
    }
    for (const [path, needs] of [
      ["/metrics", "owner"],
      ["/api/address", "owner"],
      ["/mcp", "write"],
    ] as const) {
      expect([path, (await asToken("POST", path, {})).status !== 403]).toEqual([
        path,
        isOpen(needs),
      ]);
    }
  },
);

test("a token is refused wherever another person is named", async () => {
  const { asToken, loci } = await serveWith();
  const naming = apiOperations(served(loci)).filter(
    ({ body, query, needs }) =>
      needs !== "owner" && Object.hasOwn({ ...query?.shape, ...body?.shape }, "person"),
  );
  expect(naming.length).toBeGreaterThan(5);
  const fields = { text: "x", query: "x", message: "x", id: "x", person: "ben" };
  for (const { method, path, body, query } of naming) {
    const sent = Object.entries(fields).filter(([name]) => name in (body?.shape ?? {}));
    const isInBody = Object.hasOwn(body?.shape ?? {}, "person");
    const search = `?person=ben${query && "query" in query.shape ? "&q=x" : ""}`;
    const address = isInBody ? path : path + search;
    const { status } = await asToken(method, address, body && Object.fromEntries(sent));
    expect([method, path, status]).toEqual([method, path, 403]);
  }
});

test("one that was revoked, or is of another vault, is told so", async () => {
  const { asToken, tokens, base } = await serveWith();
  expect((await asToken("GET", "/api/recall?q=a")).status).toBe(200);
  tokens.revoke("phone");
  expect((await asToken("GET", "/api/recall?q=a")).status).toBe(401);
  const headers = { authorization: `Bearer ${useTokens().tokens.make(wish())}` };
  const answer = await fetch(`${base}/api/topics`, { headers });
  expect([answer.status, Object(await answer.json()).error.message]).toEqual([
    401,
    expect.stringMatching(/the token was revoked, or is not this vault's; make another with/),
  ]);
});

test("Ana's token sees, saves, changes and talks as Ana, whatever is asked", async () => {
  const { loci, root, url, chat } = await serveVault();
  const token = openMadeTokens(loci.device.vaultFolder, Date.now).make(wish());
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
  const [{ id: atHome }] = await chat({ message: "hello", person: "ana" });
  expect((await ask("DELETE", "/api/sessions", { all: true })).status).toBe(200);
  for (const [id, person] of [
    [bens, "ben"],
    [atHome, "ana"],
  ])
    expect(await loci.sessions.read(id)).toMatchObject({ session: { person } });
  const turned = await ask("POST", "/api/chat", { message: "hello", person: "ben" });
  expect(turned.text).not.toMatch(/"type":"(?:session|person)"[^\n]*"person":"ben"/);
});
