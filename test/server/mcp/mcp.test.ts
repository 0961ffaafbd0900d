import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { writeFiles } from "../../temp.ts";
import { call, eras, overStdio, served } from "./mcp-client.ts";

const kinds = eras.flatMap(([name, era]) =>
  (["stdio", "http"] as const).map((how) => [how, name, era] as const),
);

test.each(kinds)("over %s, a client %s lists and calls every tool", async (how, _, era) => {
  const { root, overHttp, read } = await served();
  const client = how === "http" ? await overHttp(era) : await overStdio(root, era);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    ...["recall", "read_topic", "list_topics", "recent", "context"],
    ...["remember", "forget", "edit_entry"],
  ]);
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint === true)).toHaveLength(5);
  const rice = await call(client, "recall", { query: "which rice for paella?", k: 1 });
  expect(rice.text).toMatch(
    /^Prefers bomba rice for paella \(2026-02-12\) \[topics\/cooking\.md:\d+, id \w+\]$/,
  );
  expect(rice.data.hits).toMatchObject([
    { text: "Prefers bomba rice for paella", bank: "Personal" },
  ]);
  expect((await call(client, "read_topic", { topic: "cooking" })).text).toContain("bomba rice");
  expect((await call(client, "list_topics")).data.topics).toContainEqual(
    expect.objectContaining({ topic: "cooking", file: "topics/cooking.md" }),
  );
  expect((await call(client, "recent", { limit: 2 })).data.recent).toHaveLength(2);
  expect((await call(client, "context", { query: "paella" })).text).toMatch(
    /^## Known of the person\n- [\s\S]+\n## Remembered of it\n- [\s\S]+\n## Lately\n- /,
  );

  const key = { text: "The spare key hangs behind the green door", topic: "home" };
  const saved = await call(client, "remember", key);
  expect(saved.data).toMatchObject({ status: "saved", text: key.text });
  expect((await call(client, "remember", key)).data).toMatchObject({ status: "known" });
  const { file, id } = saved.data as { file: string; id: string };
  const edited = await call(client, "edit_entry", {
    id,
    text: "The key hangs by the blue door",
    bank: "Work",
  });
  expect(read(file)).toMatch(/- The key hangs by the blue door .*\[bank:: Work\]/);
  expect((await call(client, "forget", { id: edited.data.id })).text).toBe(
    "Forgotten: The key hangs by the blue door",
  );
  // It was the only line of the topic that it had made.
  expect(existsSync(join(root, file))).toBe(false);
});

test.each(kinds)(
  "over %s, a client %s reads topics as resources, and prompts",
  async (how, _, era) => {
    const { root, overHttp } = await served({ "topics/weird name.md": "- Likes spaces\n" });
    const client = how === "http" ? await overHttp(era) : await overStdio(root, era);
    const { resources } = await client.listResources();
    expect(resources).toContainEqual(expect.objectContaining({ uri: "loci://topics/cooking" }));
    const weird = resources.find(({ name }) => name === "weird name");
    const { contents } = await client.readResource({ uri: weird?.uri ?? "" });
    expect(contents).toMatchObject([
      { mimeType: "text/markdown", text: expect.stringContaining("- Likes spaces") },
    ]);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual([
      ...["start_session", "end_session"],
    ]);
    const started = await client.getPrompt({
      name: "start_session",
      arguments: { subject: "paella" },
    });
    expect(JSON.stringify(started.messages)).toContain("Paella for four");
  },
);

const secrets = {
  "topics/safe.md":
    "---\ntitle: Safe\n---\n\n- The safe code is zorblax [sensitivity:: secret]\n- The safe is brown\n",
  "topics/zorblax.md": "---\nsensitivity: secret\n---\n\n- The zorblax is at the bank\n",
  "people/ben/topics/gifts.md": "- The blue bicycle is a surprise\n",
};

test("a model elsewhere gets nothing secret by any tool, resource or prompt; one at home does", async () => {
  const { root, overHttp } = await served(secrets);
  const askAll = async (client: Client): Promise<string> => {
    const said = [
      await call(client, "recall", { query: "what is the safe code? zorblax", limit: 50 }),
      await call(client, "read_topic", { topic: "safe" }),
      await call(client, "read_topic", { topic: "zorblak" }),
      await call(client, "list_topics"),
      await call(client, "context", { query: "safe code zorblax", budget_tokens: 20_000 }),
      await client.listResources(),
      await client.getPrompt({ name: "start_session", arguments: { subject: "safe code" } }),
    ];
    return JSON.stringify(said);
  };
  const far = await askAll(await overHttp("legacy"));
  expect(far).toContain("The safe is brown");
  expect(far).not.toContain("zorblax");
  expect(await askAll(await overStdio(root, "legacy"))).not.toContain("zorblax");
  expect(await askAll(await overStdio(root, "legacy", "--at-home"))).toContain("zorblax");
});

test("who asks is said in the address or by a flag, and sees what is theirs and nobody else's", async () => {
  const { root, overHttp, read } = await served(secrets);
  const bike = async (client: Client) =>
    (await call(client, "recall", { query: "blue bicycle" })).text.includes("surprise");
  expect(await bike(await overHttp("legacy"))).toBe(false);
  expect(await bike(await overHttp("legacy", "?person=ana"))).toBe(false);
  expect(await bike(await overStdio(root, "legacy", "--person", "ana"))).toBe(false);
  const ben = await overHttp("legacy", "?person=ben");
  expect(await bike(ben)).toBe(true);
  const { data } = await call(ben, "remember", { text: "Rides to work on Mondays" });
  expect(data.file).toMatch(/^people\/ben\//);
  expect(read(data.file)).toContain("Rides to work on Mondays");
  const other = await overHttp("legacy", "?person=ana");
  for (const [name, args] of [
    ["forget", { id: data.id }],
    ["edit_entry", { id: data.id, text: "Never rides" }],
  ] as const) {
    expect(await call(other, name, args)).toMatchObject({ isError: true, text: /NOT_FOUND/ });
  }
  await expect(overHttp("legacy", "?persn=ben")).rejects.toThrow();
});

test("a token of one person opens no tool or resource for another", async () => {
  const files = { "people/ben/topics/gifts.md": "- A blue bicycle\n" };
  const { tokenOf, overHttp } = await served(files);
  const ana = { authorization: `Bearer ${tokenOf("ana")}` };
  const ben = { authorization: `Bearer ${tokenOf("ben")}` };
  const look = async (headers: Record<string, string>) => {
    const client = await overHttp("legacy", "", headers);
    const read = await call(client, "read_topic", { topic: "gifts" });
    return JSON.stringify([read, (await client.listResources()).resources]);
  };
  expect(await look(ben)).toMatch(/blue bicycle.*topics\/gifts/);
  expect(await look(ana)).not.toMatch(/blue bicycle|topics\/gifts"/);
  await expect(overHttp("legacy", "?person=ben", ana)).rejects.toThrow();
  await expect(overHttp("legacy", "?agent=concierge", ana)).rejects.toThrow();
});

test("what is wrong is an answer that the model can act on", async () => {
  const { root, overHttp } = await served({ "loci.yaml": "timezone: UTC\n" });
  const client = await overHttp("legacy");
  expect(await call(client, "remember", { text: "x y z", date: "2026-13-01" })).toMatchObject({
    isError: true,
    text: expect.stringContaining("BAD_DATE: Cannot use the date"),
  });
  expect(await call(client, "edit_entry", { id: "nothing" })).toMatchObject({ isError: true });
  expect(await call(client, "forget", { id: "nothing" })).toMatchObject({ isError: true });
  expect(await call(client, "recall", { query: "" })).toMatchObject({ isError: true });
  expect(await call(client, "recall", { query: "rice", bank: "Wrok" })).toMatchObject({
    isError: true,
    text: expect.stringContaining("Work"),
  });
  const short = await call(client, "context", { query: "rice", budget_tokens: 50 });
  expect(short.text.length).toBeLessThanOrEqual(200);
  writeFiles(root, { "loci.yaml": "privacy:\n  enabled: false\n" });
  const off = await overStdio(root, "legacy");
  for (const name of ["context", "list_topics"]) {
    expect(await call(off, name)).toMatchObject({
      isError: true,
      text: /privacy\.enabled is false/,
    });
  }
  expect(await call(off, "remember", { text: "Anything at all" })).toMatchObject({ isError: true });
});

test("recall answers in words: no link, embed or emphasis of Markdown", async () => {
  const line = "- [[pebre|Pebre]] eats **dry** food ![[cat.jpg]]\n";
  const { overHttp } = await served({ "topics/cat.md": line });
  const query = { query: "what does Pebre eat?", k: 1 };
  const { text, data } = await call(await overHttp("legacy"), "recall", query);
  expect(text).toMatch(/^Pebre eats dry food \[topics/);
  expect(data.hits).toMatchObject([{ text: "Pebre eats dry food" }]);
});

test("forget takes away all lines of one text", async () => {
  const twice = {
    "topics/a.md": "- Has a kayak\n",
    "topics/b.md": "- Has a kayak\n- Has a tent\n",
  };
  const { overHttp, read } = await served(twice);
  const client = await overHttp("legacy");
  const { data } = await call(client, "recall", { query: "kayak" });
  const [{ id }] = data.hits as [{ id: string }];
  expect((await call(client, "forget", { id })).text).toBe("Forgotten: Has a kayak");
  expect([read("topics/a.md"), read("topics/b.md")]).toEqual(["", "- Has a tent\n"]);
});

test("what looks like a key is saved as a secret, and not told again", async () => {
  const { root, read } = await served();
  const client = await overStdio(root, "legacy");
  const text = "The deploy key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ";
  const { data } = await call(client, "remember", { text });
  expect(read(data.file)).toMatch(/sk-proj-.*\[sensitivity:: secret\]/);
  expect((await call(client, "recall", { query: "deploy key" })).text).not.toContain("sk-proj");
});

test("/mcp answers no other origin, and takes no large body or other format", async () => {
  const { address, token } = await served();
  const status = async (body: string, more: Record<string, string> = {}) => {
    const json = { "content-type": "application/json", authorization: `Bearer ${token}` };
    return (await fetch(address, { method: "POST", headers: { ...json, ...more }, body })).status;
  };
  expect(await status("{}", { origin: "http://evil.example" })).toBe(403);
  expect(await status(`"${"x".repeat(70_000)}"`)).toBe(413);
  expect(await status("{")).toBe(406);
});
