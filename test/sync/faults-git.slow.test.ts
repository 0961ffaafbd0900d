import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { packRepo, withGit } from "../git/maintenance/maintained.ts";
import { serveBare } from "../git/remote/device.ts";
import { useTempFolder } from "../temp.ts";
import { createDevice, createPair, expectSame, list, oneSentence } from "./devices.ts";
import { gitEnv, openRepo } from "./repo.ts";

/** Real git, while the server in this process goes on. */
const runGit = (cwd: string, ...args: string[]) =>
  promisify(execFile)("git", args, { cwd, env: { ...gitEnv, GIT_SEQUENCE_EDITOR: "sed -i 2d" } });

/** A board and a laptop with a real git server between them; both have something new. */
async function start() {
  const { server, bare, url } = await serveBare();
  const { board, laptop } = await createPair(
    { "topics/a.md": list("a"), "topics/b.md": list("b") },
    url,
  );
  board.write("topics/b.md", list("b", "board 1"));
  await board.sync();
  board.write("topics/c.md", list("board 2"));
  board.commitAll("two");
  board.append("topics/b.md", list("board 3"));
  await laptop.sync();
  laptop.append("topics/a.md", list("laptop"));
  await laptop.sync();
  return { server, board, laptop, bare };
}

/** What a person may do in the middle of a round, and how they come back from it. */
const habits: Record<string, { readonly does: string[][]; readonly comesBack?: string[][] }> = {
  "git commit": { does: [["commit", "-q", "--allow-empty", "-m", "plain"]] },
  "git pull": { does: [["pull", "-q", "--no-rebase", "--no-edit", "origin", "main"]] },
  "git checkout other": {
    does: [["checkout", "-q", "-b", "other"]],
    comesBack: [["checkout", "-q", "main"]],
  },
  "git checkout of an older branch": {
    does: [
      ["branch", "old", "main~1"],
      ["checkout", "-q", "old"],
    ],
    comesBack: [["checkout", "-q", "main"]],
  },
  "git rebase -i": { does: [["rebase", "-q", "-i", "--keep-empty", "HEAD~2"]] },
  "git commit --amend": { does: [["commit", "-q", "--amend", "-m", "amended"]] },
  "git reset --hard": { does: [["reset", "-q", "--hard", "HEAD~1"]] },
  "git stash": {
    does: [
      ["rm", "-q", "--cached", "topics/c.md"],
      ["stash", "-q"],
    ],
    comesBack: [["stash", "drop", "-q"]],
  },
  "git gc": { does: [["gc", "-q", "--prune=now"]] },
  "git repack -ad": { does: [["repack", "-adq"], ["pack-refs", "--all"], ["prune-packed"]] },
  "git branch -m": { does: [["branch", "-m", "trunk"]], comesBack: [["branch", "-m", "main"]] },
};
/** Taken away by the person, or put elsewhere. */
const dropped = /rebase|reset/;
const points = ["pack", "push", "advert"] as const;
/** Each habit at one point of the round: all of them are for `LOCI_ALL_KILLS=1`. */
const pointsOf = (nth: number) =>
  points.filter((_, at) => process.env.LOCI_ALL_KILLS !== undefined || at === nth % 3);

test.each(Object.keys(habits))(
  "syncVault() loses nothing when in the middle of a round a person does %s",
  async (name) => {
    const { does = [], comesBack = [] } = habits[name] ?? {};
    for (const point of pointsOf(Object.keys(habits).indexOf(name))) {
      const told = `${name} at ${point}`;
      const { server, board, laptop, bare } = await start();
      let isDone = false;
      server.beforeGit = async (at) => {
        if (at !== point || isDone) return;
        isDone = true;
        for (const args of does) await runGit(board.root, ...args);
      };
      const ended = await board.sync().catch((error: unknown) => error);
      expect(isDone, told).toBe(true);
      if (ended instanceof Error) expect(ended, told).toMatchObject(oneSentence);
      for (const args of comesBack) await runGit(board.root, ...args);
      const kept = ["a", "b", "board 1", "laptop"];
      await expectSame(
        [board, laptop],
        dropped.test(name) ? kept : [...kept, "board 2", "board 3"],
      );
      expect(board.git("rev-parse", "HEAD")).toBe(bare.git("rev-parse", "main"));
      bare.fsck();
    }
  },
);

test("syncVault() and repack() run no hook and no program, whatever the clone's settings name", async () => {
  const { remote, laptop } = await createPair({});
  const names = (
    "pre-commit post-commit prepare-commit-msg commit-msg post-merge post-checkout pre-push " +
    "reference-transaction post-index-change post-rewrite"
  ).split(" ");
  const trap = join(useTempFolder(), "trap");
  const text = `#!/bin/sh\necho "$0" >> ${trap}\n`;
  for (const name of [...names, "fsmonitor-watchman"]) {
    for (const folder of [".git/hooks", "hooks"]) laptop.write(`${folder}/${name}`, text);
  }
  for (const name of [...names, "pre-receive", "update", "post-receive", "post-update"])
    openRepo(remote).write(`hooks/${name}`, text);
  execFileSync("chmod", ["-R", "+x", join(laptop.root, "hooks"), join(laptop.root, ".git/hooks")]);
  execFileSync("chmod", ["-R", "+x", join(remote, "hooks")]);
  laptop.git("config", "core.hooksPath", join(laptop.root, "hooks"));
  laptop.git("config", "core.fsmonitor", join(laptop.root, "hooks/fsmonitor-watchman"));
  laptop.git("config", "merge.loci.driver", `touch ${trap}`);
  laptop.git("config", "gpg.program", join(laptop.root, "hooks/pre-commit"));
  laptop.git("config", "commit.gpgsign", "true");
  for (const key of [
    "core.alternateRefsCommand",
    "uploadpack.packObjectsHook",
    "alias.pack-objects",
  ])
    laptop.git("config", key, join(laptop.root, "hooks/pre-commit"));
  expect(await packRepo(laptop, withGit)).toBeGreaterThan(1);
  laptop.write("topics/a.md", list("a"));
  await laptop.sync();
  const board = await createDevice("board", remote);
  board.append("topics/a.md", list("board"));
  laptop.append("topics/a.md", list("laptop"));
  await board.sync();
  expect(await laptop.sync()).toMatchObject({ merged: ["topics/a.md"] });
  await board.sync();
  expect(board.files()).toEqual(laptop.files());
  expect(existsSync(trap)).toBe(false);
});
