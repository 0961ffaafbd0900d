import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeFiles } from "../temp.ts";
import { serveVault } from "./serve-vault.ts";

test("a conversation goes on by its session, is looked at, changed, ended and removed", async () => {
  const { ask, chat } = await serveVault();
  expect((await ask("GET", "/api/sessions")).body).toEqual({ sessions: [] });
  const first = await chat({ message: "which rice for paella?", person: "ana", language: "en" });
  const { id } = first[0];
  const at = `/api/sessions/${id}`;
  expect(first[0]).toMatchObject({ type: "session", person: "ana", resumed: false });
  const second = await chat({ message: "From now on we use arborio.", session: id });
  expect(second[0]).toMatchObject({ type: "session", id, person: "ana", resumed: true });

  const listed = (await ask("GET", "/api/sessions?person=ana&agent=loci")).body.sessions;
  expect(listed).toMatchObject([{ id, person: "ana", agent: "loci", mode: "text" }]);
  expect(listed[0].startedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect((await ask("GET", "/api/sessions?person=ben")).body.sessions).toEqual([]);
  const changed = await ask("PUT", at, { mode: "voice", language: "Catalan" });
  expect(changed.body.session).toMatchObject({ id, mode: "voice", language: "ca" });
  const { messages, events, context } = (await ask("GET", at)).body;
  expect(messages[0]).toMatchObject({ role: "user", content: "which rice for paella?" });
  expect(events).toContainEqual(expect.objectContaining({ type: "mode", to: "voice" }));
  expect(context.recalled.length).toBeGreaterThan(0);
  expect((await ask("DELETE", `${at}/thread?agent=loci`)).body.messages).toBeGreaterThan(1);
  expect((await ask("GET", `${at}/messages`)).body.total).toBe(0);

  const ended = (await ask("POST", `${at}/end`)).body;
  expect(ended).toMatchObject({ type: "digest", session: id });
  expect((await ask("POST", `${at}/end`)).body.status).toBe("nothing");
  expect((await ask("PUT", at, { mode: "text" })).status).toBe(404);
  expect((await ask("DELETE", at)).body).toEqual({ removed: 1 });
  for (const method of ["DELETE", "GET"]) expect((await ask(method, at)).status).toBe(404);
});

test("a conversation that another program holds is kept, read in parts and digested", async () => {
  const { ask, root } = await serveVault();
  const begun = await ask("POST", "/api/sessions", { person: "ana", mode: "voice" });
  expect(begun).toMatchObject({
    status: 201,
    body: { session: { person: "ana", mode: "voice", state: "idle" } },
  });
  const at = `/api/sessions/${begun.body.session.id}`;
  for (const [role, content] of [
    ["user", "My locker at the pool is number 41."],
    ["assistant", "Noted."],
    ["user", "My email is ana@example.org"],
  ]) {
    const { status, body } = await ask("POST", `${at}/messages`, { role, content });
    expect([status, body.message]).toMatchObject([201, { role, content, mode: "voice" }]);
  }
  const page = (await ask("GET", `${at}/messages?limit=2&page=2`)).body;
  expect(page).toMatchObject({ page: 2, limit: 2, total: 3, next: null });
  expect(page.messages).toEqual([expect.objectContaining({ id: 3, hasPrivateData: true })]);
  const only = (await ask("GET", `${at}/messages?agent=loci&role=assistant&mode=voice`)).body;
  expect([only.total, only.messages[0].content]).toEqual([1, "Noted."]);
  for (const none of ["agent=chef", "role=tool", "mode=text"])
    expect((await ask("GET", `${at}/messages?${none}`)).body.total).toBe(0);
  const { context } = (await ask("GET", `${at}/context?limit=1`)).body;
  expect(context).toMatchObject({ messages: [{ id: 3 }], agents: ["loci"], handoff: null });
  const ended = await ask("POST", `${at}/end`);
  expect(ended.body).toMatchObject({ type: "digest", status: "digested" });
  const { file } = ended.body.outcomes[0];
  expect(readFileSync(join(root, file), "utf8")).toContain("41");
  const late = { role: "user", content: "One more" };
  expect((await ask("POST", `${at}/messages`, late)).status).toBe(404);
});

test("a message takes the conversation along to its mode and language, which its events tell", async () => {
  const { ask } = await serveVault();
  const { session } = (await ask("POST", "/api/sessions", {})).body;
  const at = `/api/sessions/${session.id}`;
  const said = { role: "user", content: "Hola", mode: "voice", language: "es" };
  await ask("POST", `${at}/messages`, said);
  expect((await ask("GET", at)).body.session).toMatchObject({ mode: "voice", language: "es" });
  expect((await ask("GET", `${at}/events`)).body.events).toMatchObject([
    { type: "mode", from: "text", to: "voice" },
    { type: "language", from: "en", to: "es" },
  ]);
  expect((await ask("GET", `${at}/events?type=mode`)).body.events).toHaveLength(1);
  const last = (await ask("GET", `${at}/events?limit=1`)).body.events;
  expect(last).toMatchObject([{ type: "language" }]);
  expect((await ask("GET", `${at}/context?recalled=false`)).body.context.recalled).toEqual([]);
});

test("conversations are removed by day, person, agent or all, with their transcripts", async () => {
  const { loci, ask, chat } = await serveVault({ LOCI_PRIVACY_SAVE_TRANSCRIPTS: "true" });
  const ids: string[] = [];
  for (const [message, person] of [
    ["From now on we use arborio.", "ana"],
    ["I like zorblax.", "ben"],
    ["I like tea.", "ana"],
  ]) {
    const [{ id }] = await chat({ message, person });
    await ask("POST", `/api/sessions/${id}/end`);
    ids.push(id);
  }
  const transcripts = () => readdirSync(join(loci.root, "conversations"));
  expect(transcripts()).toHaveLength(3);
  expect((await ask("DELETE", `/api/sessions/${ids[0]}`)).body).toEqual({ removed: 1 });
  expect((await ask("DELETE", "/api/sessions", { person: "ben" })).body).toEqual({ removed: 1 });
  const wrong = [
    {},
    { all: false },
    { day: "2026-02-12", all: true },
    { day: "2026-02-30" },
    { id: 1 },
  ];
  for (const body of wrong)
    expect((await ask("DELETE", "/api/sessions", body)).status, JSON.stringify(body)).toBe(400);
  expect(transcripts()).toEqual([expect.stringContaining(ids[2] ?? "?")]);
  expect((await ask("DELETE", "/api/sessions", { day: "2001-01-01" })).body.removed).toBe(0);
  expect((await ask("DELETE", "/api/sessions", { all: true })).body).toEqual({ removed: 1 });
  expect(transcripts()).toEqual([]);
});

test("what is wrong is refused before anything is said or begun", async () => {
  const { ask } = await serveVault();
  for (const [path, body, status] of [
    ["/api/chat", { session: "nope" }, 404],
    ["/api/chat", { agent: "nobody" }, 404],
    ["/api/chat", { person: "../../etc" }, 400],
    ["/api/chat", { language: "klingon" }, 400],
    ["/api/sessions", { end: true }, 400],
    ["/api/sessions", { mode: "song" }, 400],
    ["/api/sessions", { agent: "nobody" }, 404],
  ] as const) {
    const sent = path === "/api/chat" ? { message: "hello", ...body } : body;
    const answer = await ask("POST", path, sent);
    expect([answer.status, answer.body.error.message]).toEqual([
      status,
      expect.stringMatching(/^Cannot /),
    ]);
  }
  expect((await ask("GET", "/api/sessions")).body).toEqual({ sessions: [] });
  const { session } = (await ask("POST", "/api/sessions", { person: "ana" })).body;
  for (const [method, part, body] of [
    ["POST", "/messages", { role: "tool", content: "x" }],
    ["POST", "/messages", { role: "user", content: "" }],
    ["PUT", "", { mode: "morse" }],
    ["GET", "/messages?page=0"],
    ["GET", "/context?limit=many"],
  ] as const)
    expect((await ask(method, `/api/sessions/${session.id}${part}`, body)).status).toBe(400);
  const other = { message: "hi", session: session.id, person: "ben" };
  expect((await ask("POST", "/api/chat", other)).status).toBe(400);
});

test("whom the device names speaks; a null and an empty person name nobody", async () => {
  const { root, chat, ask } = await serveVault({ LOCI_PERSON: "BEN" });
  const bike = "The blue bicycle is a surprise";
  writeFiles(root, {
    "people/ben/topics/gifts.md": `- ${bike} (2026-11-21)\n`,
    "people/joan.md": "- A note\n",
  });
  expect(await ask("GET", "/api/people")).toMatchObject({
    status: 200,
    body: { people: ["ana", "ben", "joan"], person: "ben" },
  });
  const said = async (who: object) =>
    JSON.stringify(await chat({ message: "which bicycle is blue?", ...who }));
  expect(await said({})).toContain(bike);
  const nobodys = await said({ person: null });
  expect(nobodys).toContain('"person":null');
  expect(nobodys).not.toContain(bike);
});
