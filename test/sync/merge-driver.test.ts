import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { initRepository } from "../../src/git/repository/init-repository.ts";
import { registerMergeDriver } from "../../src/sync/merge-driver.ts";
import { useTempFolder, useVault } from "../temp.ts";
import { createRepo, gitEnv, openRepo, type TestRepo } from "./repo.ts";

const topic = `---
title: Cooking
updated: 2026-02-10
---

# Cooking

- Prefers bomba rice (2026-02-10)
- Uses homemade broth (2026-02-10)
- Allergic to tree nuts (2026-02-10)
`;

/** A vault with the driver, and a clone of it with the driver. */
async function createPair(): Promise<{ here: TestRepo; there: TestRepo }> {
  const here = createRepo({ empty: true });
  here.write("topics/cooking.md", topic);
  here.write(".gitattributes", "*.md merge=loci\n");
  await registerMergeDriver(here.root, { env: gitEnv });
  here.git("add", "-A");
  here.git("commit", "-qm", "first");
  const root = join(useTempFolder(), "clone");
  execFileSync("git", ["clone", "-q", here.root, root], { env: gitEnv });
  await registerMergeDriver(root, { env: gitEnv });
  return { here, there: openRepo(root) };
}

function edit(repo: TestRepo, change: (text: string) => string): void {
  repo.write("topics/cooking.md", change(repo.read("topics/cooking.md")));
}

/** Both sides append at the same place, and change the same line of the frontmatter. */
function diverge(here: TestRepo, there: TestRepo): void {
  edit(here, (text) =>
    text.replace("updated: 2026-02-10", "updated: 2026-02-12").concat("- Likes saffron\n"),
  );
  edit(there, (text) =>
    text
      .replace("updated: 2026-02-10", "updated: 2026-02-11")
      .replace("- Uses homemade broth (2026-02-10)\n", "")
      .concat("- Hates coriander\n"),
  );
}

/** What every merge of the two must come to. */
function expectMerged(repo: TestRepo): void {
  const text = repo.read("topics/cooking.md");
  for (const line of ["bomba rice", "tree nuts", "saffron", "coriander", "updated: 2026-02-12"]) {
    expect(text).toContain(line);
  }
  expect(text).not.toContain("homemade broth");
  expect(text).not.toMatch(/^(<{7}|={7}|>{7})/m);
  expect(text.match(/^- /gm)).toHaveLength(4);
  expect(repo.status()).toBe("");
  expect(readdirSync(repo.root).filter((name) => name.includes(".loci-merge"))).toEqual([]);
  repo.fsck();
}

describe("plain git with the driver merges entry by entry", () => {
  test.each([
    ["git merge", ["fetch", "-q"], ["merge", "-q", "--no-edit", "origin/main"]],
    ["git rebase", ["fetch", "-q"], ["rebase", "-q", "origin/main"]],
  ] as [string, ...string[][]][])("%s", async (_name, ...commands) => {
    const { here, there } = await createPair();
    diverge(here, there);
    here.git("commit", "-qam", "here");
    there.git("commit", "-qam", "there");
    for (const command of commands) there.git(...command);
    expectMerged(there);
  });
});

describe("registerMergeDriver()", () => {
  test("registers once, renews an installation that moved, and keeps every other byte", async () => {
    const repo = createRepo();
    const before = `${repo.read(".git/config")}; mine\n[remote "origin"]\n\turl = /x # y\n`;
    repo.write(".git/config", before);
    const env = { ...gitEnv, GIT_DIR: "/nonexistent", GIT_CONFIG: "/nonexistent/x" };
    expect(await registerMergeDriver(repo.root, { env })).toBe(true);
    const registered = repo.read(".git/config");
    expect(registered.startsWith(before)).toBe(true);
    expect(await registerMergeDriver(repo.root, { env })).toBe(false);
    expect(repo.read(".git/config")).toBe(registered);
    const command = ["/opt/it's 100% %P/node", "/opt/m.js"];
    expect(await registerMergeDriver(repo.root, { env, command })).toBe(true);
    expect(repo.git("config", "--get-all", "merge.loci.driver")).toBe(
      "'/opt/it'\\''s 100%% %%P/node' '/opt/m.js' merge-file -- %O %A %B %P || git merge-file -L ours -L base -L theirs %A %O %B || exit 1\n",
    );
  });

  test("does nothing without git, and where the vault is not a repository of its own", async () => {
    const root = useVault({ "a.md": "- x\n" });
    expect(await registerMergeDriver(root, { env: gitEnv })).toBe(false);
    await initRepository(root);
    writeFileSync(join(root, "git"), "not to be run");
    for (const PATH of ["/nonexistent", root])
      expect(await registerMergeDriver(root, { env: { PATH } })).toBe(false);
    expect(readFileSync(join(root, ".git/config"), "utf8")).not.toContain("loci");
  });
});

describe("where Loci cannot merge, git's own merge takes over", () => {
  test.each([
    ["cannot be started", ["/nonexistent/node", "/nonexistent/main.js"]],
    ["is killed", [process.execPath, "-e", "process.kill(process.pid, 9)", "--"]],
  ])("because it %s", async (_why, command) => {
    const { here, there } = await createPair();
    await registerMergeDriver(there.root, { env: gitEnv, command });
    edit(here, (text) => text.replace("bomba", "calasparra"));
    edit(there, (text) => text.replace("bomba", "arborio").replace("tree nuts", "all nuts"));
    here.git("commit", "-qam", "here");
    there.git("commit", "-qam", "there");
    expect(() => there.git("pull", "-q", "--no-rebase")).toThrow();
    const text = there.read("topics/cooking.md");
    expect(text).toMatch(
      /<<<<<<< ours\n[\s\S]*arborio[\s\S]*=======[\s\S]*calasparra[\s\S]*>>>>>>> theirs/,
    );
    expect(text).toContain("all nuts");
    expect(there.status()).toMatch(/^UU topics\/cooking\.md$/m);
  });

  test("a binary file that a strange attribute gave to the driver stays a conflict", async () => {
    const { here, there } = await createPair();
    here.write(".gitattributes", "* merge=loci\n");
    here.write("photo.png", Buffer.from([0x89, 0, 1, 2, 3]));
    here.git("add", "-A");
    here.git("commit", "-qm", "photo");
    there.git("pull", "-q");
    here.write("photo.png", Buffer.from([0x89, 0, 1, 2, 4]));
    there.write("photo.png", Buffer.from([0x89, 0, 1, 2, 5]));
    here.git("commit", "-qam", "here");
    there.git("commit", "-qam", "there");
    expect(() => there.git("pull", "-q", "--no-rebase")).toThrow(/no text to merge/);
    expect(readFileSync(join(there.root, "photo.png"))[4]).toBe(5);
    expect(there.status()).toMatch(/^UU photo\.png$/m);
  });
});

describe("a remote cannot make the driver run anything", () => {
  const strange = [
    "a'b.md",
    "$(touch pwned).md",
    "; touch pwned #.md",
    "a\ntouch pwned\n.md",
    "--json.md",
    "%O%A%B%P%%.md",
    "'$(touch pwned)'.md",
  ];

  test("by the names of its files", async () => {
    const { here, there } = await createPair();
    for (const path of strange) here.write(path, "- one\n");
    here.git("add", "-A");
    here.git("commit", "-qm", "strange");
    there.git("pull", "-q");
    for (const path of strange) here.write(path, "- one\n- here\n");
    for (const path of strange) there.write(path, "- one\n- there\n");
    here.git("commit", "-qam", "here");
    there.git("commit", "-qam", "there");
    there.git("pull", "-q", "--no-rebase", "--no-edit");
    for (const path of strange) {
      expect(there.read(path), path).toContain("- here");
      expect(there.read(path), path).toContain("- there");
    }
    expect(there.git("ls-files").includes("pwned\n")).toBe(false);
    for (const root of [here.root, there.root]) expect(existsSync(join(root, "pwned"))).toBe(false);
    expect(there.status()).toBe("");
  });

  test("by its .gitattributes", async () => {
    const { here, there } = await createPair();
    here.write(
      ".gitattributes",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: for a shell, if one ever read it.
      '*.md merge=loci;touch${IFS}pwned\n*.md merge=$(touch${IFS}pwned)\n[attr]loci merge=evil\n"*.md" merge=evil driver=x\n',
    );
    here.git("add", "-A");
    here.git("commit", "-qm", "hostile");
    there.git("pull", "-q");
    edit(here, (text) => `${text}- here\n`);
    edit(there, (text) => text.replace("# Cooking", "# Cooking at home"));
    here.git("commit", "-qam", "here");
    there.git("commit", "-qam", "there");
    spawnSync("git", ["pull", "-q", "--no-rebase", "--no-edit"], { cwd: there.root, env: gitEnv });
    expect(existsSync(join(there.root, "pwned"))).toBe(false);
  });

  test("by a log/forgotten.txt that is a link, or never ends", async () => {
    const { here, there } = await createPair();
    mkdirSync(join(there.root, "log"));
    symlinkSync("/dev/zero", join(there.root, "log/forgotten.txt"));
    diverge(here, there);
    here.git("commit", "-qam", "here");
    there.git("commit", "-qam", "there");
    there.git("pull", "-q", "--no-rebase", "--no-edit");
    expect(there.read("topics/cooking.md")).toContain("saffron");
  });
});
