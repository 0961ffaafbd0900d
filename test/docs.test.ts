import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { writeReference } from "../scripts/write-docs.ts";
import { commandNames } from "../src/cli/program.ts";
import { plainSettings } from "../src/settings/tree.ts";

const root = resolve(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

test("docs/commands.md and docs/settings.md are what `npm run docs` makes of the code", async () => {
  for (const [name, text] of Object.entries(await writeReference())) {
    expect(read(`docs/${name}`), `run npm run docs`).toBe(text);
  }
});

test("README and docs name only commands and flags that exist", async () => {
  const reference =
    read("docs/commands.md")
      .match(/^ *- `-.*$/gm)
      ?.join("\n") ?? "";
  for (const page of ["README.md", "ARCHITECTURE.md", ...globSync("docs/*.md", { cwd: root })]) {
    for (const [, name = ""] of read(page).matchAll(/`loci ([a-z]+)/g)) {
      expect(commandNames, `${page}: loci ${name}`).toContain(name);
    }
    for (const [typed] of read(page).matchAll(/`loci [a-z][^`]*`/g)) {
      for (const [flag] of typed.matchAll(/--[a-z-]+/g)) expect(reference, typed).toContain(flag);
    }
  }
});

test("links between the pages lead somewhere", () => {
  for (const page of ["README.md", "ARCHITECTURE.md", ...globSync("docs/*.md", { cwd: root })]) {
    for (const [, target = ""] of read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
      expect(existsSync(join(root, dirname(page), target)), `${page} → ${target}`).toBe(true);
    }
  }
});

test("no page holds a place that was never filled in", () => {
  for (const page of ["README.md", "ARCHITECTURE.md", ...globSync("docs/*.md", { cwd: root })]) {
    expect(read(page), page).not.toContain("{{");
  }
});

test("docs/settings.md lists every setting", () => {
  const page = read("docs/settings.md");
  for (const { path } of plainSettings()) expect(page).toContain(`| \`${path.join(".")}\` |`);
});

test("files that ARCHITECTURE.md names exist", () => {
  for (const [, path = ""] of read("ARCHITECTURE.md").matchAll(
    /`((?:vault|git|models|language|index|recall|session|agent|digest|sync|voice|memory|conversation|app|server|cli)\/[\w-]+\.ts)`/g,
  )) {
    expect(existsSync(join(root, "src", path)), path).toBe(true);
  }
  for (const [, path = ""] of read("ARCHITECTURE.md").matchAll(/`(test\/[\w/.-]+)`/g)) {
    expect(existsSync(join(root, path)), path).toBe(true);
  }
});
