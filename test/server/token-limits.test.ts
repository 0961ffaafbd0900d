import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openMadeTokens, type TokenWish } from "../../src/server/made-tokens.ts";
import { logIn } from "./serve.ts";
import { serveVault } from "./serve-vault.ts";

const home = "topics/home.md";

/** A vault whose home is Ana's, Ben's and of two banks, and tokens to ask it with. */
async function serveHome() {
  const served = await serveVault();
  const { root, loci, url } = served;
  const lines = [
    "# Home\n",
    "- The safe code is mauvegreen [bank:: Personal] ^safe",
    "- The work door is red [bank:: Work] ^door",
    "- The lamp is old ^lamp",
    "- Hides a ring [person:: ben] in the tin ^ring\n",
    "## Ben [person:: ben]\n",
    "- Plays the tuba ^tuba\n",
  ];
  writeFileSync(join(root, home), lines.join("\n"));
  await loci.index.refresh();
  const tokens = openMadeTokens(loci.lociDir, Date.now);
  const as = (wish: Partial<TokenWish>) => {
    const name = `t${tokens.list().length}`;
    const { token } = tokens.make({ name, scope: "write", isAtHome: true, days: 0, ...wish });
    return async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(new URL(path, url), { method, headers, ...sent });
      return { status: answer.status, text: await answer.text() };
    };
  };
  return { ...served, tokens, as, read: () => readFileSync(join(root, home), "utf8") };
}

test("a token for a bank moves nothing out of it, under either name of a bank", async () => {
  const { as, read } = await serveHome();
  const before = read();
  const ask = as({ bank: "Work" });
  for (const field of ["bank", "memory_bank"]) {
    expect((await ask("PUT", "/api/facts/door", { [field]: "Personal" })).status).toBe(403);
    const saved = await ask("POST", "/api/facts", { text: "Sofas are blue", [field]: "Personal" });
    expect(saved.status).toBe(403);
  }
  expect(read()).toBe(before);
  expect((await ask("PUT", "/api/facts/door", { memory_bank: "work" })).status).toBe(200);
});

test("a token for a bank is not told what another one holds, nor where", async () => {
  const { as } = await serveHome();
  const ask = as({ bank: "Work" });
  const guess = await ask("POST", "/api/facts", { text: "the safe code is MAUVEGREEN." });
  expect(guess.status).toBe(400);
  expect(guess.text).not.toMatch(/mauvegreen|home|safe/);
  const own = await ask("POST", "/api/facts", { text: "The work door is red" });
  expect([own.status, JSON.parse(own.text).id]).toEqual([200, "door"]);
});

test.each([
  "The lamp [person:: ben] is new",
  "The lamp (person:: ben) is new",
  "The lamp ［person：：ben］ is new",
])("words such as %j make nothing another's own", async (text) => {
  const { as, read, root } = await serveHome();
  const ask = as({ person: "ana" });
  const before = read();
  const changed = await ask("PUT", "/api/facts/lamp", { text });
  expect([changed.status, changed.text]).toEqual([400, expect.stringMatching(/whose own it is/)]);
  expect(read()).toBe(before);
  const saved = JSON.parse((await ask("POST", "/api/facts", { text, topic: "Lamps" })).text);
  const fact = JSON.parse((await ask("GET", `/api/facts/${saved.id}`)).text);
  expect(fact).toMatchObject({ file: "people/ana/topics/lamps.md", person: "ana" });
  const bank = as({ bank: "Work" });
  const topic = "[person:: ben]";
  const { file } = JSON.parse((await bank("POST", "/api/facts", { text: "A tuba", topic })).text);
  expect(readFileSync(join(root, file), "utf8")).toContain("# \\[person:: ben]");
});

test("an edit leaves its mark to a memory that says within its words whose own it is", async () => {
  const { as, read } = await serveHome();
  const ben = as({ person: "ben" });
  expect((await ben("PUT", "/api/facts/ring", { text: "Hides a ring" })).status).toBe(400);
  const text = "Hides two rings [person:: ben] in the tin";
  expect((await ben("PUT", "/api/facts/ring", { text })).status).toBe(200);
  expect(read()).toContain(`- ${text} ^ring`);
  expect((await ben("PUT", "/api/facts/ring", { protected: true })).status).toBe(200);
});

test("a memory is changed to no more than may be saved as one", async () => {
  const { as, read } = await serveHome();
  const before = read();
  const changed = await as({})("PUT", "/api/facts/lamp", { text: "y".repeat(4_001) });
  expect([changed.status, changed.text]).toEqual([400, expect.stringMatching(/4001 characters/)]);
  expect(read()).toBe(before);
});

test("/undo takes nothing back of what stands under another's heading", async () => {
  const { as, read, chat } = await serveHome();
  const text = "Plays the trombone";
  expect((await as({ person: "ben" })("PUT", "/api/facts/tuba", { text })).status).toBe(200);
  const kept = await as({ person: "ben" })("POST", "/api/chat", { message: "/undo" });
  expect(kept.text).toContain("Cannot undo here: the last step may be somebody else's");
  expect(await chat({ message: "/undo", person: "ana" })).toContainEqual(
    expect.objectContaining({ type: "undo", what: null }),
  );
  expect(read()).toContain(text);
  await chat({ message: "/undo", person: "ben" });
  expect(read()).toContain("Plays the tuba");
});

test("the conversations of others are not there, wherever they are named", async () => {
  const { as, chat, loci } = await serveHome();
  const ask = as({ person: "ana" });
  const [{ id }] = await chat({ message: "hello", person: "ben" });
  const at = async (session: string) => {
    const { status, text } = await ask("POST", "/api/chat", { message: "x", session });
    return { status, text: text.replaceAll(session, "ID") };
  };
  const none = await at("01M7ZAZTH03B3AZDE81MH6BBQW");
  expect(none.status).toBe(404);
  expect(await at(id)).toEqual(none);
  await loci.sessions.end(id);
  expect(await at(id)).toEqual(none);
});

test("a token for a bank cannot tell a topic of another one from none", async () => {
  const { as, root, loci } = await serveHome();
  writeFileSync(join(root, "topics/divorce.md"), "- Met the lawyer [bank:: Personal]\n");
  await loci.index.refresh();
  const ask = as({ bank: "Work" });
  const owner = as({});
  for (const path of ["/api/facts?topic=", "/api/recall?query=lawyer&topic="]) {
    const there = await ask("GET", `${path}divorce`);
    const near = await ask("GET", `${path}divorcx`);
    expect(there.status).toBe(404);
    expect(there.text.replaceAll("divorce", "divorcx")).toBe(near.text);
    expect((await ask("GET", `${path}home`)).status).toBe(200);
    expect((await owner("GET", `${path}divorcx`)).text).toContain('did you mean \\"divorce\\"');
  }
});

test("banks are counted, and models named, as a token may know them", async () => {
  const { as, root, loci } = await serveHome();
  const entries = async (person: string): Promise<object> =>
    JSON.parse((await as({ person, scope: "read" })("GET", "/api/memory-banks")).text).banks;
  const before = await entries("ana");
  mkdirSync(join(root, "agents/concierge/topics"), { recursive: true });
  writeFileSync(join(root, "agents/concierge/topics/plan.md"), "- Its own plan [bank:: Work]\n");
  writeFileSync(join(root, "people/ana/topics/odd.md"), "- Odd [person:: ben] [bank:: Work]\n");
  await loci.index.refresh();
  expect(await entries("ana")).toEqual(before);
  const { data } = JSON.parse(
    (await as({ agent: "concierge", scope: "read" })("GET", "/api/models")).text,
  );
  expect(data.map(({ id }: { id: string }) => id)).toEqual(["concierge"]);
});

test.each(["owner", "nobody"])(
  "a token cannot be called %s, as those without one are",
  async (name) => {
    const { tokens } = await serveHome();
    expect(() => tokens.make({ name, scope: "read", days: 0 })).toThrow(/logs and metrics/);
  },
);

test("a browser that a token let in goes when the token is revoked", async () => {
  const { as, tokens, url } = await serveHome();
  const enter = async () => {
    const { text } = await as({ name: "boss", scope: "admin" })("POST", "/api/address");
    const answer = await logIn(JSON.parse(text).url);
    const [cookie = ""] = (answer.headers.get("set-cookie") ?? "").split(";");
    return { cookie, "loci-key": Object(await answer.json()).key };
  };
  const headers = await enter();
  const look = async () => (await fetch(new URL("/api/agents", url), { headers })).status;
  expect(await look()).toBe(200);
  tokens.revoke("boss");
  expect(await look()).toBe(401);
});

test("many calls of MCP in one are refused: they would count as one", async () => {
  const { as } = await serveHome();
  const call = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const answer = await as({ person: "ana" })("POST", "/mcp", [call, { ...call, id: 2 }]);
  expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(/one by one/)]);
});

test("a memory that is changed stays secret, and becomes it where a key is in its words", async () => {
  const { as, read, root, loci } = await serveHome();
  const text = `The lamp's key is ghp_${"a1B2".repeat(9)}`;
  expect((await as({})("PUT", "/api/facts/lamp", { text })).status).toBe(200);
  expect(read()).toContain(`- ${text} [sensitivity:: secret] ^lamp`);
  writeFileSync(join(root, home), "- The code [sensitivity:: secret] is 9 ^code\n");
  await loci.index.refresh();
  const code = { text: "The code is 8" };
  expect((await as({ isAtHome: false })("PUT", "/api/facts/code", code)).status).toBe(404);
  expect((await as({})("PUT", "/api/facts/code", code)).status).toBe(200);
  expect(read()).toBe("- The code is 8 [sensitivity:: secret] ^code\n");
});

test("what was said in a conversation with another's mark stays words, asked for or digested", async () => {
  const { as } = await serveHome();
  const ask = as({ person: "ana" });
  await ask("POST", "/api/chat", {
    message: "Remember that I play chess [person:: ben] on Mondays",
  });
  const { session } = JSON.parse((await ask("POST", "/api/sessions", {})).text);
  const said = { role: "user", content: "I live in Reus (person:: ben) now." };
  await ask("POST", `/api/sessions/${session.id}/messages`, said);
  await ask("POST", `/api/sessions/${session.id}/end`, {});
  const { facts } = JSON.parse((await ask("GET", "/api/facts?limit=1000")).text);
  const learned = facts.filter(({ text }: { text: string }) => /chess|Reus/.test(text));
  expect(learned.map(({ text, person }: Record<string, string>) => [text, person]).sort()).toEqual([
    ["I play chess \\[person:: ben] on Mondays", "ana"],
    ["Lives in Reus \\(person:: ben) now", "ana"],
  ]);
});

test("a made token reads nothing that is marked as secret, unless its program is at home", async () => {
  const { as, root, loci } = await serveHome();
  const lines = ["- The alarm code is zz4711 [sensitivity:: secret] ^code", "- The alarm is red\n"];
  writeFileSync(join(root, home), lines.join("\n"));
  const safe =
    "---\ntitle: Safe\nsummary: opens by zz4711\nsensitivity: secret\n---\n\n- Left, right (2026-11-25)\n";
  writeFileSync(join(root, "topics/safe.md"), safe);
  await loci.index.refresh();
  const [away, atHome] = [as({ isAtHome: false }), as({})];
  for (const path of ["/api/facts?topic=home", "/api/facts?q=alarm", "/api/recall?q=alarm+code"]) {
    expect((await away("GET", path)).text, path).not.toContain("zz4711");
    expect((await away("GET", path)).text, path).toContain("red");
    expect((await atHome("GET", path)).text, path).toContain("zz4711");
  }
  const { facts, total } = JSON.parse((await away("GET", "/api/facts?topic=home")).text);
  expect(total).toBe(facts.length);
  for (const path of ["/api/topics?all=1", "/api/recent"]) {
    expect((await away("GET", path)).text, path).not.toContain("zz4711");
    expect((await away("GET", path)).text, path).toContain("home");
    expect((await atHome("GET", path)).text, path).toContain("zz4711");
  }
  await atHome("PUT", "/api/facts/code", { text: "The alarm code is zz4712" });
  expect((await away("GET", "/api/undo")).text).not.toContain("zz471");
  await atHome("PUT", "/api/facts/code", { text: "The alarm code is zz4711" });
  expect((await away("GET", "/api/facts/code")).status).toBe(404);
  expect((await atHome("GET", "/api/facts/code")).status).toBe(200);
});
