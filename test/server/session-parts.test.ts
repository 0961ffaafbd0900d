import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serveVault } from "./serve-vault.ts";

test("a conversation that another program holds is kept, read in parts and digested", async () => {
  const { ask, root } = await serveVault();
  const begun = await ask("POST", "/api/sessions", { person: "ana", mode: "voice" });
  expect(begun).toMatchObject({
    status: 201,
    body: { session: { person: "ana", mode: "voice", state: "idle" } },
  });
  const at = `/api/sessions/${begun.body.session.id}`;
  const said = [
    ["user", "My locker at the pool is number 41."],
    ["assistant", "Noted."],
    ["user", "My email is ana@example.org"],
  ] as const;
  for (const [role, content] of said) {
    const { status, body } = await ask("POST", `${at}/messages`, { role, content });
    expect([status, body.message]).toEqual([
      201,
      expect.objectContaining({ role, content, mode: "voice", language: "en", agent: "loci" }),
    ]);
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
  expect(ended.body.learned.map(({ text }: { text: string }) => text).join()).toContain("41");
  const { file } = ended.body.learned[0];
  expect(readFileSync(join(root, file), "utf8")).toContain("41");
});

test("a message takes the conversation along to its mode and language, which its events tell", async () => {
  const { ask } = await serveVault();
  const { session } = (await ask("POST", "/api/sessions", {})).body;
  const at = `/api/sessions/${session.id}`;
  await ask("POST", `${at}/messages`, {
    role: "user",
    content: "Hola",
    mode: "voice",
    language: "es",
  });
  expect((await ask("GET", at)).body.session).toMatchObject({ mode: "voice", language: "es" });
  expect((await ask("GET", `${at}/events`)).body.events).toMatchObject([
    { type: "mode", from: "text", to: "voice" },
    { type: "language", from: "en", to: "es" },
  ]);
  expect((await ask("GET", `${at}/events?type=mode`)).body.events).toHaveLength(1);
  expect((await ask("GET", `${at}/events?limit=1`)).body.events).toMatchObject([
    { type: "language" },
  ]);
  expect((await ask("GET", `${at}/context?recalled=false`)).body.context.recalled).toEqual([]);
  const changed = await ask("PUT", at, { mode: "text" });
  expect(changed.body.session).toMatchObject({ mode: "text", language: "es" });
  expect((await ask("DELETE", at)).body).toEqual({ removed: 1 });
  expect((await ask("GET", at)).status).toBe(404);
});

test.each([
  ["POST", "/messages", { role: "tool", content: "x" }, 400],
  ["POST", "/messages", { role: "user", content: "" }, 400],
  ["POST", "/messages", { role: "user", content: "x", language: "klingon" }, 400],
  ["PUT", "", {}, 400],
  ["PUT", "", { mode: "morse" }, 400],
  ["GET", "/messages?page=0", undefined, 400],
  ["GET", "/context?limit=many", undefined, 400],
  ["GET", "/nothing", undefined, 404],
  ["DELETE", "/end", undefined, 405],
] as const)("%s %s of %j is refused, and nothing is kept", async (method, part, body, status) => {
  const { ask } = await serveVault();
  const { session } = (await ask("POST", "/api/sessions", {})).body;
  const answer = await ask(method, `/api/sessions/${session.id}${part}`, body);
  expect([answer.status, answer.body.error.message]).toEqual([
    status,
    expect.stringMatching(/^Cannot /),
  ]);
  expect((await ask("GET", `/api/sessions/${session.id}`)).body.messages).toEqual([]);
});

test("what is over takes no message; what is not there has no parts", async () => {
  const { ask } = await serveVault();
  const { session } = (await ask("POST", "/api/sessions", {})).body;
  await ask("POST", `/api/sessions/${session.id}/messages`, { role: "user", content: "Bye" });
  await ask("POST", `/api/sessions/${session.id}/end`);
  const late = { role: "user", content: "One more" };
  for (const id of [session.id, "01M8DW8AVYPVG619MST4K9HCW4"]) {
    expect((await ask("POST", `/api/sessions/${id}/messages`, late)).status).toBe(404);
  }
  expect((await ask("POST", "/api/sessions", { end: true })).status).toBe(400);
  expect((await ask("POST", "/api/sessions", { agent: "nobody" })).status).toBe(404);
});
