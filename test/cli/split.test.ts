import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { useTempFolder, writeFiles } from "../temp.ts";

const rice = Array.from({ length: 30 }, (_, i) => `Rice number ${i} simmers for ${10 + i} minutes`);
const bread = Array.from({ length: 24 }, (_, i) => `Bread number ${i} bakes at ${200 + i} degrees`);
const lines = [...rice, ...bread, "Dinner at nine"];

const git = (root: string, ...args: string[]): string =>
  execFileSync("git", ["-C", root, "-c", "user.name=Ana", "-c", "user.email=ana@x", ...args], {
    encoding: "utf8",
  });

async function longTopic(): Promise<string> {
  const root = join(useTempFolder(), "vault");
  expect((await runLoci(["init", root])).code).toBe(0);
  rmSync(join(root, "topics/welcome.md"));
  const text = `# Cooking\n\n${lines.map((line) => `- ${line}\n`).join("")}`;
  writeFiles(root, { "topics/cooking.md": text });
  git(root, "add", "-A");
  git(root, "commit", "-qm", "cooking");
  return root;
}

const topicFiles = (root: string): string[] =>
  readdirSync(join(root, "topics")).filter((name) => name.endsWith(".md"));

/** The entries of all topics, without dates and fields. */
const entries = (root: string): string[] =>
  topicFiles(root)
    .flatMap((name) => readFileSync(join(root, "topics", name), "utf8").split("\n"))
    .flatMap((line) => /^- (.*?)(?: \(\d{4}-.*)?$/.exec(line)?.[1] ?? [])
    .sort();

async function expectSplit(root: string, said: string): Promise<void> {
  const names = topicFiles(root).map((name) => name.slice(0, -".md".length));
  expect(names).toContain("cooking-general");
  expect(names.length).toBeGreaterThan(2);
  expect(names).not.toContain("cooking");
  expect(entries(root)).toEqual([...lines, said].sort());
  // The list is derived, and a topic's old name leads to what has it as its alias.
  const { stdout } = await runLoci(["show", "--vault", root]);
  const recent = [...stdout.matchAll(/^.{16} {2}(\S+)/gm)].map(([, topic]) => topic);
  expect(recent.sort()).toEqual(names.sort());
  expect(git(root, "status", "--porcelain")).toBe("");
}

test("what loci remember makes too long is split by the next command that has time", async () => {
  const root = await longTopic();
  const words = ["remember", "Prefers the small pan", "--topic", "cooking", "--vault", root];
  expect((await runLoci(words)).code).toBe(0);
  expect(topicFiles(root)).toEqual(["cooking.md"]);
  expect((await runLoci(["digest", "--vault", root])).code).toBe(0);
  await expectSplit(root, "Prefers the small pan");
  const { stdout } = await runLoci(["recall", "the small cooking pan", "--vault", root]);
  expect(stdout).toContain("Prefers the small pan");
  expect(stdout).not.toContain("[[");
});

test("loci show names no topic that is gone, whatever the list says", async () => {
  const root = await longTopic();
  const moved = "---\naliases: [cooking]\n---\n\n# Cooking\n\n- Dinner at nine\n";
  rmSync(join(root, "topics/cooking.md"));
  writeFiles(root, {
    "topics/cooking-general.md": moved,
    "topics/index.txt": "2026-02-12T14:30:00|cooking|Rice\n2026-02-11T14:30:00|attic|Boxes\n",
    "log/2026-02.md": "## 2026-02-12T14:30:00+01:00 · cooking\n\nRice\n",
  });
  const { stdout } = await runLoci(["show", "--vault", root]);
  expect(stdout).toMatch(/^.{16} {2}cooking-general +Cooking\n$/);
});
