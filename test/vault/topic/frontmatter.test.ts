import { expect, test } from "vitest";
import { readFrontmatter, toFrontmatter } from "../../../src/vault/topic/frontmatter.ts";
import { readPlainYaml, readYaml } from "../../../src/vault/topic/yaml.ts";
import { cpuMs } from "../../cpu-ms.ts";
import { fc } from "../../fast-check.ts";

const read = (text: string): ReturnType<typeof readFrontmatter> =>
  readFrontmatter(text.split("\n"));

test("readFrontmatter() reads what Loci writes and what people write alike", () => {
  const simple = read(
    "---\ntitle: Cooking\naliases: [recipes, la cocina]\nupdated: 2026-02-12\n---\n",
  );
  expect(simple).toMatchObject({ lineCount: 5, fault: undefined });
  expect(toFrontmatter(simple.values)).toMatchObject({
    title: "Cooking",
    aliases: ["recipes", "la cocina"],
    updated: "2026-02-12",
  });
  const rich = read(
    "---\n# mine\ntitle: 'It''s'\ntags:\n  - food\n  - '#drink'\nsummary: >\n  a\n  b\nk: {a: 1}\n---\n",
  );
  expect(toFrontmatter(rich.values)).toMatchObject({
    title: "It's",
    tags: ["food", "drink"],
    summary: "a b",
  });
});

test("readFrontmatter() keeps words as they are spelled", () => {
  const { values } = read(
    "---\ntitle: 0012\nsummary: yes\ncreated: 2026-02-10\nbank: 0x1F # hex\nk: {}\n---\n",
  );
  expect(values).toMatchObject({
    title: "0012",
    summary: "yes",
    created: "2026-02-10",
    bank: "0x1F",
  });
});

test.each([
  ["code", "---js\n{ a: 1 }\n---\n", 1],
  ["JSON", "---json\n{}\n---\n", 1],
  ["a syntax error", "---\ntitle: ok\nx: [open\n---\n", 3],
  ["a key that stands twice", "---\na: 1\na: 2\n---\n", 3],
  ["an alias", "---\na: &x [1]\nb: *x\n---\n", 3],
  ["a fence inside", "---\na: 1\n---b: 2\n---\n", 3],
  ["too much", `---\na: "${"x".repeat(20_000)}"\n---\n`, 1],
])("readFrontmatter() names the line of %s, every time it is asked", (_, text, line) => {
  for (let i = 0; i < 2; i++) {
    const block = read(text);
    expect(block.fault?.line).toBe(line);
    expect(block.values).toEqual({});
  }
});

test("readFrontmatter() runs no code", () => {
  read("---js\nglobalThis.ran = true\n---\n");
  read("---javascript\n(globalThis.ran = true)\n---\n");
  read('---\na: !!js/function "function () { globalThis.ran = true }"\n---\n');
  expect(globalThis).not.toHaveProperty("ran");
});

test.each([
  "",
  "# T\n",
  "---\n",
  "---\ntitle: T\n",
  "----\na: 1\n----\n",
  "--- x\n---\n",
  "---\n\nProse between rules\n\n---\n",
  "---\n- a\n---\n",
])("readFrontmatter() leaves Markdown alone: %j", (text) => {
  expect(read(text)).toMatchObject({ lineCount: 0, fault: undefined });
});

const fragment = fc.constantFrom(
  ..."title: |a: |b-c: |x:|[|]|, |a|Cooking|2026-02-10|0012|0x1F|1e5|.5|true|null|~|yes|- |#| #|:|?|&a|*a|!t|'|\"|%|@|`|é|日本|…".split(
    "|",
  ),
  ..." |  |.|/|-|--|...|=|<<: |\\|\n|\n|\n|+|(x)|\u00a0|.inf|[a, b]|[]".split("|"),
);

test("readPlainYaml() says what the YAML engine says wherever it answers", () => {
  let answers = 0;
  fc.assert(
    fc.property(fc.array(fragment, { minLength: 1, maxLength: 8 }), (parts) => {
      const yaml = parts.join("");
      const simple = readPlainYaml(yaml.split("\n"));
      if (simple === undefined) return;
      answers++;
      expect({ values: simple, fault: undefined }).toEqual(readYaml(yaml));
    }),
    { numRuns: 20_000 },
  );
  expect(answers).toBeGreaterThan(100);
});

test("readFrontmatter() takes linear time when white space fills the first line", () => {
  const start = cpuMs();
  expect(read(`---${" ".repeat(100_000)}!\ntitle: T\n---\n`).lineCount).toBe(0);
  expect(read(`---${" ".repeat(100_000)}yaml \t\ntitle: T\n---\n`).lineCount).toBe(3);
  expect(cpuMs() - start).toBeLessThan(1_000);
});

test("readFrontmatter() measures plain frontmatter too before it reads it", () => {
  const start = cpuMs();
  const { fault } = read(`---\naliases: [x${" ".repeat(100_000)}x, a]\n---\n`);
  expect(fault?.reason).toBe("it is longer than 16 KB");
  expect(cpuMs() - start).toBeLessThan(1_000);
});
