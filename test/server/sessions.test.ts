import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LociError } from "../../src/errors.ts";
import { serve } from "./serve.ts";
import { serveVault } from "./serve-vault.ts";

const json = { "content-type": "application/json" };
const remove = (body: object): RequestInit => ({
  method: "DELETE",
  headers: json,
  body: JSON.stringify(body),
});

test("conversations are listed, shown, ended, changed and removed", async () => {
  const { ask, post, loci } = await serve();
  const said = async (answer: Promise<Response>) => [
    (await answer).status,
    await (await answer).json(),
  ];
  expect(await said(ask("/api/sessions"))).toEqual([
    200,
    { sessions: [{ id: "01A", person: "ana", state: "active" }] },
  ]);
  expect(await said(ask("/api/sessions/01A"))).toMatchObject([200, { session: { id: "01A" } }]);
  expect(await said(post("/api/sessions/01A/end", {}))).toEqual([200, { status: "digested" }]);
  const change = { mode: "voice", language: "ca" };
  await ask("/api/sessions/01A", { method: "PUT", headers: json, body: JSON.stringify(change) });
  expect(await said(ask("/api/sessions", remove({ day: "2026-02-12" })))).toEqual([
    200,
    { removed: 2 },
  ]);
  await ask("/api/sessions", remove({ all: true }));
  await ask("/api/sessions/01A", { method: "DELETE" });
  await ask("/api/sessions?person=ana&agent=chef");
  const scope = { day: "2026-02-12", person: "ana" };
  expect(await said(ask("/api/sessions", remove(scope)))).toEqual([200, { removed: 2 }]);
  expect(loci.sessionsAsked).toEqual([
    ["list", {}],
    ["read", "01A", {}],
    ["end", "01A", false],
    ["change", "01A", { mode: "voice", language: "ca" }],
    ["remove", { day: "2026-02-12" }],
    ["remove", "all"],
    ["remove", { id: "01A" }],
    ["list", { person: "ana", agent: "chef" }],
    ["remove", { day: "2026-02-12", person: "ana" }],
  ]);
});

test.each([
  ["POST", { end: true }],
  ["POST", { id: "01A" }],
  ["POST", { mode: "song" }],
  ["DELETE", {}],
  ["DELETE", { all: false }],
  ["DELETE", { day: "2026-02-12", all: true }],
  ["DELETE", { day: "2026-02-30" }],
  ["DELETE", { day: "yesterday" }],
  ["DELETE", { andLearned: true, all: true }],
  ["DELETE", { id: "01A" }],
])("%s /api/sessions %j is refused, and nothing is done", async (method, body) => {
  const { ask, loci } = await serve();
  const answer = await ask("/api/sessions", { method, headers: json, body: JSON.stringify(body) });
  const { error } = Object(await answer.json());
  expect([answer.status, error.code]).toEqual([400, "BAD_INPUT"]);
  expect(loci.sessionsAsked).toEqual([]);
});

test("/api/sessions asks for token and origin, and tells what it takes", async () => {
  const { base, ask, loci } = await serve();
  const methods = ["GET", "POST", "DELETE"];
  for (const method of methods) {
    const init = { method, headers: json, ...(method === "GET" ? {} : { body: '{"all":true}' }) };
    expect((await fetch(`${base}/api/sessions`, init)).status).toBe(401);
    const foreign = { ...init, headers: { ...json, origin: "http://evil.example" } };
    expect((await ask("/api/sessions", foreign)).status).toBe(403);
  }
  const put = await ask("/api/sessions", { method: "PUT", headers: json, body: "{}" });
  expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD, POST, DELETE"]);
  expect(loci.sessionsAsked).toEqual([]);
  loci.failure = new LociError("NOT_FOUND", "Cannot find the conversation");
  expect((await ask("/api/sessions/x")).status).toBe(404);
});

test("a conversation goes on by its session, is looked at, changed, ended and removed", async () => {
  const { ask, chat } = await serveVault();
  expect((await ask("GET", "/api/sessions")).body).toEqual({ sessions: [] });
  const first = await chat({ message: "which rice for paella?", person: "ana", language: "en" });
  const { id } = first[0];
  const at = `/api/sessions/${id}`;
  expect(first[0]).toMatchObject({ type: "session", person: "ana", resumed: false });
  expect(first.at(-1)?.type).toMatch(/^(?:message|topic)$/);
  const second = await chat({ message: "From now on we use arborio.", session: id });
  expect(second[0]).toMatchObject({ type: "session", id, person: "ana", resumed: true });

  const listed = (await ask("GET", "/api/sessions")).body.sessions;
  expect(listed).toMatchObject([{ id, person: "ana", agent: "loci", mode: "text" }]);
  expect(listed[0].startedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const changed = await ask("PUT", at, { mode: "voice", language: "Catalan" });
  expect(changed.body.session).toMatchObject({ id, mode: "voice", language: "ca" });
  const { messages, events, context } = (await ask("GET", at)).body;
  expect(messages[0]).toMatchObject({ role: "user", content: "which rice for paella?" });
  expect(events).toContainEqual(expect.objectContaining({ type: "mode", to: "voice" }));
  expect(context.recalled.length).toBeGreaterThan(0);
  expect(Object.keys(context.slots).filter((name) => name.startsWith("."))).toEqual([]);

  const ended = (await ask("POST", `${at}/end`)).body;
  expect(ended).toMatchObject({ type: "digest", session: id });
  expect((await ask("POST", `${at}/end`)).body.status).toBe("nothing");
  expect((await ask("PUT", at, { mode: "text" })).status).toBe(404);
  expect((await ask("DELETE", at)).body).toEqual({ removed: 1 });
  expect((await ask("DELETE", at)).status).toBe(404);
  expect((await ask("GET", at)).status).toBe(404);
});

test("DELETE /api/sessions once left the transcripts of what it removed", async () => {
  const { loci, ask, chat } = await serveVault({ LOCI_PRIVACY_SAVE_TRANSCRIPTS: "true" });
  const ids: string[] = [];
  for (const message of ["From now on we use arborio.", "I like zorblax."]) {
    const [{ id }] = await chat({ message, person: "ana" });
    await ask("POST", `/api/sessions/${id}/end`);
    ids.push(id);
  }
  const transcripts = () => readdirSync(join(loci.root, "conversations"));
  expect(transcripts()).toHaveLength(2);
  expect((await ask("DELETE", `/api/sessions/${ids[0]}`)).body).toEqual({ removed: 1 });
  expect(transcripts()).toEqual([expect.stringContaining(ids[1] ?? "?")]);
  expect((await ask("DELETE", "/api/sessions", { all: true })).body).toEqual({ removed: 1 });
  expect(transcripts()).toEqual([]);
});

test.each([
  [{ session: "nope" }, 404],
  [{ agent: "nobody" }, 404],
  [{ person: "../../etc" }, 400],
  [{ language: "klingon" }, 400],
])("POST /api/chat with %j is refused before anything is said", async (wrong, status) => {
  const { ask } = await serveVault();
  const answer = await ask("POST", "/api/chat", { message: "hello", ...wrong });
  expect([answer.status, answer.body.error.message]).toEqual([
    status,
    expect.stringMatching(/^Cannot /),
  ]);
  expect((await ask("GET", "/api/sessions")).body).toEqual({ sessions: [] });
});

test("another person's conversation was gone on with by whoever knew its id", async () => {
  const { ask, chat } = await serveVault();
  const [{ id }] = await chat({ message: "hello", person: "ana" });
  const answer = await ask("POST", "/api/chat", { message: "hi", session: id, person: "ben" });
  expect(answer.status).toBe(400);
});
