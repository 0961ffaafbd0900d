import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { setRemote } from "../../../src/git/remote/remote.ts";
import { createRepo } from "../../sync/repo.ts";

const config = (root: string): string => join(root, ".git/config");

describe("setRemote()", () => {
  test("adds a remote that git reads, and keeps every other byte", async () => {
    const { root, git } = createRepo();
    const had = `${readFileSync(config(root), "utf8")}; mine\n[alias]\n\tst = status`;
    writeFileSync(config(root), had);
    await setRemote(join(root, ".git"), "origin", "https://git.example.org/ana/vault.git");
    expect(readFileSync(config(root), "utf8").startsWith(had)).toBe(true);
    expect(git("config", "remote.origin.url")).toBe("https://git.example.org/ana/vault.git\n");
    expect(git("config", "remote.origin.fetch")).toBe("+refs/heads/*:refs/remotes/origin/*\n");
    expect(git("config", "alias.st")).toBe("status\n");
  });

  test.each(["/media/stick/a b; c#d", 'C:\\stick\\"x"'])(
    "writes %s as git reads it, again and again",
    async (url) => {
      const { root, git } = createRepo();
      await setRemote(join(root, ".git"), "origin", "/old");
      git("config", "remote.origin.prune", "true");
      await setRemote(join(root, ".git"), "origin", url);
      const once = readFileSync(config(root), "utf8");
      await setRemote(join(root, ".git"), "origin", url);
      expect(readFileSync(config(root), "utf8")).toBe(once);
      expect(git("config", "--get-all", "remote.origin.url")).toBe(`${url}\n`);
      expect(git("config", "remote.origin.prune")).toBe("true\n");
    },
  );
});
