import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { openMadeTokens } from "../../src/server/made-tokens.ts";
import { runLoci } from "../run-loci.ts";
import { call, modern, overStdio, served } from "./mcp-client.ts";

test.each([
  [
    "reference",
    "create_entities create_relations add_observations delete_entities delete_observations delete_relations read_graph search_nodes open_nodes",
  ],
  ["anthropic", "memory"],
  ["gbrain", "recall remember entity synthesize forget"],
])("--tools %s offers exactly those names, over both transports", async (tools, names) => {
  const { root, overHttp } = await served();
  const clients = [
    await overStdio(root, "legacy", "--tools", tools),
    await overHttp(modern, `?tools=${tools}`),
  ];
  for (const client of clients) {
    const offered = (await client.listTools()).tools.map(({ name }) => name);
    expect(offered.sort()).toEqual(names.split(" ").sort());
  }
});

test("a set of tools that is not there is named as wrong", async () => {
  const { root, overHttp } = await served();
  await expect(overHttp("legacy", "?tools=anthropc")).rejects.toThrow();
  const ran = await runLoci(["mcp", "--tools", "anthropc", "--vault", root]);
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain("there is loci, reference, anthropic, gbrain");
});

const person = (name: string, ...observations: string[]) => ({
  ...{ name, entityType: "person", observations },
});
const knows = (from: string, to: string, relationType = "knows") => ({ from, to, relationType });

async function graph(client: Client, name = "read_graph", args = {}) {
  const { data } = await call(client, name, args);
  return data as { entities: { name: string; observations: string[] }[]; relations: object[] };
}

test("reference: entities are topics, observations their memories, relations links, as files", async () => {
  const { overHttp, read, root } = await served();
  const client = await overHttp(modern, "?tools=reference");
  const before = (await graph(client)).entities.length;
  const entities = [person("Alice_Smith", "works at Acme Corp"), person("Bob"), person("Bob", "x")];
  const made = await call(client, "create_entities", { entities });
  expect(made.data.entities).toEqual(entities.slice(0, 2));
  expect(JSON.parse(made.text)).toEqual(entities.slice(0, 2));
  expect((await call(client, "create_entities", { entities })).data.entities).toEqual([]);
  const relations = [knows("Alice_Smith", "Bob"), knows("Bob", "Alice_Smith")];
  expect((await call(client, "create_relations", { relations })).data.relations).toEqual(relations);
  expect((await call(client, "create_relations", { relations })).data.relations).toEqual([]);
  const observations = [
    { entityName: "Alice_Smith", contents: ["likes [[Tea]] #hot [x:: y]", "works at Acme Corp"] },
    { entityName: "Bob", contents: ["likes [[Tea]] #hot [x:: y]"] },
    { entityName: "Cooking", contents: ["Alice_Smith works at Acme Corp"] },
  ];
  expect((await call(client, "add_observations", { observations })).data.results).toEqual([
    { entityName: "Alice_Smith", addedObservations: ["likes [[Tea]] #hot [x:: y]"] },
    { entityName: "Bob", addedObservations: ["likes [[Tea]] #hot [x:: y]"] },
    { entityName: "Cooking", addedObservations: ["Alice_Smith works at Acme Corp"] },
  ]);
  expect(read("topics/alice-smith.md")).toMatch(
    /- Alice_Smith: person \(\d.*\) \[entity:: person\]/,
  );
  expect(read("topics/alice-smith.md")).toMatch(
    /- Alice_Smith knows \[\[Bob\]\] .*relation:: knows/,
  );
  const all = await graph(client);
  expect(all.entities).toHaveLength(before + 2);
  expect(all.entities).toContainEqual(
    person("Alice_Smith", "works at Acme Corp", "likes [[Tea]] #hot [x:: y]"),
  );
  expect(all.relations).toEqual(expect.arrayContaining(relations));
  const { contents } = await client.readResource({ uri: "memory://knowledge-graph" });
  expect(JSON.parse((contents[0] as { text: string }).text)).toEqual(all);

  const deletions = [{ entityName: "Bob", observations: ["likes [[Tea]] #hot [x:: y]", "never"] }];
  await call(client, "delete_observations", { deletions });
  await call(client, "delete_relations", { relations: relations.slice(0, 1) });
  const now = await graph(client, "open_nodes", { names: ["Bob", "Nobody"] });
  expect(now).toEqual({ entities: [person("Bob")], relations: relations.slice(1) });
  await call(client, "delete_entities", { entityNames: ["Alice_Smith"] });
  expect((await graph(client)).relations).toEqual([]);
  expect((await graph(client, "open_nodes", { names: ["alice smith"] })).entities).toEqual([]);
  await runLoci(["undo", "--yes", "--vault", root]);
  expect((await graph(client, "open_nodes", { names: ["Alice Smith"] })).entities).toHaveLength(1);
});

test("reference: what one call saves, loci undo takes back as one step", async () => {
  const { overHttp, root } = await served();
  const client = await overHttp(modern, "?tools=reference");
  const before = await graph(client);
  const entities = [person("Alice", "works at Acme", "likes tea"), person("Bob", "bakes")];
  await call(client, "create_entities", { entities });
  const observations = [
    { entityName: "Alice", contents: ["has a dog", "sings"] },
    { entityName: "Bob", contents: ["rows"] },
  ];
  await call(client, "add_observations", { observations });
  const shown = async () =>
    (await graph(client, "open_nodes", { names: ["Alice", "Bob"] })).entities;
  expect(JSON.stringify(await shown())).toContain("rows");
  await runLoci(["undo", "--yes", "--vault", root]);
  expect(await shown()).toEqual(entities);
  await runLoci(["undo", "--yes", "--vault", root]);
  expect(await graph(client)).toEqual(before);
});

test.each([
  "../../evil",
  "profile",
  "index",
  "con",
  "a\nb: c",
  "---",
  "[[x]]",
  "😀",
  "people/ben/profile",
])(
  "reference: the name %j stays in topics/, and is read back with what looks like a field",
  async (name) => {
    const { overHttp, root } = await served({ "people/ben/profile.md": "- Speaks Catalan\n" });
    const client = await overHttp("legacy", "?tools=reference");
    const before = readdirSync(join(root, "topics"));
    const odd = {
      name,
      entityType: "a]b: [c",
      observations: ["x [key:: v]", "~~y~~ [superseded:: ^a]"],
    };
    await call(client, "create_entities", { entities: [odd] });
    const { entities } = await graph(client, "open_nodes", { names: [name] });
    expect(entities).toMatchObject([
      { name: name.replace("\n", " "), observations: odd.observations },
    ]);
    expect(readdirSync(join(root, "topics"))).toHaveLength(before.length + 1);
    expect(readFileSync(join(root, "people/ben/profile.md"), "utf8")).toBe("- Speaks Catalan\n");
    const relations = [{ from: name, to: name, relationType: "#is [a]" }];
    await call(client, "create_relations", { relations });
    await call(client, "create_relations", { relations });
    const told = await graph(client, "open_nodes", { names: [name] });
    const same = name.replace("\n", " ");
    expect(told.relations).toEqual([{ from: same, to: same, relationType: "is a" }]);
    const none = await call(client, "create_entities", { entities: [{ ...odd, name: " " }] });
    expect(none.isError).toBe(true);
  },
);

test("reference: what is there by hand is an entity, found by its words or by what is asked", async () => {
  const { overHttp, read } = await served();
  const client = await overHttp("legacy", "?tools=reference");
  const { entities } = await graph(client, "open_nodes", { names: ["cooking"] });
  expect(entities).toMatchObject([{ name: "Cooking", entityType: "topic" }]);
  expect(entities[0]?.observations).toContain("Prefers bomba rice for paella");
  const found = await graph(client, "search_nodes", { query: "what rice does she take?" });
  expect(found.entities.map(({ name }) => name)).toContain("Cooking");
  const nothing = { entityName: "Nobody", contents: ["a"] };
  const rice = { entityName: "Cooking", contents: ["Salts the water"] };
  const before = read("topics/cooking.md");
  const failed = await call(client, "add_observations", { observations: [rice, nothing] });
  expect(failed).toMatchObject({ isError: true, text: /Entity with name Nobody not found/ });
  expect(read("topics/cooking.md")).toBe(before);
});

test("no set of tools tells a model elsewhere what is secret; a private fact is one", async () => {
  const { root, overHttp } = await served({
    "topics/safe.md": "- The safe code is zorblax [sensitivity:: secret]\n- The safe is brown\n",
    "topics/zorblax.md": "---\nsensitivity: secret\n---\n\n- The zorblax is at the bank\n",
  });
  const hidden = {
    fact: "Ben likes zorblax pie",
    entity: "Safe",
    provenance: "x",
    visibility: "private",
  };
  const asked = {
    reference: [
      ["read_graph", {}],
      ["search_nodes", { query: "zorblax" }],
      ["open_nodes", { names: ["Safe", "Zorblax"] }],
    ],
    anthropic: ["", "/safe.md", "/zorblax.md"].map((path) => [
      "memory",
      { command: "view", path: `/memories${path}` },
    ]),
    gbrain: [
      ["remember", hidden],
      ["recall", {}],
      ["recall", { entity: "safe" }],
      ["recall", { query: "zorblax" }],
      ["entity", { name: "Safe" }],
    ],
  } as const;
  for (const [tools, calls] of Object.entries(asked)) {
    const ask = async (client: Client) => {
      const said = [];
      for (const [name, args] of calls)
        said.push((await call(client, name as string, { ...(args as object) })).text);
      return said.join("\n").replaceAll("/memories/zorblax.md", "");
    };
    const far = await ask(await overHttp("legacy", `?tools=${tools}`));
    expect(far).toContain(tools === "gbrain" ? "safe is brown" : "The safe is brown");
    expect(far).not.toContain("zorblax");
    expect(await ask(await overStdio(root, "legacy", "--tools", tools, "--at-home"))).toContain(
      "zorblax",
    );
  }
});

test("a token for one person alone opens no tool set, resource or notice for another", async () => {
  const { loci, overHttp } = await served({ "people/ben/topics/gifts.md": "- A blue bicycle\n" });
  const tokens = openMadeTokens(loci.lociDir, Date.now);
  const tokenFor = (person: string) => ({
    authorization: `Bearer ${tokens.make({ name: person, person, scope: "write", days: 1 }).token}`,
  });
  const [ana, ben] = [tokenFor("ana"), tokenFor("ben")];
  const look = async (headers: Record<string, string>) => {
    const graph = await overHttp(modern, "?tools=reference", headers);
    const files = await overHttp(modern, "?tools=anthropic", headers);
    return JSON.stringify([
      await call(graph, "read_graph"),
      await call(files, "memory", { command: "view", path: "/memories/gifts.md" }),
      (await graph.listResources()).resources,
    ]);
  };
  expect(await look(ben)).toMatch(/blue bicycle.*blue bicycle.*topics\/gifts/);
  expect(await look(ana)).not.toMatch(/blue bicycle|topics\/gifts"/);
  for (const query of ["?person=ben", "?person=ben&tools=gbrain"]) {
    await expect(overHttp(modern, query, ana)).rejects.toThrow();
  }
});
