import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { initGit } from "../init-git.ts";
import { useFixture } from "../temp.ts";
import { serveVault } from "./serve-vault.ts";

const home = "topics/home.md";

async function serveFacts() {
  const root = useFixture("starter");
  initGit(root);
  const served = await serveVault({}, root);
  writeFileSync(
    join(served.root, home),
    [
      "---\ntitle: Home\nbank: Personal\n---\n",
      "- Hangs the  spare key *by* the door (2026-01-05) [source:: 01J] #house",
      "- Hides the ring in the tin (2026-01-06) [person:: Ben]",
      "- The old lamp ^lamp",
      "- ~~The older lamp~~ [superseded:: lamp]\n",
    ].join("\n"),
  );
  await served.loci.index.refresh();
  const list = async (query = "") => (await served.ask("GET", `/api/facts${query}`)).body;
  const lines = () => readFileSync(join(served.root, home), "utf8").split("\n").slice(5);
  return { ...served, list, lines };
}

test("facts are listed newest first, a page at a time, without what is over or others' own", async () => {
  const { list } = await serveFacts();
  const all = await list("?topic=home");
  expect(all.facts).toEqual([
    {
      ...{ id: expect.stringMatching(/^\w{12}$/), text: "Hangs the spare key *by* the door" },
      ...{ topic: "home", file: home, line: 6, date: "2026-01-05", bank: "Personal" },
      ...{ protected: false, person: "" },
    },
    expect.objectContaining({ id: "lamp", text: "The old lamp", date: "" }),
  ]);
  expect(all).toMatchObject({ page: 1, limit: 50, total: 2, next: null });
  const first = await list("?topic=home&limit=1");
  expect(first).toMatchObject({ facts: [all.facts[0]], total: 2, next: 2 });
  expect(await list("?topic=home&limit=1&page=2")).toMatchObject({
    ...{ facts: [all.facts[1]], next: null },
  });
  expect((await list("?topic=home&page=9")).facts).toEqual([]);
  const ben = await list("?topic=home&person=ben");
  expect(ben.facts).toEqual([expect.objectContaining({ person: "ben", line: 7 })]);
});

test("a question lists what answers it, best first, and banks keep the others out", async () => {
  const { ask, list } = await serveFacts();
  await ask("POST", "/api/facts", { text: "Buys a lamp for the office", memory_bank: "Work" });
  const found = await list("?q=lamp");
  const texts = found.facts.map(({ text }: { text: string }) => text);
  expect(texts).toEqual(expect.arrayContaining(["Buys a lamp for the office", "The old lamp"]));
  expect(texts).toHaveLength(found.total);
  expect(found.total).toBeLessThan((await list()).total);
  expect((await list("?q=lamp&limit=1&page=2")).facts).toEqual([found.facts[1]]);
  expect((await list("?q=lamp&bank=work")).facts).toEqual([
    expect.objectContaining({ bank: "Work", text: "Buys a lamp for the office" }),
  ]);
  const unknown = await ask("GET", "/api/facts?bank=Wrok");
  expect([unknown.status, unknown.body.error.message]).toEqual([
    404,
    'Cannot use the bank "Wrok": there is no such bank; did you mean "Work"?',
  ]);
});

test("a fact is changed in its place: its words, bank and protection, as one step that is undone", async () => {
  const { ask, lines } = await serveFacts();
  const before = lines();
  const changed = await ask("PUT", "/api/facts/lamp", {
    ...{ text: "The new lamp", bank: "Work", protected: true },
  });
  expect([changed.status, changed.body]).toEqual([
    200,
    expect.objectContaining({ id: "lamp", text: "The new lamp", bank: "Work", protected: true }),
  ]);
  expect(lines()[2]).toBe("- The new lamp [bank:: Work] #protected ^lamp");
  expect([...lines().slice(0, 2), lines()[3]]).toEqual([...before.slice(0, 2), before[3]]);
  const { undoable } = (await ask("GET", "/api/undo")).body;
  expect((await ask("POST", "/api/undo", { id: undoable[0].id })).status).toBe(200);
  expect(lines()).toEqual(before);
});

test("a fact's id follows its words, and names one fact alone", async () => {
  const { ask, list, root, loci } = await serveFacts();
  const { id } = (await list("?q=spare+key")).facts[0];
  const changed = await ask("PUT", `/api/facts/${id}`, { text: "Hangs no key" });
  expect(changed.body.id).not.toBe(id);
  expect((await ask("GET", `/api/facts/${id}`)).status).toBe(404);
  expect((await ask("GET", `/api/facts/${changed.body.id}`)).body).toEqual(changed.body);
  writeFileSync(join(root, "topics/attic.md"), "- The attic lamp ^lamp\n");
  await loci.index.refresh();
  for (const [method, body] of [["GET"], ["PUT", { text: "x" }], ["DELETE"]] as const) {
    const twice = await ask(method, "/api/facts/lamp", body);
    expect([twice.status, twice.body.error.message]).toEqual([
      400,
      'Cannot find the memory "lamp": it stands in two files',
    ]);
  }
});

test("whoever is named sees, changes and forgets what is theirs, and nobody else's", async () => {
  const { ask, list, lines } = await serveFacts();
  const [{ id }] = (await list("?topic=home&person=ben")).facts;
  for (const who of ["", "?person=", "?person=ana"])
    for (const [method, body] of [["GET"], ["PUT", { text: "x" }], ["DELETE"]] as const)
      expect((await ask(method, `/api/facts/${id}${who}`, body)).status).toBe(404);
  const changed = await ask("PUT", `/api/facts/${id}?person=ben`, { text: "Hides it in the jar" });
  expect(changed.body).toMatchObject({ text: "Hides it in the jar", person: "ben", line: 7 });
  const asBen = `/api/facts/${changed.body.id}?person=Ben`;
  expect((await ask("GET", asBen)).body).toEqual(changed.body);
  expect((await ask("DELETE", asBen)).body).toEqual(changed.body);
  expect((await ask("DELETE", asBen)).status).toBe(404);
  expect(lines().join("\n")).not.toContain("jar");
  expect(lines().join("\n")).toContain("The old lamp");
});

test.each([
  ["/api/facts/lamp", {}, 'Cannot change the memory "lamp": send "text", "bank" or "protected"'],
  ["/api/facts/lamp", { text: "  " }, 'Cannot use the field "text": it is empty'],
  ["/api/facts/..%2f..%2floci.yaml", { text: "x" }, /there is none of that id/],
  ["/api/facts/%ff", { text: "x" }, /there is none of that id/],
  ["/api/facts/", { text: "x" }, /there is no such address/],
])("PUT %s of %j says what is wrong", async (path, body, message) => {
  const { ask, lines } = await serveFacts();
  const before = lines();
  const answer = await ask("PUT", path, body);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.body.error.message).toMatch(message);
  expect(lines()).toEqual(before);
});

test("banks are counted as their viewer sees them, and agents are named", async () => {
  const { ask, loci } = await serveFacts();
  const banks = async (query = "") => (await ask("GET", `/api/memory-banks${query}`)).body.banks;
  const counted = (list: { name: string; entries: number }[]) =>
    list.find(({ name }) => name === "Personal")?.entries ?? 0;
  for (const person of ["ben", ""]) {
    const asked = { bank: "Personal", page: 1, limit: 1 };
    const { total } = await loci.memory.list({ person: person || null }, asked);
    expect(counted(await banks(`?person=${person}`))).toBe(total);
  }
  expect((await banks()).filter(({ isDefault }: { isDefault: boolean }) => isDefault)).toHaveLength(
    1,
  );
  expect((await ask("GET", "/api/agents")).body).toMatchObject({
    agents: [{ id: "loci", isFirst: true }, { id: "concierge" }],
  });
});

test("a fact whose file is moved while it is changed is there or not: nothing fails", async () => {
  const { ask, root } = await serveFacts();
  const [here, there] = [join(root, home), join(root, "topics/house.md")];
  let isOver = false;
  const moving = (async () => {
    for (let i = 0; !isOver; i++) {
      renameSync(...((i % 2 === 0 ? [here, there] : [there, here]) as [string, string]));
      await wait(3);
    }
  })().catch(() => {}); // The change has written it anew.
  const seen = new Set<number>();
  for (let i = 0; i < 40; i++)
    seen.add((await ask("PUT", "/api/facts/lamp", { text: `The lamp ${i}` })).status);
  isOver = true;
  await moving;
  expect([...seen].filter((status) => ![200, 400, 404, 409].includes(status))).toEqual([]);
});
