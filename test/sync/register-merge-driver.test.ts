import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { initRepository } from "../../src/git/repository/init-repository.ts";
import { setUpMergeDriver } from "../../src/sync/merge-driver.ts";
import { useTempFolder, useVault } from "../temp.ts";
import { createRepo, gitEnv } from "./repo.ts";

describe("setUpMergeDriver()", () => {
  test("registers once, renews an installation that moved, and keeps every other byte", async () => {
    const repo = createRepo();
    const before = `${repo.read(".git/config")}; mine\n[remote "origin"]\n\turl = /x # y\n`;
    repo.write(".git/config", before);
    const env = gitEnv;
    expect((await setUpMergeDriver(repo.root, { env })).driver).toBe("registered");
    const registered = repo.read(".git/config");
    expect(registered.startsWith(before)).toBe(true);
    expect((await setUpMergeDriver(repo.root, { env })).driver).toBe("current");
    expect(repo.read(".git/config")).toBe(registered);
    const command = ["/opt/it's 100% %P/node", "/opt/m.js"];
    expect((await setUpMergeDriver(repo.root, { env, command })).driver).toBe("registered");
    expect((await setUpMergeDriver(repo.root, { env, command })).driver).toBe("current");
    expect(repo.git("config", "--get-all", "merge.loci.driver")).toBe(
      "'/opt/it'\\''s 100%% %%P/node' '/opt/m.js' merge-file -- %O %A %B %P || git merge-file -L ours -L base -L theirs %A %O %B || exit 1\n",
    );
  });

  test("does nothing without git, and where the vault is not a repository of its own", async () => {
    const root = useVault({ "a.md": "- x\n" });
    const env = gitEnv;
    expect(await setUpMergeDriver(root, { env, attributes: true })).toEqual({
      driver: "no repository",
      attributes: "kept",
    });
    await initRepository(root);
    const config = readFileSync(join(root, ".git/config"), "utf8");
    const none = await setUpMergeDriver(root, { env: { PATH: "/nonexistent" }, attributes: true });
    expect(none).toEqual({ driver: "no git", attributes: "written" });
    expect(readFileSync(join(root, ".git/config"), "utf8")).toBe(config);
    writeFileSync(join(root, "git"), "not to be run");
    expect((await setUpMergeDriver(root, { env: { PATH: root } })).driver).toBe("no git");
  });

  test("is not led to another repository by the environment", async () => {
    const repo = createRepo();
    const other = createRepo();
    const env = { ...gitEnv, GIT_DIR: join(other.root, ".git"), GIT_CONFIG: "/nonexistent/x" };
    await setUpMergeDriver(repo.root, { env });
    expect(repo.read(".git/config")).toContain('[merge "loci"]');
    expect(other.read(".git/config")).not.toContain("loci");
  });

  test.each([
    [
      "none",
      undefined,
      /^# .*\n\*\.md merge=loci\n\*\*\/topics\/index\.txt merge=loci\nlog\/forgotten\.txt merge=loci\nloci\.yaml merge=loci\n$/,
    ],
    ["one without a last line end", "* text=auto", /^\* text=auto\n# .*\n\*\.md merge=loci\n/],
    [
      "one with CRLF",
      "* -text\r\n",
      /^\* -text\r\n# .*\r\n\*\.md merge=loci\r\n[\s\S]*merge=loci\r\n$/,
    ],
    [
      "one that says how to merge Markdown",
      "*.md text merge=union\n",
      /^\*\.md text merge=union\n# .*\n\*\*\/topics/,
    ],
    [
      "one whose line is a comment",
      "# *.md merge=loci\n",
      /^# \*\.md merge=loci\n# .*\n\*\.md merge=loci\n/,
    ],
  ])("adds its lines to .gitattributes: %s", async (_name, before, after) => {
    const repo = createRepo();
    if (before !== undefined) repo.write(".gitattributes", before);
    const options = { env: gitEnv, attributes: true };
    expect((await setUpMergeDriver(repo.root, options)).attributes).toBe("written");
    const written = repo.read(".gitattributes");
    expect(written).toMatch(after);
    expect((await setUpMergeDriver(repo.root, options)).attributes).toBe("kept");
    expect(repo.read(".gitattributes")).toBe(written);
  });

  test("leaves a .gitattributes alone that is a link, and one nobody asked to change", async () => {
    const repo = createRepo();
    const outside = join(useTempFolder(), "x");
    writeFileSync(outside, "");
    symlinkSync(outside, join(repo.root, ".gitattributes"));
    await setUpMergeDriver(repo.root, { env: gitEnv, attributes: true });
    expect(readFileSync(outside, "utf8")).toBe("");
    const other = createRepo();
    await setUpMergeDriver(other.root, { env: gitEnv });
    expect(existsSync(join(other.root, ".gitattributes"))).toBe(false);
  });
});
