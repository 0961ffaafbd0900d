import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { call, modern, served } from "./mcp-client.ts";

const memory = async (client: Client, args: object): Promise<string> =>
  (await call(client, "memory", { ...args })).text;

test("anthropic: a topic is a file that is viewed, edited, renamed and deleted line by line", async () => {
  const { overHttp, read, root } = await served();
  const client = await overHttp(modern, "?tools=anthropic");
  expect(await memory(client, { command: "view", path: "/memories" })).toMatch(
    /^Here're the files and directories up to 2 levels deep in \/memories, [\s\S]*\t\/memories\/cooking\.md/,
  );
  const path = "/memories/projects/bike_tour.md";
  const file_text = "# Bike tour\n\n## Plan\n- Leaves in May\n- Sleeps in huts\n";
  expect(await memory(client, { command: "create", path, file_text })).toBe(
    `File created successfully at: ${path}`,
  );
  const file = "topics/projects-bike-tour.md";
  expect(read(file)).toMatch(/- Bike tour .*\n- Plan .*\n- Leaves in May .*\n- Sleeps in huts/);
  expect(await memory(client, { command: "view", path, view_range: [3, 4] })).toMatch(
    /line numbers:\n {5}3\t- Leaves in May \(\d+-\d\d-\d\d\)\n {5}4\t- Sleeps in huts \([\d-]+\)$/,
  );
  const changed = { command: "str_replace", path, old_str: "in May", new_str: "in June" };
  expect(await memory(client, changed)).toMatch(/^The memory file has been edited[\s\S]*in June/);
  expect(read(file)).toContain("- Leaves in June (");
  expect(await memory(client, changed)).toContain("did not appear verbatim");
  expect(await memory(client, { ...changed, old_str: "e" })).toContain("Multiple occurrences");
  const insert = { command: "insert", path, insert_line: 1, insert_text: "Bob comes too\n" };
  expect(await memory(client, insert)).toContain("stand at the end of a topic");
  expect(read(file)).toMatch(/Sleeps in huts.*\n- Bob comes too/);
  const new_path = "/memories/tour.md";
  expect(await memory(client, { command: "rename", old_path: path, new_path })).toBe(
    `Successfully renamed ${path} to ${new_path}`,
  );
  expect(read(file)).toMatch(
    /title: Tour\n[\s\S]*aliases: \[Projects bike tour\]\n[\s\S]*# Tour\n/,
  );
  expect(await memory(client, { command: "view", path: new_path })).toContain("Bob comes too");
  const onto = { command: "rename", old_path: new_path, new_path: "/memories/cooking.md" };
  expect(await memory(client, onto)).toContain("already exists");
  expect(await memory(client, { command: "delete", path: new_path })).toBe(
    `Successfully deleted ${new_path}`,
  );
  expect(read(file)).not.toContain("huts");
  expect(await memory(client, { command: "view", path: new_path })).toContain("does not exist");
  expect(await memory(client, { command: "view", path: "/memories" })).not.toContain("tour.md");
  await runLoci(["undo", "--yes", "--vault", root]);
  expect(await memory(client, { command: "view", path: new_path })).toContain("huts");
  await memory(client, { command: "delete", path: new_path });
  const other = "/memories/other.md";
  await memory(client, { command: "create", path: other, file_text: "Something else" });
  await memory(client, { command: "rename", old_path: other, new_path });
  expect(await memory(client, { command: "view", path: new_path })).toMatch(
    /^Here's the content of \/memories\/tour.md with line numbers:\n {5}1\t- Something else/,
  );
});

test("anthropic: create says a file again, and leaves bytes and days of what stays", async () => {
  const { overHttp, read } = await served({
    "topics/tea.md": "- Likes green tea (2026-01-02)\n- Hates sugar (2026-01-03) [bank:: Work]\n",
  });
  const client = await overHttp("legacy", "?tools=anthropic");
  const path = "/memories/tea.md";
  await memory(client, { command: "create", path, file_text: "Hates milk\n- Likes green tea" });
  expect(read("topics/tea.md")).toMatch(
    /- Likes green tea \(2026-01-02\)\n- Hates milk \(2026-01-03\) \[bank:: Work\]\n$/,
  );
});

test.each([
  ["more lines", { command: "create", file_text: "Likes mint\nHates milk\nBoils it\nTwice" }],
  ["fewer lines", { command: "create", file_text: "Likes mint" }],
  ["another name", { command: "rename", new_path: "/memories/drinks.md" }],
])(
  "anthropic: what one call changes to %s, loci undo takes back as one step",
  async (_, change) => {
    const files = {
      "topics/tea.md": "- Likes green tea (2026-01-02)\n- Hates sugar (2026-01-03)\n",
      "people/ana/topics/tea.md": "---\ntitle: Tea\n---\n\n- Owns two pots (2026-01-04)\n",
    };
    const { overHttp, read, root } = await served(files);
    const client = await overHttp("legacy", "?tools=anthropic&person=ana");
    const path = "/memories/tea.md";
    await memory(client, { ...change, path, old_path: path });
    expect(read("topics/tea.md")).not.toBe(files["topics/tea.md"]);
    await runLoci(["undo", "--yes", "--vault", root]);
    for (const [file, text] of Object.entries(files)) expect(read(file)).toBe(text);
  },
);

test("anthropic: what is left of no words is forgotten", async () => {
  const { overHttp, read } = await served({ "topics/tea.md": "- Green (2026-01-02)\n- Black\n" });
  const client = await overHttp("legacy", "?tools=anthropic");
  const path = "/memories/tea.md";
  await memory(client, { command: "str_replace", path, old_str: "Green", new_str: "" });
  expect(read("topics/tea.md")).toBe("- Black\n");
});

test("anthropic: what a person wrote as prose is shown and left alone", async () => {
  const text = "# Diary\n\nA long day.\n\n- Saw a heron (2026-01-02)\n";
  const { overHttp, read } = await served({ "topics/diary.md": text });
  const client = await overHttp("legacy", "?tools=anthropic");
  const path = "/memories/diary.md";
  expect(await memory(client, { command: "view", path })).toContain("A long day.");
  for (const change of [
    { command: "str_replace", path, old_str: "long", new_str: "short" },
    { command: "create", path, file_text: "nothing" },
    { command: "delete", path },
  ]) {
    expect(await memory(client, change)).toContain("a note that the person wrote");
  }
  expect(read("topics/diary.md")).toBe(text);
});

test("anthropic: no path leads out of /memories, and none out of the vault", async () => {
  const { overHttp, root } = await served();
  const client = await overHttp("legacy", "?tools=anthropic");
  const paths =
    "/memories/../secret.md /memories/%2e%2e/secret.md /memories/a/../../b.md /etc/passwd /memoriesx/a.md memories/a.md /memories//a.md /memories/./a.md /memories/a\\..\\b.md";
  for (const path of [...paths.split(" "), "", "/memories/a\0.md"]) {
    for (const args of [
      { command: "view", path },
      { command: "create", path, file_text: "x" },
      { command: "delete", path },
      { command: "rename", old_path: "/memories/cooking.md", new_path: path },
    ]) {
      expect(await call(client, "memory", args), path).toMatchObject({ isError: true });
    }
  }
  expect(existsSync(join(root, "..", "secret.md"))).toBe(false);
});
