import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type MadeToken, openMadeTokens } from "../../src/server/made-tokens.ts";
import { initGit } from "../init-git.ts";
import { useFixture } from "../temp.ts";
import { serveVault } from "./serve-vault.ts";

const home = "topics/home.md";

/** A vault whose home is Ana's and Ben's, and tokens to ask it with. */
async function serveHome() {
  const vault = useFixture("starter");
  initGit(vault);
  const served = await serveVault({}, vault);
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
  const tokens = openMadeTokens(loci.device.vaultFolder, Date.now);
  const as = (wish: Partial<MadeToken> = {}) => {
    const name = `t${tokens.list().length}`;
    const token = tokens.make({ name, person: "ana", mayWrite: true, ...wish });
    return async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(new URL(path, url), { method, headers, ...sent });
      return { status: answer.status, text: await answer.text() };
    };
  };
  return { ...served, tokens, as, read: () => readFileSync(join(root, home), "utf8") };
}

test.each([
  "The lamp [person:: ben] is new",
  "The lamp (person:: ben) is new",
  "The lamp ［person：：ben］ is new",
])("words such as %j make nothing another's own", async (text) => {
  const { as, read } = await serveHome();
  const ask = as({ person: "ana" });
  const before = read();
  const changed = await ask("PUT", "/api/facts/lamp", { text });
  expect([changed.status, changed.text]).toEqual([400, expect.stringMatching(/whose own it is/)]);
  expect(read()).toBe(before);
  const saved = JSON.parse((await ask("POST", "/api/facts", { text, topic: "Lamps" })).text);
  const fact = JSON.parse((await ask("GET", `/api/facts/${saved.id}`)).text);
  expect(fact).toMatchObject({ file: "people/ana/topics/lamps.md", person: "ana" });
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
  const changed = await as()("PUT", "/api/facts/lamp", { text: "y".repeat(4_001) });
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

test("banks are counted as a token may know them", async () => {
  const { as, root, loci } = await serveHome();
  const entries = async (person: string): Promise<object> =>
    JSON.parse((await as({ person, mayWrite: false })("GET", "/api/memory-banks")).text).banks;
  const before = await entries("ana");
  mkdirSync(join(root, "agents/concierge/topics"), { recursive: true });
  writeFileSync(join(root, "agents/concierge/topics/plan.md"), "- Its own plan [bank:: Work]\n");
  writeFileSync(join(root, "people/ana/topics/odd.md"), "- Odd [person:: ben] [bank:: Work]\n");
  await loci.index.refresh();
  expect(await entries("ana")).toEqual(before);
});

test("many calls of MCP in one are refused: they would count as one", async () => {
  const { as } = await serveHome();
  const call = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const answer = await as({ person: "ana" })("POST", "/mcp", [call, { ...call, id: 2 }]);
  expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(/one by one/)]);
});

test("a memory that is changed stays secret, and becomes it where a key is in its words", async () => {
  const { as, ask: asOwner, read, root, loci } = await serveHome();
  const text = `The lamp's key is ghp_${"a1B2".repeat(9)}`;
  expect((await as()("PUT", "/api/facts/lamp", { text })).status).toBe(200);
  expect(read()).toContain(`- ${text} [sensitivity:: secret] ^lamp`);
  writeFileSync(join(root, home), "- The code [sensitivity:: secret] is 9 ^code\n");
  await loci.index.refresh();
  const code = { text: "The code is 8" };
  expect((await as()("PUT", "/api/facts/code", code)).status).toBe(404);
  expect((await asOwner("PUT", "/api/facts/code", code)).status).toBe(200);
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
    ["I live in Reus \\(person:: ben) now", "ana"],
    ["I play chess \\[person:: ben] on Mondays", "ana"],
  ]);
});

/** Its home has an alarm whose code is secret, and a safe that is secret as a whole. */
async function serveAlarm() {
  const served = await serveHome();
  const { root, loci } = served;
  const lines = ["- The alarm code is zz4711 [sensitivity:: secret] ^code", "- The alarm is red\n"];
  writeFileSync(join(root, home), lines.join("\n"));
  const safe =
    "---\ntitle: Safe\nsummary: opens by zz4711\nsensitivity: secret\n---\n\n- Left, right (2026-11-25)\n";
  writeFileSync(join(root, "topics/safe.md"), safe);
  await loci.index.refresh();
  const asOwner = async (method: string, path: string, body?: object) => {
    const { status, body: answer } = await served.ask(method, path, body);
    return { status, text: JSON.stringify(answer) };
  };
  return { ...served, asOwner };
}

test("a token reads nothing that is marked as secret", async () => {
  const { as, asOwner } = await serveAlarm();
  const ana = as();
  for (const path of ["/api/facts?topic=home", "/api/facts?q=alarm", "/api/recall?q=alarm+code"]) {
    expect((await ana("GET", path)).text, path).not.toContain("zz4711");
    expect((await ana("GET", path)).text, path).toContain("red");
    expect((await asOwner("GET", path)).text, path).toContain("zz4711");
  }
  const { facts, total } = JSON.parse((await ana("GET", "/api/facts?topic=home")).text);
  expect(total).toBe(facts.length);
  for (const path of ["/api/topics?all=1", "/api/recent"]) {
    expect((await ana("GET", path)).text, path).not.toContain("zz4711");
    expect((await ana("GET", path)).text, path).toContain("home");
    expect((await asOwner("GET", path)).text, path).toContain("zz4711");
  }
  expect((await ana("GET", "/api/facts/code")).status).toBe(404);
  expect((await asOwner("GET", "/api/facts/code")).status).toBe(200);
});

test("a token talks as its person, and no answer holds what is secret", async () => {
  const { as, chat, asOwner } = await serveAlarm();
  const ana = as();
  const atHome = await chat({ message: "What is the alarm code?", person: "ana" });
  expect(JSON.stringify(atHome)).toContain("zz4711");
  const first = await ana("POST", "/api/chat", { message: "What is the alarm code?" });
  const session = /"type":"session","id":"(\w+)"/.exec(first.text)?.[1];
  const all = [first.text];
  for (const message of ["/topic safe", "What is in it?", "/why", "/forget alarm code", "no"]) {
    all.push((await ana("POST", "/api/chat", { message, session })).text);
  }
  const messages = [{ role: "user", content: "What is the alarm code?" }];
  all.push((await ana("POST", "/api/chat/completions", { messages })).text);
  for (const part of ["", "/messages", "/context", "/events"]) {
    all.push((await ana("GET", `/api/sessions/${session}${part}`)).text);
  }
  all.push((await ana("POST", `/api/sessions/${session}/end`, {})).text);
  expect(all.join("\n")).not.toContain("zz4711");
  expect((await asOwner("GET", "/api/facts/code")).status).toBe(200);
});

test("a token does not see, nor go on with, what its person said at home", async () => {
  const { as, chat } = await serveAlarm();
  const ana = as();
  const [{ id: session }] = await chat({ message: "What is the alarm code?", person: "ana" });
  expect((await ana("GET", "/api/sessions")).text).not.toContain(session);
  expect((await ana("GET", `/api/sessions/${session}/messages`)).status).toBe(404);
  expect((await ana("POST", "/api/chat", { message: "Again?", session })).status).toBe(404);
  const own = JSON.parse((await ana("POST", "/api/sessions", {})).text).session;
  expect((await ana("GET", "/api/sessions")).text).toContain(own.id);
  const [{ id, person }] = await chat({ message: "/topic safe", session: own.id });
  const goneOn = await chat({ message: "What is the alarm code?", session: id, person });
  expect(JSON.stringify(goneOn)).not.toContain("zz4711");
});
