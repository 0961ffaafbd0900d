import { execFileSync } from "node:child_process";
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readIfThere } from "../../src/git/disk.ts";
import { openIgnoreRules } from "../../src/git/ignore/ignore-rules.ts";
import { respectCheckouts } from "../../src/sync/round/respect-checkouts.ts";
import { createRepo, gitEnv } from "./repo.ts";
import { syncRequest } from "./sync-request.ts";

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
      await expect(repo.loci(["topics/new.md"])).rejects.toThrow();
    },
  );

  test("the reflog, which each recall looks at", { timeout: 30_000 }, async () => {
    const repo = createRepo();
    rmSync(join(repo.root, ".git/logs/HEAD"));
    execFileSync("mkfifo", [join(repo.root, ".git/logs/HEAD")]);
    const { root, lociDir, lock, clock } = syncRequest(repo.root);
    await respectCheckouts({ root, lociDir, lock, clock });
  });
});

test.each([`${"*a".repeat(40)}b`, `${"**/".repeat(600)}b`, `x/${"*a".repeat(1_000)}b`])(
  "commitPaths() with 55000 patterns full of stars takes no time: %#",
  { timeout: 30_000 },
  async (pattern) => {
    const repo = createRepo();
    repo.write(".gitignore", `*a*a*a*[!c]\n${pattern}\n`.repeat(27_500));
    const names = Array.from({ length: 50 }, (_, n) => `banana-anna-canasta-c${n}c`);
    const paths = [`topics/${"a".repeat(180)}.md`, ...names.map((name) => `topics/${name}`)];
    for (const path of paths) repo.write(path, "- x\n");
    expect(await repo.loci(paths)).toMatchObject({ status: "committed", heldBack: [] });
  },
);

test("a file that the person's git puts through a program is left to it", async () => {
  const repo = createRepo();
  repo.git("config", "filter.crypt.clean", "tr a-z b-za");
  repo.write(".gitattributes", "secret/** filter=crypt\n* filter=unknown\n");
  repo.write("secret/a.md", "- x\n");
  repo.write("topics/a.md", "- x\r\n");
  expect(await repo.loci(["secret/a.md", "topics/a.md"])).toMatchObject({
    status: "committed",
    paths: ["topics/a.md"],
    heldBack: [{ path: "secret/a.md", reason: expect.stringContaining('the filter "crypt"') }],
  });
  expect(repo.git("show", "HEAD:topics/a.md")).toBe("- x\r\n");
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
  "openIgnoreRules() agrees with git check-ignore (ignoreCase %s)",
  async (ignoreCase) => {
    const repo = createRepo({ empty: true });
    const config = new Map([["core.ignorecase", String(ignoreCase)]]);
    repo.git("config", "core.ignorecase", String(ignoreCase));
    const top = [
      "# no rule",
      "*.log",
      "!keep.log",
      "/build",
      "drafts/",
      "a/**/z",
      "**/tmp",
      "\\#x",
    ];
    repo.write(".gitignore", [...top, "n[0-9].md", "Upper.md", "trail   ", "é.md"].join("\r\n"));
    repo.write("a/.gitignore", "!here.log\nonly-a\n");
    repo.write(".git/info/exclude", "mine.md\n");
    const names = [
      "x.log",
      "keep.log",
      "here.log",
      "build",
      "only-a",
      "tmp",
      "#x",
      "n1.md",
      "nx.md",
    ];
    const more = ["upper.md", "Upper.md", "trail", "é.md", "mine.md", "z", "drafts"];
    const paths = [...names, ...more].flatMap((name) => [name, `a/${name}`, `a/b/${name}/f.md`]);
    const place = { root: repo.root, gitDir: join(repo.root, ".git"), config };
    const ruleOf = openIgnoreRules({ ...place, person: { configFiles: [] } });
    const ours: string[] = [];
    for (const path of paths) if ((await ruleOf(path)) !== undefined) ours.push(path);
    const spoken = execFileSync("git", ["check-ignore", "--stdin", "-z"], {
      cwd: repo.root,
      env: gitEnv,
      input: paths.map((path) => `${path}\0`).join(""),
      encoding: "utf8",
    });
    expect(ours).toEqual(spoken.split("\0").filter(Boolean));
    expect(await ruleOf("x.log")).toBe('the line "*.log" of .gitignore');
  },
);
