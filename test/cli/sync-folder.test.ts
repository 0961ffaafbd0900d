import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { useTempFolder, useVault } from "../temp.ts";
import { filesOf, git, say, useBare, useRepository } from "./synced-vaults.ts";

describe("loci sync --remote FOLDER", () => {
  test("syncs with a USB stick, and the next device joins from there", async () => {
    const stick = useTempFolder();
    const remote = join(stick, "memory.git");
    const root = useRepository();
    git(root, "init", "-q", "--bare", remote);
    const first = await runLoci(["sync", "--vault", root, "--remote", "memory.git"], {
      cwd: stick,
    });
    const stdout = `Pushed 1 (main, ${remote})\n`;
    expect(first, first.stderr).toMatchObject({ code: 0, stdout, stderr: "" });
    git(remote, "fsck", "--strict");
    const again = await say(root, "--remote", remote);
    expect(again).toMatchObject({ code: 0, stdout: "Nothing new.\n" });
    const joined = await runLoci(["init", join(stick, "second"), "--from", "memory.git"], {
      cwd: stick,
    });
    expect(joined, joined.stderr).toMatchObject({ code: 0 });
    expect(filesOf(join(stick, "second"))).toEqual(filesOf(root));
  });

  test("says of a folder that is not there, or empty, how to make a repository in it", async () => {
    const stick = useTempFolder();
    const root = useRepository();
    const remote = join(stick, "memory.git");
    for (const state of ["there is no such folder", "the folder holds no repository"]) {
      const { code, stderr } = await say(root, "--remote", remote);
      expect(code).toBe(1);
      expect(stderr).toContain(`Cannot sync with ${remote}: ${state}; plug the USB stick in`);
      expect(stderr).toContain(`\`git init --bare ${remote}\``);
      expect(existsSync(remote) ? readdirSync(remote) : []).toEqual([]);
      mkdirSync(remote, { recursive: true });
    }
  });
});

describe("a relative path", () => {
  test("is meant from where loci init --from was typed", async () => {
    const folder = useTempFolder();
    const bare = useBare();
    for (const [from, cwd] of [
      ["memory.git", join(bare, "..")],
      ["../memory.git", bare],
      [`~/memory.git`, "/"],
    ] as const) {
      const root = join(folder, cwd.replaceAll("/", "-"));
      const made = await runLoci(["init", root, `--from=${from}`], {
        cwd,
        env: { HOME: join(bare, "..") },
      });
      expect(made, made.stderr).toMatchObject({ code: 0 });
      expect(git(root, "config", "remote.origin.url").trim()).toBe(bare);
    }
  });
});

test("a plain folder of Markdown is told how it can be synced", async () => {
  const root = useVault({ "notes.md": "- Tea\n" });
  for (const flags of [[], ["--status"]]) {
    const { code, stderr } = await say(root, ...flags);
    expect([code, stderr]).toEqual([
      1,
      `Cannot use the vault's git: it is not a git repository; run \`loci init ${root}\`, or \`git init\` in it\n`,
    ]);
  }
  expect((await runLoci(["init", root])).code).toBe(0);
  expect(await say(root)).toMatchObject({ code: 0, stdout: "Committed 1 (main)\n" });
  expect(git(root, "ls-files")).toContain("notes.md");
});
