import { execFileSync } from "node:child_process";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gitHome, parseGitConfig } from "../../../src/git/config/git-config.ts";
import { openAttributes } from "../../../src/git/ignore-and-attributes/attributes.ts";
import { readPersonAuthor } from "../../../src/sync/commit/commit-identity.ts";
import { fc } from "../../fast-check.ts";
import { createRepo, gitEnv, type TestRepo } from "../../sync/repo.ts";

const contents = {
  lf: "- a\n- b\n",
  crlf: "- a\r\n- b\r\n",
  mixed: "- a\r\n- b\n- c\r\n",
  loneCr: "- a\r- b\r\n",
  binary: "\0\r\n",
  odd: `${"\x01".repeat(4)}x\r\n`,
  empty: "",
  accents: "- ünï\r\n- 日本\r\n",
};

/** The blob of each path in a listing by git, which stands at this place of a line. */
function blobsOf(listing: string, place: number, paths: string[]): (string | undefined)[] {
  const lines = listing.trimEnd().split("\n");
  const blobs = new Map(lines.map((line) => [line.split("\t")[1], line.split(/\s/)[place]]));
  return paths.map((path) => blobs.get(path));
}

/** The blobs that `git add` makes of these files, in an index of its own. */
function addWithGit(repo: TestRepo, paths: string[]): (string | undefined)[] {
  const env = { ...gitEnv, GIT_INDEX_FILE: join(repo.root, ".git/oracle") };
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: repo.root, env, encoding: "utf8", stdio: "pipe" });
  cpSync(join(repo.root, ".git/index"), env.GIT_INDEX_FILE);
  git("add", "--", ...paths);
  return blobsOf(git("ls-files", "-s", "--", ...paths), 1, paths);
}

describe("commitPaths() stores what git would store", () => {
  test.each([
    "",
    "*.md -text",
    "*.md text",
    "*.md text=auto",
    "*.md eol=lf",
    "*.md text=auto eol=crlf",
    "* -text\n*.md text eol=lf merge=memory",
    "*.md binary",
    "*.md crlf",
    "*.md -crlf",
    "*.md text=nonsense",
    "[attr]prose text eol=lf\ntopics/** prose",
    "*.md ident",
    "*.md filter=absent",
  ])("with .gitattributes %j", async (attributes) => {
    for (const autocrlf of ["false", "true", "input"]) {
      const repo = createRepo();
      repo.git("config", "core.autocrlf", autocrlf);
      repo.git("config", "core.safecrlf", "false");
      repo.write(".gitattributes", `${attributes}\n`);
      const paths = Object.keys(contents).flatMap((name) => [
        `topics/${name}.md`,
        `old/${name}.md`,
      ]);
      for (const [name, text] of Object.entries(contents)) {
        repo.write(`old/${name}.md`, text);
        repo.write(`topics/${name}.md`, text);
      }
      // what was committed with CRLF once stays so under text=auto
      repo.git("-c", "core.autocrlf=false", "add", "old", ".gitattributes");
      repo.git("commit", "-qm", "old");
      for (const path of paths) writeFileSync(join(repo.root, path), "- more\r\n", { flag: "a" });
      const expected = addWithGit(repo, paths);
      const result = await repo.loci(paths);
      expect(result).toMatchObject({ status: "committed", heldBack: [] });
      const stored = blobsOf(repo.git("ls-tree", "HEAD", "--", ...paths), 2, paths);
      expect(stored).not.toContain(undefined);
      expect(stored, `autocrlf=${autocrlf}`).toEqual(expected);
      expect(repo.status()).toBe("");
      expect(repo.git("diff", "HEAD")).toBe("");
    }
  });

  test("or holds back what only git can convert", async () => {
    const repo = createRepo();
    repo.git("config", "filter.secret.clean", "cat");
    repo.write(
      ".git/info/attributes",
      "a.md filter=secret\nb.md working-tree-encoding=UTF-16\nc.md ident\n",
    );
    for (const name of ["a.md", "b.md", "c.md"]) repo.write(name, "$Id: x $\n");
    const result = await repo.loci(["a.md", "b.md", "c.md"]);
    expect(result).toMatchObject({
      status: "nothing",
      heldBack: [
        { path: "a.md", reason: 'git runs the filter "secret" on it' },
        { path: "b.md", reason: "git re-encodes it from UTF-16" },
        { path: "c.md", reason: "git rewrites its $Id$ keyword" },
      ],
    });
  });
});

test("openAttributes() agrees with git check-attr on any pattern", async () => {
  const repo = createRepo({ empty: true });
  const config = new Map<string, string>();
  const name = fc.stringMatching(/^[ab.]{1,3}$/).filter((part) => part !== "." && part !== "..");
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
  const piece = fc.constantFrom(
    "a",
    "b",
    ".",
    "*",
    "**",
    "/",
    "?",
    "[ab]",
    "[!a]",
    "\\a",
    "**/",
    "/**",
  );
  const pattern = fc
    .array(piece, { minLength: 1, maxLength: 5 })
    .map((parts) => parts.join(""))
    // git takes "b**/a" for "ba": its fast path cuts off the "b" and sees "**/a"
    .filter((glob) => !/[^/]\*\*|\*\*[^/]/.test(glob));
  const line = fc
    .tuple(pattern, fc.constantFrom("x", "-x", "!x", "x=1", "both", "-both", "binary"))
    .map((words) => words.join(" "));
  const property = fc.asyncProperty(
    fc.array(line, { maxLength: 4 }),
    fc.array(line, { maxLength: 2 }),
    fc.array(path, { minLength: 4, maxLength: 8 }),
    async (top, inner, paths) => {
      repo.write(".gitattributes", `[attr]both x y=2\n${top.join("\n")}\n`);
      rmSync(join(repo.root, "a"), { recursive: true, force: true });
      repo.write("a/.gitattributes", `${inner.join("\n")}\n`);
      const gitDir = join(repo.root, ".git");
      const look = openAttributes({ root: repo.root, gitDir, config, person: { configFiles: [] } });
      const spoken = repo
        .git("check-attr", "x", "y", "text", "--", ...paths)
        .trim()
        .split("\n");
      const ours: string[] = [];
      for (const one of paths) {
        const found = await look(one);
        for (const key of ["x", "y", "text"]) {
          const value = found.get(key);
          const word =
            value === true ? "set" : value === false ? "unset" : (value ?? "unspecified");
          ours.push(`${one}: ${key}: ${word}`);
        }
      }
      expect(ours).toEqual(spoken);
    },
  );
  await fc.assert(property, { numRuns: 150 });
});

test("parseGitConfig() reads what git config reads", () => {
  const repo = createRepo({ empty: true });
  const text = [
    '[user] name = "Ana #1" Pérez ; comment',
    "\temail = a@b.c # comment",
    "[Core]",
    "\tautoCRLF",
    "bare = false",
    'quoted = "a ; b"   c  ',
    'escaped = "tab\\there \\"x\\" \\\\"',
    "long = one \\",
    "  two",
    "empty =",
    '[remote "Up \\"stream\\""]',
    "\turl = https://x/y#z",
    "[branch.Old]",
    "\tmerge = refs/heads/main",
    "# comment",
    ";[not]",
    "",
  ].join("\n");
  repo.write("config-file", text);
  const spoken = repo.git("config", "--file", "config-file", "--list", "-z");
  const pairs = spoken
    .split("\0")
    .filter(Boolean)
    .map((pair) => [
      pair.split("\n")[0],
      pair.includes("\n") ? pair.slice(pair.indexOf("\n") + 1) : "true",
    ]);
  expect(parseGitConfig(text)).toEqual(pairs);
});

describe("readPersonAuthor()", () => {
  test("reads the repository's settings before the person's, and their includes", async () => {
    const repo = createRepo({ empty: true });
    repo.write("home/.gitconfig", '[include]\n\tpath = "~/more"\n[user]\n\tname = Ana\n');
    repo.write("home/more", "[user]\n\temail = ana@home\n");
    const home = join(repo.root, "home");
    repo.write("home/.config/git/config", "[include]\n\tpath = here\n");
    repo.write("home/.config/git/here", "[user]\n\tname = Here\n[x]\n\there = 1\n");
    const person = gitHome({ HOME: home, GIT_CONFIG_NOSYSTEM: "1" });
    expect(await readPersonAuthor(repo.root, person, "board")).toEqual({
      name: "Ana",
      email: "ana@home",
    });
    const real = execFileSync("git", ["config", "user.email"], {
      cwd: repo.root,
      env: { PATH: gitEnv.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: "1" },
      encoding: "utf8",
    });
    expect(real.trim()).toBe("ana@home");
    repo.git("config", "user.name", "Ana of this vault");
    expect(await readPersonAuthor(repo.root, person, "board")).toEqual({
      name: "Ana of this vault",
      email: "ana@home",
    });
  });

  test("names the device when git knows nobody, without a home too", async () => {
    const repo = createRepo({ empty: true });
    const person = gitHome({ GIT_CONFIG_NOSYSTEM: "1" });
    expect(person.configFiles).toEqual([]);
    expect(await readPersonAuthor(repo.root, person, "le potato")).toEqual({
      name: "loci",
      email: "loci@lepotato.invalid",
    });
  });

  test("finds git's files where git does", () => {
    expect(gitHome({ HOME: "/h", XDG_CONFIG_HOME: "/x" })).toEqual({
      home: "/h",
      configFiles: ["/etc/gitconfig", "/x/git/config", "/h/.gitconfig"],
      attributesFile: "/x/git/attributes",
      ignoreFile: "/x/git/ignore",
    });
    expect(
      gitHome({ HOME: "/h", GIT_CONFIG_GLOBAL: "/g", GIT_CONFIG_NOSYSTEM: "1" }).configFiles,
    ).toEqual(["/g"]);
  });
});
