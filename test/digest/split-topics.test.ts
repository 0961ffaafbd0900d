import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { splitWaiting } from "../../src/digest/split/split-topics.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import { parseTopic } from "../../src/vault/topic/parse-topic.ts";
import { failure, saying } from "./open-vault.ts";
import { all, bread, cooking, parts, proposing, rice, splitVault, vault } from "./split-fixture.ts";

test("splitWaiting() moves entries into subtopics by what is found offline, and keeps the rest", async () => {
  const { split, names, read, entries, waits } = splitVault(vault);
  await split();
  expect(names()).toEqual(parts);
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
  expect(waits()).toBeUndefined();
});

test("splitWaiting() leaves a topic alone that is short or gone, or in which no groups are clear", async () => {
  const lines = Array.from({ length: 12 }, (_, i) => `- word${i} other${i}\n`).join("");
  const few = `# Few\n\n${lines.split("\n").slice(0, 10).join("\n")}\n`;
  const files = { "topics/odd.md": `# Odd\n\n${lines}`, "topics/few.md": few };
  const { split, names, waits } = splitVault(files);
  for (const path of ["topics/few.md", "topics/odd.md", "topics/none.md"]) await split(path);
  expect(names()).toEqual(["few.md", "odd.md"]);
  expect(waits()).toBeUndefined();
});

test("splitWaiting() splits the general part again without another renaming", async () => {
  const { split, names, entries } = splitVault({ "topics/cooking-general.md": cooking });
  await split("topics/cooking-general.md");
  expect(names()).toEqual(parts);
  expect(entries()).toEqual(all);
});

test("splitWaiting() says why a model proposes nothing, and asks again an hour later", async () => {
  const model = saying(failure("down"));
  const { split, ports, names, said, waits } = splitVault(vault, model);
  await split();
  await splitWaiting(ports);
  expect([model.requests.length, names()]).toEqual([1, ["cooking.md"]]);
  expect(said).toEqual(["Cannot split topics/cooking.md yet: Cannot ask: down"]);
  expect(waits()?.reason).toBe("Cannot ask: down");
});

const editors = ["topics/.cooking.md.swp", "topics/.#cooking.md", "topics/#cooking.md#"];

test.each(editors)(
  "a buffer that is saved after the split makes no entry double: it waits while %s is there",
  async (swap) => {
    const { root, split, resume, ports, names, entries, write, age } = splitVault(vault);
    write(swap, "");
    await split();
    expect(names()).toContain("cooking.md");
    write("topics/cooking.md", cooking.replace("- Dinner at nine", "- Dinner at ten")); // The buffer is saved.
    rmSync(join(root, swap));
    age("topics/cooking.md");
    await resume();
    await splitWaiting(ports);
    expect(names()).toEqual(parts);
    expect(entries()).toEqual(
      [...all, "- Dinner at ten"].filter((line) => line !== "- Dinner at nine").sort(),
    );
  },
);

test("a topic that somebody changed within a minute waits, and is split when that is over", async () => {
  const { split, ports, waits, names, age } = splitVault(vault);
  age("topics/cooking.md", 30);
  await split();
  expect([names(), waits()?.reason]).toEqual([["cooking.md"], "it is being edited"]);
  age("topics/cooking.md", 61);
  await splitWaiting(ports);
  expect(names()).toEqual(parts);
});

test("splitWaiting() called off by a save in between leaves everything as it was saved", async () => {
  const { split, ports, names, read, write } = splitVault(vault);
  const edited = cooking.replace("- Dinner at nine", "- Dinner at ten\n- New line");
  const { inOneStep } = ports;
  const interrupted: typeof inOneStep = (step, work) => {
    write("topics/cooking.md", edited);
    return inOneStep(step, work);
  };
  Object.assign(ports, { inOneStep: interrupted });
  await split();
  expect([names(), read("topics/cooking.md")]).toEqual([["cooking.md"], edited]);
});

/** As a crash leaves it once all is written but the last step: `first` splits another vault of the same files. */
async function planned() {
  const first = splitVault(vault);
  const plans: string[] = [];
  const { queue } = first.ports;
  const keep: typeof queue.keep = (path, plan) => {
    plans.push(plan);
    queue.keep(path, plan);
  };
  Object.assign(first.ports, { queue: { ...queue, keep } });
  await first.split();
  const second = splitVault(vault);
  second.ports.queue.addSplit("topics/cooking.md");
  second.ports.queue.keep("topics/cooking.md", plans.join());
  for (const name of first.names()) second.write(`topics/${name}`, first.read(`topics/${name}`));
  return second;
}

test("splitWaiting() loses nothing where the topic was edited after a crash: both versions of a line stay", async () => {
  const { resume, write, entries, names, read } = await planned();
  write("topics/cooking-rice.md", `${read("topics/cooking-rice.md")}- Mine\n`);
  write("topics/cooking.md", cooking.replace("- Dinner at nine", "- Dinner at ten"));
  await resume();
  expect(entries()).toEqual([...all, "- Dinner at ten", "- Mine"].sort());
  expect(names()).toEqual([...parts, "cooking.md"]);
  expect(read("topics/cooking.md")).toContain("Free prose stays.");
});

test("splitWaiting() leaves a finished split alone, also where a new file has the old name", async () => {
  const { resume, write, entries } = await planned();
  write("topics/cooking.md", "# Cooking\n\n- A new line\n");
  await resume();
  expect(entries()).toEqual([...all, "- A new line"].sort());
});

test("a split is taken back in one step, and what was written since stays", async () => {
  const { split, stepFiles, undo, names, read, write, entries } = splitVault(vault);
  await split();
  const step = stepFiles();
  write("topics/cooking-rice.md", `${read("topics/cooking-rice.md")}- Mine\n`);
  await undo(step);
  expect(names()).toEqual(["cooking-rice.md", "cooking.md"]);
  expect(read("topics/cooking.md")).toBe(cooking);
  expect(entries()).toEqual([...all, "- Mine"].sort());
  await undo(step);
  expect(entries()).toEqual([...all, "- Mine"].sort());
});

test("splitWaiting() uses no name that is taken, and no name that is no name", async () => {
  const model = proposing({
    "../../etc/passwd": ["bomba", "Basmati", "Risotto"],
    general: ["pudding", "black", "dough"],
    Grains: ["bomba", "Basmati", "Risotto"],
    Baking: ["Bakes", "Sourdough", "Rye", "Tree", "nonsense"],
  });
  const taken = { ...vault, "topics/Cooking-BAKING.md": "# Other\n" };
  const { split, names, entries, read } = splitVault(taken, model);
  await split();
  expect(names()).toEqual([
    "Cooking-BAKING.md",
    "cooking-baking-2.md",
    "cooking-general.md",
    "cooking-grains.md",
  ]);
  expect(entries()).toEqual(all);
  const path = toTopicPath("topics/cooking-baking-2.md");
  const { title, frontmatter } = parseTopic(path, Buffer.from(read(path)));
  expect([title, frontmatter.summary]).toEqual(["Cooking – Baking", "all of Baking"]);
});
