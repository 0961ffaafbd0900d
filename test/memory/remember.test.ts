import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import type { Memory } from "../../src/memory/remember.ts";
import { showTopic } from "../../src/memory/topics.ts";
import { cleanEnv } from "../run-loci.ts";
import { useFixture, useVault } from "../temp.ts";

const noon = Date.parse("2026-11-21T11:00:00Z");
async function open(root: string, env: NodeJS.ProcessEnv = {}) {
  const said: string[] = [];
  const report = (text: string) => said.push(text);
  const loci = await openLoci({ root, env: { TZ: "UTC", ...env }, now: () => noon, report });
  const remember = async (memory: Partial<Memory> & { text: string }) => {
    const [saved] = await loci.memory.remember([{ ...memory }]);
    if (saved === undefined) throw new Error("nothing came back");
    return saved;
  };
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  return { loci, said, remember, read };
}

test("remember() puts the line at the end of the topic's list and touches nothing else", async () => {
  const root = useFixture("starter");
  const { loci, remember, read } = await open(root);
  const before = read("topics/cooking.md");
  const saved = await remember({ text: "Keeps the saffron in the freezer", topic: "cooking" });
  expect(saved).toMatchObject({ status: "saved", file: "topics/cooking.md", line: 20 });
  const line = "- Keeps the saffron in the freezer (2026-11-21)";
  const lines = before.split("\n");
  lines.splice(19, 0, line);
  expect(read("topics/cooking.md")).toBe(
    lines.join("\n").replace("updated: 2026-02-12", "updated: 2026-11-21"),
  );
  expect(read("topics/index.txt").split("\n")[0]).toMatch(/^2026-11-21T\d\d:00:00\|cooking\|rice/);
  await loci.close();
});

test("remember() keeps to a section at the end of a note that it did not make", async () => {
  const root = useFixture("starter");
  const note = "Learn about themes.\n\n- dark\n\n## Browse\n\nText.\n";
  mkdirSync(join(root, "Docs"));
  writeFileSync(join(root, "Docs/Themes.md"), note);
  const { loci, remember, read } = await open(root);
  await remember({ text: "Prefers Minimal", topic: "themes" });
  await remember({ text: "Uses it at night", topic: "Docs/Themes" });
  expect(read("Docs/Themes.md")).toBe(
    `${note}\n## Memories\n\n- Prefers Minimal (2026-11-21)\n- Uses it at night (2026-11-21)\n`,
  );
  await loci.close();
});

test("remember() finds a topic by slug, title or alias, makes it when there is none, and keeps scopes apart", async () => {
  const root = useFixture("starter");
  const { loci, remember, read } = await open(root);
  expect((await remember({ text: "One", topic: "Recipes" })).file).toBe("topics/cooking.md");
  expect((await remember({ text: "Two", topic: "Sourdough Starter" })).file).toBe(
    "topics/sourdough-starter.md",
  );
  expect(read("topics/sourdough-starter.md")).toContain("title: Sourdough Starter");
  expect((await remember({ text: "Three", topic: "cooking", person: "ana" })).file).toBe(
    "people/ana/topics/cooking.md",
  );
  await loci.close();
});

test("remember() without a topic uses the month's file, and one that exists where it clearly fits", async () => {
  const root = useVault({
    "loci.yaml": "",
    "topics/garden.md":
      "---\ntitle: Garden\n---\n\n# Garden\n\n- The tomatoes are by the south wall (2026-03-01)\n- Basil hates cold nights (2026-04-01)\n",
    "topics/car.md": "# Car\n\n- Tyres: 2.4 bar (2026-01-01)\n",
  });
  const { loci, remember } = await open(root);
  expect((await remember({ text: "The tomatoes by the south wall need string" })).file).toBe(
    "topics/garden.md",
  );
  expect((await remember({ text: "It was the third of four" })).file).toBe("general/2026-11.md");
  expect(readFileSync(join(root, "general/2026-11.md"), "utf8")).toContain("\n# 2026-11\n");
  await loci.close();
});

test.each([
  ["an empty text", { text: "   " }, "BAD_INPUT"],
  ["a text far too long", { text: "x".repeat(5_000) }, "BAD_INPUT"],
  ["a date that is none", { text: "x", date: "2026-02-30" }, "BAD_DATE"],
  ["a person's id that leads out", { text: "x", person: "../.." }, "BAD_NAME"],
])("remember() refuses %s and writes nothing", async (_, memory, code) => {
  const root = useVault({ "loci.yaml": "", "topics/a.md": "- a\n" });
  const { loci } = await open(root);
  const good = { text: "good", topic: "a" };
  await expect(loci.memory.remember([good, { ...memory }])).rejects.toMatchObject({
    code,
  });
  expect(readFileSync(join(root, "topics/a.md"), "utf8")).toBe("- a\n");
  expect(existsSync(join(root, "general"))).toBe(false);
  await loci.close();
});

test.each([
  "../../etc/passwd",
  "..",
  "/etc/passwd",
  "C:\\x",
  "con",
  ".git/hooks/x",
  "a/../../b",
  "\u0000",
  "🦄",
  "x".repeat(5_000),
])("remember() with the topic name %j stays in topics/", async (topic) => {
  const root = useVault({ "loci.yaml": "" });
  const { loci, remember } = await open(root);
  const { file } = await remember({ text: "anything", topic });
  expect(file).toMatch(/^topics\/[^/]+\.md$/);
  expect(existsSync(join(root, file))).toBe(true);
  await loci.close();
});

test("remember() never breaks out of its line, whatever the text", async () => {
  const root = useVault({
    "loci.yaml": "",
    "topics/a.md": "# A\n\n- first\n\n## Notes\n\nProse.\n",
  });
  const { loci, remember, read } = await open(root);
  const texts = [
    "two\n- lines",
    "# heading",
    "```",
    "<script>alert(1)</script>",
    "---",
    "> quote",
    "ends ^block",
    "ends (2020-01-01)",
    "[bank:: Health]x [bank:: Work]",
    "- item",
    "1. item",
  ];
  for (const text of texts) await remember({ text, topic: "a" });
  const entries = (await showTopic(loci.vault, {}, "a")).topic.entries.map((entry) => entry.text);
  expect(entries).toHaveLength(texts.length + 1);
  expect(read("topics/a.md")).toMatch(/\n\n## Notes\n\nProse\.\n$/);
  await loci.close();
});

test("remember() into a vault that went away fails and does not make a folder in its place", async () => {
  const root = useVault({ "loci.yaml": "", "topics/a.md": "- a\n" });
  const { loci, remember } = await open(root);
  renameSync(root, `${root}-away`);
  await expect(remember({ text: "lost?", topic: "a" })).rejects.toMatchObject({
    code: "VAULT_VANISHED",
  });
  mkdirSync(root);
  await expect(remember({ text: "lost?", topic: "a" })).rejects.toMatchObject({
    code: "VAULT_VANISHED",
  });
  rmSync(root, { recursive: true });
  renameSync(`${root}-away`, root);
  expect((await remember({ text: "found", topic: "a" })).status).toBe("saved");
  await loci.close();
});

test("a file with frontmatter that cannot be read is never rewritten", async () => {
  const broken = "---\ntitle: [unclosed\n---\n\n- a\n";
  const root = useVault({ "loci.yaml": "", "topics/a.md": broken });
  const { loci, remember, read } = await open(root);
  await expect(remember({ text: "b", topic: "a" })).rejects.toMatchObject({
    code: "BAD_FRONTMATTER",
  });
  expect(read("topics/a.md")).toBe(broken);
  await loci.close();
});

test("commit() puts what was saved into git with device and words, and leaves the person's work alone", async () => {
  const root = useFixture("starter");
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      cwd: root,
      encoding: "utf8",
      env: cleanEnv({
        GIT_AUTHOR_NAME: "Ana",
        GIT_AUTHOR_EMAIL: "a@x",
        GIT_COMMITTER_NAME: "Ana",
        GIT_COMMITTER_EMAIL: "a@x",
      }),
    });
  git("init", "-qb", "main");
  git("add", "-A");
  git("commit", "-qm", "start");
  writeFileSync(join(root, "topics/mine.md"), "- staged by me\n");
  git("add", "topics/mine.md");
  const { loci, said, remember } = await open(root);
  // What was known already is not counted.
  for (const text of ["Prefers bomba rice for paella", "Keeps the saffron in the freezer"])
    await remember({ text, topic: "cooking" });
  await loci.vault.committer.commit();
  expect(git("log", "-1", "--format=%s")).toBe("cooking: learned 1\n");
  expect(git("log", "-1", "--format=%(trailers:key=Device,valueonly)").trim()).not.toBe("");
  expect(git("show", "--name-only", "--format=")).toBe("topics/cooking.md\ntopics/index.txt\n");
  expect(git("status", "--porcelain")).toBe("A  topics/mine.md\n");
  expect(said).toEqual([]);
  await loci.close();
});

test("a .loci folder that git tracks is not trusted", async () => {
  const root = useVault({
    "loci.yaml": "",
    ".loci/device.yaml": "embedding: {baseUrl: https://evil.example}\n",
    "topics/a.md": "- a\n",
  });
  execFileSync("git", ["init", "-q"], { cwd: root, env: cleanEnv() });
  execFileSync("git", ["add", "-f", "."], { cwd: root, env: cleanEnv() });
  await expect(open(root)).rejects.toMatchObject({ code: "BAD_CONFIG" });
});
