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
import { apiOperations } from "../../src/server/create-app.ts";
import { type MadeToken, openMadeTokens } from "../../src/server/made-tokens.ts";
import { needsOf } from "../../src/server/operation.ts";
import { initGit } from "../init-git.ts";
import { useFixture, useTempFolder, writeFiles } from "../temp.ts";
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

test("a token is found by whoever reads the files, until it is revoked; they keep no secret", () => {
  const { dir, folder, tokens } = useTokens();
  const server = openMadeTokens(dir, () => start);
  const phone = tokens.make(wish());
  const desk = tokens.make(wish({ name: "desk", person: "ben", mayWrite: false }));
  expect(server.find(phone)).toMatchObject(wish());
  expect(server.find(desk)).toMatchObject({ name: "desk", person: "ben", mayWrite: false });
  for (const name of readdirSync(folder)) {
    expect(name + readFileSync(join(folder, name), "utf8")).not.toContain(phone.slice(5));
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  }
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(() => tokens.make(wish())).toThrow("there is one of that name");
  tokens.revoke("desk");
  expect(server.find(desk)).toBeUndefined();
  expect(server.list()).toEqual([{ ...wish(), made: "2026-02-12T12:00:00.000Z" }]);
  expect(() => tokens.revoke("desk")).toThrow('Cannot revoke the token "desk": there are phone');
  const [name = ""] = readdirSync(folder);
  const wrong = ["", phone.slice(0, -1), `${phone}A`, phone.toUpperCase(), phone.slice(5), "loci_"];
  wrong.push(name, name.slice(0, -5), `loci_${"A".repeat(43)}`, "loci___proto__", "../token");
  for (const word of wrong) expect(tokens.find(word), word).toBeUndefined();
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
  "a token (that writes: %s) opens what it may, and is refused by all else until it is revoked",
  async (mayWrite) => {
    const { asToken, loci, tokens } = await serveWith({ mayWrite });
    const others = [
      ["GET", "/metrics", "owner"],
      ["POST", "/api/address", "owner"],
      ["POST", "/mcp", "write"],
    ];
    const operations = apiOperations(served(loci)).map((one) => [
      ...one.at.replace("{id}", "x").split(" "),
      needsOf(one),
    ]);
    for (const [method = "", path = "", needs] of [...operations, ...others]) {
      const { status } = await asToken(method, path);
      const isOpen = needs === "read" || (needs === "write" && mayWrite);
      expect([method, path, status !== 403]).toEqual([method, path, isOpen]);
    }
    tokens.revoke("phone");
    const revoked = await asToken("GET", "/api/recall?q=a");
    expect([revoked.status, Object(await revoked.json()).error.message]).toEqual([
      401,
      expect.stringMatching(/the token was revoked, or is not this vault's/),
    ]);
  },
);

test("nothing in a request widens a token: another person, nobody, an agent", async () => {
  const { asToken, loci } = await serveWith();
  const naming = apiOperations(served(loci)).filter(
    (one) => needsOf(one) !== "owner" && "person" in { ...one.query, ...one.body },
  );
  expect(naming.length).toBeGreaterThan(8);
  const fields = { text: "x", message: "x" };
  for (const { at, body, query } of naming) {
    const [method = "", path = ""] = at.split(" ");
    const sent = Object.entries(fields).filter(([name]) => name in (body ?? {}));
    const isInBody = "person" in (body ?? {});
    const ask = async (name: string, value: string) => {
      const asked = new URLSearchParams({
        ...(query && "q" in query && { q: "x" }),
        ...(!isInBody && { [name]: value }),
      });
      const content = { ...Object.fromEntries(sent), ...(isInBody && { [name]: value }) };
      return (await asToken(method, `${path.replace("{id}", "x")}?${asked}`, body && content))
        .status;
    };
    expect([at, await ask("person", "ben")]).toEqual([at, 403]);
    // Whom it talks to is not who looks.
    const isTalk = /sessions|chat|voice/.test(at);
    expect([at, await ask("agent", "concierge")]).toEqual([at, isTalk ? expect.any(Number) : 403]);
    if (isTalk) expect(await ask("agent", "concierge")).not.toBe(403);
  }
  expect((await asToken("POST", "/mcp?agent=concierge", {})).status).toBe(403);
  expect((await asToken("POST", "/mcp?person=ben", {})).status).toBe(403);
  expect((await asToken("GET", "/api/topics?person=")).status).toBe(403);
});

const home = "topics/home.md";

/** A vault whose home is Ana's and Ben's, with a secret, and tokens to ask it with. */
async function serveHome() {
  const vault = useFixture("starter");
  initGit(vault);
  const served = await serveVault({}, vault);
  const { root, loci } = served;
  writeFiles(root, {
    [home]: [
      "# Home\n",
      "- The alarm code is zz4711 [sensitivity:: secret] ^code",
      "- The alarm is red ^alarm",
      "- Hides a ring [person:: ben] in the tin ^ring\n",
    ].join("\n"),
    "topics/safe.md":
      "---\ntitle: Safe\nsummary: opens by zz4711\nsensitivity: secret\n---\n\n- Left, right (2026-11-25)\n",
    "agents/concierge/topics/plan.md": "- The plan is zz4711 [bank:: Work]\n",
  });
  await loci.index.refresh();
  return { ...served, read: () => readFileSync(join(root, home), "utf8") };
}

test("a token reads nothing that is secret, and its owner does", async () => {
  const { askAs, ask } = await serveHome();
  const ana = askAs("ana");
  const paths = ["facts?topic=home", "facts?q=alarm", "recall?q=alarm+code", "topics", "recent"];
  for (const path of paths.map((one) => `/api/${one}`)) {
    const { text } = await ana("GET", path);
    expect(text, path).not.toMatch(/zz4711|Left/);
    expect(text, path).toMatch(/red|home/);
    expect(JSON.stringify((await ask("GET", path)).body), path).toContain("zz4711");
  }
  for (const path of ["recall?q=x&topic=safw", "facts?topic=safw"])
    expect((await ana("GET", `/api/${path}`)).text).not.toMatch(/safe/i);
  const misspelt = await ana("POST", "/api/chat", { message: "/topic safw" });
  expect(misspelt.text).toMatch(/NOT_FOUND(?!.*safe)/);
  const { facts, total } = (await ana("GET", "/api/facts?topic=home")).body;
  expect(total).toBe(facts.length);
  for (const method of ["GET", "DELETE"])
    expect((await ana(method, "/api/facts/code")).status).toBe(404);
  expect((await ana("PUT", "/api/facts/code", { text: "The code is 8" })).status).toBe(404);
  expect((await ask("PUT", "/api/facts/code", { text: "The code is 8" })).status).toBe(200);
  const key = `The key is ghp_${"a1B2".repeat(9)}`;
  expect((await ana("PUT", "/api/facts/alarm", { text: key })).body.text).toBe(key);
  expect((await ana("GET", "/api/facts?topic=home")).text).not.toContain("ghp_");
});

test("a token talks as its person, and no answer holds what is secret", async () => {
  const { askAs, chat, ask } = await serveHome();
  const ana = askAs("ana");
  const question = "What is the alarm code?";
  const atHome = await chat({ message: question, person: "ana" });
  expect(JSON.stringify(atHome)).toContain("zz4711");
  const first = await ana("POST", "/api/chat", { message: question });
  const session = /"type":"session","id":"(\w+)"/.exec(first.text)?.[1];
  const all = [first.text];
  for (const message of ["/topic safe", "What is in it?", "/why", "/forget alarm code", "no"])
    all.push((await ana("POST", "/api/chat", { message, session })).text);
  const messages = [{ role: "user", content: question }];
  all.push((await ana("POST", "/v1/chat/completions", { messages })).text);
  for (const part of ["", "/messages", "/context", "/events"])
    all.push((await ana("GET", `/api/sessions/${session}${part}`)).text);
  all.push((await ana("POST", `/api/sessions/${session}/end`)).text);
  expect(all.join("\n")).not.toContain("zz4711");
  expect((await ask("GET", "/api/facts/code")).status).toBe(200);
});

test("others' conversations, and what its person said at home, are not there for a token", async () => {
  const { askAs, chat, loci } = await serveHome();
  const ana = askAs("ana");
  const [{ id: bens }] = await chat({ message: "hello", person: "ben" });
  const [{ id: atHome }] = await chat({ message: "What is the alarm code?", person: "ana" });
  for (const id of [bens, atHome, "01M7ZAZTH03B3AZDE81MH6BBQW"]) {
    for (const [method, part, body] of [
      ["GET", ""],
      ["GET", "/messages"],
      ["GET", "/context"],
      ["GET", "/events"],
      ["POST", "/messages", { role: "user", content: "x" }],
      ["PUT", "", { language: "fr" }],
      ["POST", "/end", {}],
      ["DELETE", "/thread?agent=loci"],
      ["DELETE", ""],
    ] as const) {
      const path = `/api/sessions/${id}${part}`;
      expect([path, (await ana(method, path, body)).status]).toEqual([path, 404]);
    }
    expect((await ana("POST", "/api/chat", { message: "x", session: id })).status).toBe(404);
    expect((await ana("GET", "/api/sessions")).text).not.toContain(id);
  }
  const own = (await ana("POST", "/api/sessions", {})).body.session;
  expect((await ana("GET", "/api/sessions")).text).toContain(own.id);
  expect((await ana("DELETE", "/api/sessions", { all: true })).body).toEqual({ removed: 1 });
  for (const [id, person] of [
    [bens, "ben"],
    [atHome, "ana"],
  ])
    expect(await loci.sessions.read(id)).toMatchObject({ session: { person } });
});

test("what a token saves and changes is its person's, whatever its words say", async () => {
  const { askAs, read } = await serveHome();
  const ana = askAs("ana");
  const text = "The alarm [person:: ben] is new";
  const changed = await ana("PUT", "/api/facts/alarm", { text });
  expect([changed.status, changed.text]).toEqual([400, expect.stringMatching(/whose own it is/)]);
  expect(read()).toContain("- The alarm is red ^alarm");
  const saved = (await ana("POST", "/api/facts", { text, topic: "people/ben/topics/bees" })).body;
  expect(saved.file).toMatch(/^people\/ana\//);
  for (const method of ["GET", "DELETE"])
    expect((await ana(method, "/api/facts/ring")).status).toBe(404);
  const long = await ana("PUT", "/api/facts/alarm", { text: "y".repeat(4_001) });
  expect([long.status, long.text]).toEqual([400, expect.stringMatching(/4001 characters/)]);
  const kept = await askAs("ben")("POST", "/api/chat", { message: "/undo" });
  expect(kept.text).toContain("Cannot undo here: the last step may be somebody else's");
  const banks = (await ana("GET", "/api/memory-banks")).body.banks;
  const work = banks.find(({ name }: { name: string }) => name === "Work");
  expect(work.entries).toBe((await ana("GET", "/api/facts?bank=Work")).body.total);
});
