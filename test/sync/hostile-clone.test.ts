import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readIfThere } from "../../src/git/disk.ts";
import { compilePattern } from "../../src/git/glob.ts";
import { openIgnoreRules } from "../../src/git/ignore-and-attributes/ignore-rules.ts";
import { lastHeadMove } from "../../src/git/refs/head-moves.ts";
import { fc } from "../fast-check.ts";
import { createRepo, gitEnv } from "./repo.ts";

describe("a pattern full of stars takes no time", () => {
  const pattern = `${"*a".repeat(1000)}b`;

  test.each([pattern, `x/${pattern}`, `${"**/".repeat(600)}b`])("%#", (glob) => {
    const matches = compilePattern(glob);
    expect(matches("a".repeat(250))).toBe(false);
    expect(matches(`x/${"a".repeat(250)}`)).toBe(false);
  });

  test("commitPaths() with such .gitattributes and .gitignore", { timeout: 30_000 }, async () => {
    const repo = createRepo();
    const stars = `${"*a".repeat(40)}b`;
    repo.write(".gitattributes", `${stars} text\n`);
    repo.write(".gitignore", `${stars}\n`);
    const path = `topics/${"a".repeat(180)}.md`;
    repo.write(path, "- x\n");
    expect(await repo.loci([path])).toMatchObject({ status: "committed", heldBack: [] });
  });
});

describe.skipIf(process.platform === "win32")("commitPaths() reads no device in place of", () => {
  test.each([".gitattributes", ".gitignore", "topics/.gitattributes", "topics/.gitignore"])(
    "%s",
    { timeout: 30_000 },
    async (name) => {
      const repo = createRepo();
      symlinkSync("/dev/zero", join(repo.root, name));
      repo.write("topics/new.md", "- x\n");
      expect(await repo.loci(["topics/new.md"])).toMatchObject({
        status: "committed",
        heldBack: [],
      });
      rmSync(join(repo.root, name));
      execFileSync("mkfifo", [join(repo.root, name)]);
      repo.write("topics/newer.md", "- x\n");
      expect(await repo.loci(["topics/newer.md"])).toMatchObject({ status: "committed" });
    },
  );

  test.each(["HEAD", "index", "refs/heads/main", "objects/info/alternates"])(
    ".git/%s",
    { timeout: 30_000 },
    async (name) => {
      const repo = createRepo();
      rmSync(join(repo.root, ".git", name), { force: true });
      symlinkSync("/dev/zero", join(repo.root, ".git", name));
      repo.write("topics/new.md", "- x\n");
      const result = await repo.loci(["topics/new.md"]).catch((error: unknown) => ({
        status: "thrown",
        error,
      }));
      expect(["blocked", "thrown"]).toContain(result.status);
    },
  );

  test("the reflog, which each recall looks at", { timeout: 30_000 }, async () => {
    const repo = createRepo();
    rmSync(join(repo.root, ".git/logs/HEAD"));
    execFileSync("mkfifo", [join(repo.root, ".git/logs/HEAD")]);
    expect(await lastHeadMove(repo.root)).toBeUndefined();
  });
});

test("commitPaths() reads the start of a .gitignore larger than anybody writes one", async () => {
  const repo = createRepo();
  repo.write(".gitignore", `*.log\n${"x\n".repeat(2 ** 20)}`);
  repo.write(".gitattributes", `*.md text\n${"#\n".repeat(2 ** 20)}`);
  repo.write("topics/new.md", "- x\r\n");
  repo.write("topics/new.log", "- x\n");
  const result = await repo.loci(["topics/new.md", "topics/new.log"]);
  expect(result).toMatchObject({ status: "committed", paths: ["topics/new.md"] });
  expect(repo.git("show", "HEAD:topics/new.md")).toBe("- x\n");
});

test("commitPaths() with 55000 patterns full of stars takes no time", {
  timeout: 30_000,
}, async () => {
  const repo = createRepo();
  repo.write(".gitignore", "*a*a*a*[!c]\n".repeat(55_000));
  repo.write(".gitattributes", `${"*a*a*a*b text\n".repeat(55_000)}`);
  const paths = Array.from({ length: 100 }, (_, n) => `topics/banana-anna-canasta-c${n}c`);
  for (const path of paths) repo.write(path, "- x\n");
  expect(await repo.loci(paths)).toMatchObject({ status: "committed", heldBack: [] });
});

test("commitPaths() with a file of attributes full of words and macros goes on", async () => {
  const repo = createRepo();
  const macros = Array.from({ length: 4_000 }, (_, n) => `[attr]m${n} m${n + 1}\n`).join("");
  repo.write(".gitattributes", `${macros}* m0\n`);
  repo.write("topics/a.md", "- x\n");
  expect(await repo.loci(["topics/a.md"])).toMatchObject({ status: "committed" });
  repo.write(".gitattributes", `* ${"a ".repeat(1_000)}\n`.repeat(500));
  repo.write("topics/b.md", "- x\n");
  expect(await repo.loci(["topics/b.md"])).toMatchObject({ status: "committed" });
});

test("readIfThere() follows no link and reads no more than it is told", async () => {
  const repo = createRepo();
  symlinkSync("notes.txt", join(repo.root, "link"));
  await expect(readIfThere(join(repo.root, "link"))).rejects.toThrow(/it is not a plain file$/);
  const notes = join(repo.root, "notes.txt");
  await expect(readIfThere(notes, { maxBytes: 2 })).rejects.toThrow(/larger/);
  expect((await readIfThere(notes))?.toString()).toBe("mine\n");
});

test.each([false, true])(
  "openIgnoreRules() agrees with git check-ignore on any rules (ignoreCase %s)",
  { timeout: 60_000 },
  async (ignoreCase) => {
    const repo = createRepo({ empty: true });
    const config = new Map([["core.ignorecase", String(ignoreCase)]]);
    repo.git("config", "core.ignorecase", String(ignoreCase));
    const part = fc.constantFrom("a", "b", "A", "ab", "a.", "é", "b]", "a ");
    const path = fc
      .array(part, { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join("/"))
      .filter((one) => one !== "a"); // A folder here, and only files are asked for.
    const piece = fc.constantFrom(
      ...["a", "b", ".", "*", "**", "***", "/", "?", "[ab]", "[!a]", "[]b]", "[a-", "\\a", "\\"],
      ...["**/", "/**", "!", "#", " ", "\\ ", "é", "[[:upper:]]", "[A-Z]", "\r"],
    );
    const line = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
    const rules = fc.array(line, { maxLength: 4 });
    const property = fc.asyncProperty(
      fc.tuple(rules, rules, rules),
      fc.uniqueArray(path, { minLength: 10, maxLength: 20 }),
      async ([top, inner, exclude], paths) => {
        repo.write(".gitignore", top.join("\n"));
        repo.write("a/.gitignore", `${inner.join("\n")}\n`);
        repo.write(".git/info/exclude", exclude.join("\r\n"));
        const gitDir = join(repo.root, ".git");
        const person = { configFiles: [] };
        const isIgnored = openIgnoreRules({ root: repo.root, gitDir, config, person });
        const ours: string[] = [];
        for (const one of paths) if (await isIgnored(one)) ours.push(one);
        let spoken = "";
        try {
          spoken = execFileSync("git", ["check-ignore", "--stdin", "-z"], {
            cwd: repo.root,
            env: gitEnv,
            input: paths.map((one) => `${one}\0`).join(""),
            encoding: "utf8",
          });
        } catch {
          spoken = ""; // None is ignored.
        }
        expect(ours).toEqual(spoken.split("\0").filter(Boolean));
      },
    );
    const nothingLeft = [
      [[], [], ["a**//"]],
      ["a/a", "b", "a."],
    ] satisfies unknown;
    await fc.assert(property, { numRuns: 300, examples: [nothingLeft as never] });
  },
);
