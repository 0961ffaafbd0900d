import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setRemote } from "../../../src/git/remote/remote.ts";
import { createRepo } from "../../sync/repo.ts";

const config = (root: string): string => join(root, ".git/config");

test.each(["https://git.example.org/ana/vault.git", "/media/stick/a b; c#d", 'C:\\stick\\"x"'])(
  "setRemote() writes %s as git reads it, once, and keeps every other byte",
  async (url) => {
    const { root, git } = createRepo();
    const set = (to: string) => setRemote(join(root, ".git"), "origin", to);
    const had = `${readFileSync(config(root), "utf8")}; mine\n[alias]\n\tst = status`;
    writeFileSync(config(root), had);
    await set("/old");
    expect(git("config", "remote.origin.fetch")).toBe("+refs/heads/*:refs/remotes/origin/*\n");
    git("config", "remote.origin.prune", "true");
    await set(url);
    const once = readFileSync(config(root), "utf8");
    await set(url);
    expect(readFileSync(config(root), "utf8")).toBe(once);
    expect(once.startsWith(had)).toBe(true);
    expect(git("config", "--get-all", "remote.origin.url")).toBe(`${url}\n`);
    expect(git("config", "alias.st") + git("config", "remote.origin.prune")).toBe("status\ntrue\n");
  },
);
