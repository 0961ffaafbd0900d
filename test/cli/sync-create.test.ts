import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { useTempFolder, useVault } from "../temp.ts";
import { filesOf, git, say, useBare, useRepository } from "./synced-vaults.ts";

describe("loci sync --create", () => {
  test("makes the remote on a USB stick, and the next device joins from there", async () => {
    const stick = useTempFolder();
    const remote = join(stick, "memory.git");
    const root = useRepository();
    const first = await runLoci(["sync", "--vault", root, "--remote", "memory.git", "--create"], {
      cwd: stick,
    });
    expect(first, first.stderr).toMatchObject({
      ...{ code: 0, stdout: `Pushed 1 (main, ${remote})\n`, stderr: "" },
    });
    git(remote, "fsck", "--strict");
    const again = await say(root, "--remote", remote, "--create");
    expect(again).toMatchObject({ code: 0, stdout: "Nothing new.\n" });
    const joined = await runLoci(["init", join(stick, "second"), "--from", "memory.git"], {
      cwd: stick,
    });
    expect(joined, joined.stderr).toMatchObject({ code: 0 });
    expect(filesOf(join(stick, "second"))).toEqual(filesOf(root));
  });

  test("follows the branch that is checked out", async () => {
    const root = useRepository();
    git(root, "branch", "-m", "trunk");
    const remote = join(useTempFolder(), "memory.git");
    const { code, stderr } = await say(root, "--remote", remote, "--create");
    expect([code, stderr]).toEqual([0, ""]);
    expect(git(remote, "symbolic-ref", "HEAD").trim()).toBe("refs/heads/trunk");
    expect(git(remote, "rev-parse", "HEAD")).toBe(git(root, "rev-parse", "HEAD"));
  });

  test("is what a folder that is not there, or empty, is told of", async () => {
    const stick = useTempFolder();
    const root = useRepository();
    const remote = join(stick, "memory.git");
    for (const state of ["there is no such folder", "the folder is empty"]) {
      const { code, stderr } = await say(root, "--remote", remote);
      expect(code).toBe(1);
      expect(stderr).toContain(`Cannot sync with ${remote}: ${state}; plug the USB stick in`);
      expect(stderr).toContain(`\`loci sync --remote ${remote} --create\``);
      expect(existsSync(remote) ? readdirSync(remote) : []).toEqual([]);
      mkdirSync(remote, { recursive: true });
    }
  });

  test("makes no folder where the stick is not in, and leaves the settings alone", async () => {
    const root = useRepository();
    const remote = join(useTempFolder(), "stick", "memory.git");
    const { code, stderr } = await say(root, "--remote", remote, "--create");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Cannot sync with \S+: the folder above it is not there; [^\n]+\n$/);
    expect(existsSync(join(remote, ".."))).toBe(false);
    expect(git(root, "remote")).toBe("");
  });

  test.each([
    ["no remote", ["--create"], /add --remote FOLDER/],
    ["a host", ["--remote", "https://git.example.org/m.git", "--create"], /at its host/],
    ["a host by ssh", ["--remote", "git@git.example.org:m.git", "--create"], /at its host/],
  ])("is wrong usage with %s", async (_, flags, sentence) => {
    const root = useRepository();
    const { code, stderr } = await say(root, ...flags);
    expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)]);
    expect(git(root, "remote")).toBe("");
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
      `Cannot sync the vault: it is not a git repository; run \`loci init ${root}\`, or \`git init\` in it\n`,
    ]);
  }
  expect((await runLoci(["init", root])).code).toBe(0);
  expect(await say(root)).toMatchObject({ code: 0, stdout: "Committed 1 (main)\n" });
  expect(git(root, "ls-files")).toContain("notes.md");
});
