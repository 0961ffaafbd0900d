import { expect, test } from "vitest";
import { resumeSplit, splitTopic } from "../../src/digest/split/split-topic.ts";
import { parseTopic } from "../../src/vault/parse-topic.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import { bread, cooking, others, proposing, rice, splitVault } from "./split-fixture.ts";

const path = toTopicPath("topics/cooking.md");
const vault = { "topics/cooking.md": cooking };
const split = { splitEntries: 10, session: "01S", contextTokens: 8_000 };
const all = [...rice, ...bread, ...others].sort();

test("splitTopic() moves entries into subtopics by what the offline model finds, and keeps the rest", async () => {
  const { ports, names, read, entries, state } = splitVault(vault);
  const outcome = await splitTopic(ports, path, split);
  expect(outcome).toMatchObject({ status: "split", general: "topics/cooking-general.md" });
  expect(names()).toEqual(["cooking-bread.md", "cooking-general.md", "cooking-rice.md"]);
  expect(entries()).toEqual(all);
  expect(read("topics/cooking-general.md")).toBe(
    cooking
      .replace("[recipes]", "[recipes, cooking]")
      .replace(`${[...rice, ...bread].join("\n")}\n`, ""),
  );
  expect(read("topics/cooking-rice.md")).toBe(`---
title: Cooking – rice
summary: rice
tags: [food]
bank: Personal
created: 2026-03-01
updated: 2026-03-01
---

# Cooking – rice

↑ [[cooking-general|Cooking]]

${rice.join("\n")}
`);
  expect(state.plan).toBeUndefined();
});

test("splitTopic() leaves a topic alone that is short, or in which no groups are clear", async () => {
  const lines = Array.from({ length: 12 }, (_, i) => `- word${i} other${i}\n`).join("");
  const { ports, names } = splitVault({ ...vault, "topics/odd.md": `# Odd\n\n${lines}` });
  expect(await splitTopic(ports, path, { ...split, splitEntries: 12 })).toEqual({
    status: "short",
  });
  expect(await splitTopic(ports, toTopicPath("topics/odd.md"), split)).toEqual({ status: "whole" });
  expect(await splitTopic(ports, toTopicPath("topics/none.md"), split)).toEqual({
    status: "short",
  });
  expect(names()).toEqual(["cooking.md", "odd.md"]);
});

test("splitTopic() splits the general part again without another renaming", async () => {
  const { ports, names, entries } = splitVault({ "topics/cooking-general.md": cooking });
  await splitTopic(ports, toTopicPath("topics/cooking-general.md"), split);
  expect(names()).toEqual(["cooking-bread.md", "cooking-general.md", "cooking-rice.md"]);
  expect(entries()).toEqual(all);
});

test("splitTopic() says why a model proposes nothing, after asking twice", async () => {
  let asked = 0;
  const model = {
    ...{ id: "fake", isCloud: false, probe: async () => undefined },
    async *respond() {
      asked++;
      yield { type: "text", text: "I would rather not" } as const;
      yield { type: "end", reason: "stop" } as const;
    },
  };
  const { ports, names } = splitVault(vault, { model });
  expect(await splitTopic(ports, path, split)).toMatchObject({
    status: "failed",
    reason: expect.stringMatching(/^Cannot split the topic "Cooking": .*not JSON/),
  });
  expect([asked, names()]).toEqual([2, ["cooking.md"]]);
});

test("splitTopic() called off by a save in between leaves everything as it was saved", async () => {
  const { ports, names, read, write, state } = splitVault(vault);
  let notes = 0;
  const edited = cooking.replace("- Dinner at nine", "- Dinner at ten\n- New line");
  const note = async (): Promise<void> => {
    if (notes++ === 0) write("topics/cooking.md", edited);
  };
  expect(await splitTopic({ ...ports, note }, path, split)).toEqual({ status: "calledOff", path });
  expect([names(), read("topics/cooking.md")]).toEqual([["cooking.md"], edited]);
  expect([state.plan, state.before.size]).toEqual([undefined, 0]);
});

test("splitTopic() killed at any step leaves each entry there, and once after the next start", async () => {
  for (let dieAt = 1; dieAt < 12; dieAt++) {
    const { ports, entries, names, state } = splitVault(vault, { dieAt });
    const died = await splitTopic(ports, path, split).then(
      () => false,
      () => true,
    );
    if (!died) expect(dieAt).toBeGreaterThan(6);
    expect(entries()).toEqual(expect.arrayContaining(all));
    await resumeSplit(ports);
    expect(entries()).toEqual(all);
    expect(state.plan).toBeUndefined();
    if (dieAt > 1) expect(names()).toContain("cooking-general.md");
  }
});

test("resumeSplit() takes new files back where the topic was edited after the crash", async () => {
  const first = splitVault(vault);
  await splitTopic(first.ports, path, split);
  // As a crash between the new files and the removal of the old one leaves it.
  const { ports, write, entries, names, read } = splitVault(vault, { dieAt: 2 });
  await splitTopic(ports, path, split).catch(() => {});
  for (const name of first.names()) write(`topics/${name}`, first.read(`topics/${name}`));
  write("topics/cooking-rice.md", `${first.read("topics/cooking-rice.md")}- Mine\n`);
  write("topics/cooking.md", cooking.replace("- Dinner at nine", "- Dinner at ten"));
  expect(await resumeSplit(ports)).toEqual({ status: "calledOff", path });
  const wanted = [...rice, ...bread, others[0] ?? "", "- Dinner at ten", "- Mine"];
  expect(entries()).toEqual(wanted.sort());
  expect(names()).toEqual(["cooking-rice.md", "cooking.md"]);
  expect(read("topics/cooking-rice.md")).toContain("title: Cooking – rice");
});

test("resumeSplit() leaves a finished split alone, also where a new file has the old name", async () => {
  const { ports, state, write, entries } = splitVault(vault);
  let plan = "";
  const keepPlan = async (kept: string): Promise<void> => {
    plan = kept;
  };
  await splitTopic({ ...ports, keepPlan }, path, split);
  state.plan = plan;
  write("topics/cooking.md", "# Cooking\n\n- A new line\n");
  expect(await resumeSplit(ports)).toMatchObject({ status: "split" });
  expect(entries()).toEqual([...all, "- A new line"].sort());
});

test("resumeSplit() drops a plan that it cannot read", async () => {
  const { ports, state, names } = splitVault(vault);
  for (const plan of [
    "{",
    "{}",
    '{"version":1,"session":null,"path":"../x.md","before":"","files":[]}',
  ]) {
    state.plan = plan;
    expect(await resumeSplit(ports)).toBeUndefined();
    expect([state.plan, names()]).toEqual([undefined, ["cooking.md"]]);
  }
});

test("a split is taken back in one step, and what was written since stays", async () => {
  const { ports, stepFiles, undo, names, read, write, entries } = splitVault(vault);
  await splitTopic(ports, path, split);
  const step = stepFiles();
  write("topics/cooking-rice.md", `${read("topics/cooking-rice.md")}- Mine\n`);
  await undo(step);
  expect(names()).toEqual(["cooking-rice.md", "cooking.md"]);
  expect(read("topics/cooking.md")).toBe(cooking);
  expect(entries()).toEqual([...all, "- Mine"].sort());
  await undo(step);
  expect(entries()).toEqual([...all, "- Mine"].sort());
});

test("splitTopic() uses no name that is taken, and no name that is no name", async () => {
  const model = proposing({
    "../../etc/passwd": ["bomba", "Basmati", "Risotto"],
    general: ["pudding", "black", "dough"],
    Baking: ["Bakes", "Sourdough", "Rye", "Tree", "nonsense"],
  });
  const { ports, names, entries, read } = splitVault(
    { ...vault, "topics/Cooking-BAKING.md": "# Other\n" },
    { model },
  );
  await splitTopic(ports, path, split);
  expect(names()).toEqual([
    "Cooking-BAKING.md",
    "cooking-1.md",
    "cooking-2.md",
    "cooking-baking-2.md",
    "cooking-general.md",
  ]);
  expect(entries()).toEqual(all);
  const topic = parseTopic(
    toTopicPath("topics/cooking-baking-2.md"),
    Buffer.from(read("topics/cooking-baking-2.md")),
  );
  expect([topic.title, topic.frontmatter.summary]).toEqual(["Cooking – Baking", "all of Baking"]);
});

const listed = "2026-02-12T14:30:00|cooking|Cooking\n2026-02-11T14:30:00|garden|Garden\n";

test("splitTopic() gives the old file's line among the recent topics to the general part, also after a kill, and undo gives it back", async () => {
  const wanted = listed.replace("|cooking|", "|cooking-general|");
  for (let dieAt = 2; dieAt < 16; dieAt++) {
    const files = { ...vault, "topics/index.txt": listed };
    const { ports, read, stepFiles, undo } = splitVault(files, { dieAt });
    await splitTopic(ports, path, split).catch(() => {});
    await resumeSplit(ports);
    expect([dieAt, read("topics/index.txt")]).toEqual([dieAt, wanted]);
    await undo(stepFiles());
    expect(read("topics/index.txt")).toBe(listed);
    expect(read("topics/cooking.md")).toBe(cooking);
  }
});

test("splitTopic() splits where the list of recent topics cannot be written", async () => {
  const { ports, names, state } = splitVault({ ...vault, "topics/index.txt/keep.md": "- Odd\n" });
  expect(await splitTopic(ports, path, split)).toMatchObject({ status: "split" });
  expect(names()).toContain("cooking-general.md");
  expect(state.plan).toBeUndefined();
});
