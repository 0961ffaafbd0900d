/*
 * Where each fault of the list is tested: all files are below test/sync unless they are called by their whole path.
 *
 * Crash and disk
 *  1 killed at each call          (a sample; LOCI_ALL_KILLS=1: all) kill-sync, kill, join-remote, apply/kill, apply/faults, remote/folder-kill, maintain, converge
 *  2 power cut                    not tested: only the order of writes and flushes is (kill-sync, "half" in apply/faults)
 *  3 empty or cut objects, refs   faults-damage, commit-paths ("truncated"), maintain ("damaged object")
 *  4 empty ref, older packed one  faults-damage, blocked
 *  5 disk full, read-only         faults-disk (a real small disk), apply/faults, blocked, remote/folder-kill
 *  6 EIO on one file              here
 *  7 own dead locks               kill, apply/write-ref, set-remote, here (another pid namespace)
 *  8 foreign index.lock           blocked, apply/beside-others, here (an hour old)
 *  9 damaged journal              apply/apply-merge ("dropped"), here, sync-state
 * 10 clocks                       faults-history, commit-paths ("clock is wrong"), trees/merge-bases ("wrong clocks")
 * Concurrency
 * 11 person's commits at once     beside-git, apply/beside-others
 * 12 person's git in the middle   faults-git, sync ("beside the person's own git")
 * 13 two syncs at once            sync ("two rounds"), test/cli/sync ("two at once"), here (another pid namespace)
 * 14 editors that save            apply/beside-others, faults-people (vim), converge
 * 15 between capture and rename   test/vault (careful replacement), apply/beside-others
 * 16 stale buffers                faults-people (vim), apply/beside-others ("old buffer"), test/vault (ten minutes)
 * 17 half-written files           faults-people, hand-edits ("settled")
 * 18 editors' own files           hand-edits ("leave about"), apply/scan-changes
 * 19 agent beside a rename        faults-people, converge
 * 20 Syncthing                    faults-people (kept as files of their own; not merged into the topic)
 * Merge
 * 21 two edits of one entry       merge/merge-entries
 * 22 deletions, renames, swaps    trees/follow, merge/merge-entries
 * 23 order, headings, code        merge/merge-entries, merge/merge-notes, merge/merge-properties
 * 24 line ends, encodings         merge/merge-notes, merge/merge-others, merge/merge-soup, git-bytes
 * 25 names                        trees/merge-trees, trees/hostile
 * 26 binary files, LFS            trees/merge-trees, merge/merge-others, apply/held-back
 * 27 criss-cross, octopus         faults-history, trees/merge-bases, sync ("another history")
 * 28 conflict markers             merge/merge-others
 * 29 a month offline              faults-history (3 × 1,000 edits), merge/merge-properties
 * 30 the same merge twice         trees/random-trees, faults-history ("a host and a stick")
 * Transport
 * 31 refusals                     remote/http-faults, faults-remote (token revoked)
 * 32 cuts, silence                remote/http-faults, faults-remote (server killed, garbage)
 * 33 rewritten, emptied, refused  sync ("guards what was seen before"), remote/push-rules
 * 34 redirects                    remote/http-trust
 * 35 TLS                          remote/http-trust
 * 36 ssh                          remote/ssh, remote/known-hosts, faults-ssh
 * 37 sticks                       faults-disk, remote/folder, remote/folder-kill (no NAS without O_EXCL)
 * 38 many at once                 faults-remote, remote/push-rules
 * Formats
 * 39 kinds of index               faults-git, commit-paths, blocked
 * 40 kinds of repository          faults-git, blocked, remote/shallow
 * 41 hooks and settings           faults-git, apply/apply-merge (line ends), remote/folder, maintain (no safe.directory)
 * 42 size                         maintain (thousands), trees/merge-bases ("long history"), scripts/bench/sync.ts
 * Safety
 * 43 secrets                      hand-edits, test/cli/sync, remote/http-trust, sync-http
 * 44 too large                    hand-edits, test/cli/sync, remote/http-faults (413, quota)
 * 45 vault deleted                faults-people, hand-edits ("went away")
 * 46 hostile remotes              faults-history, trees/hostile, remote/bad-pack, hostile-clone, apply/held-back
 */
import { spawnSync } from "node:child_process";
import fs, {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { cleanEnv, lociCommand, runLoci } from "../run-loci.ts";
import { createBare, createDevice, type Device } from "./devices.ts";
import { openRepo } from "./repo.ts";

const list = (...texts: string[]): string => texts.map((text) => `- ${text}\n`).join("");

async function createPair(): Promise<{ remote: string; laptop: Device; board: Device }> {
  const remote = createBare();
  const laptop = await createDevice("laptop", remote);
  laptop.write(".gitignore", ".loci/\n");
  laptop.write("topics/a.md", list("a"));
  laptop.write("topics/b.md", list("b"));
  await laptop.sync();
  const board = await createDevice("board", remote);
  laptop.append("topics/a.md", list("laptop"));
  await laptop.sync();
  board.append("topics/b.md", list("board"));
  return { remote, laptop, board };
}

/** Every open of one file fails as on a disk with a bad sector. */
function breakFile(path: string): void {
  const { open } = fs.promises;
  const { openSync } = fs;
  const fail = (file: unknown): void => {
    if (String(file).endsWith(path))
      throw Object.assign(new Error("EIO: i/o error"), { code: "EIO" });
  };
  fs.promises.open = async (...args) => {
    fail(args[0]);
    return open(...args);
  };
  fs.openSync = (...args) => {
    fail(args[0]);
    return openSync(...args);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fs.promises, { open });
    Object.assign(fs, { openSync });
    syncBuiltinESMExports();
  });
}

test("syncVault() with a file that cannot be read says which, and takes nothing for deleted", async () => {
  const { laptop, board } = await createPair();
  board.write("topics/bad.md", list("on a bad sector"));
  breakFile("topics/bad.md");
  const ended = await board.sync().catch((error: unknown) => error);
  const told = ended instanceof Error ? ended.message : JSON.stringify(ended);
  expect(told).toContain("topics/bad.md");
  await laptop.sync();
  expect(laptop.files()["topics/b.md"]).toBe(list("b", "board"));
});

describe("syncVault() beside what another program left in .git:", () => {
  test("an index.lock of somebody else stays, were it an hour old", async () => {
    const { board } = await createPair();
    const lock = join(board.root, ".git/index.lock");
    writeFileSync(lock, "");
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(lock, longAgo, longAgo);
    const head = board.git("rev-parse", "HEAD");
    await expect(board.sync({ lockTimeout: 100 })).rejects.toMatchObject({
      code: "GIT_BLOCKED",
      data: { fix: expect.any(String) },
    });
    expect(readFileSync(lock, "utf8")).toBe("");
    expect(board.git("rev-parse", "HEAD")).toBe(head);
    expect(board.read("topics/b.md")).toBe(list("b", "board"));
    rmSync(lock);
    expect(await board.sync()).toMatchObject({ committed: 1, pulled: 1, pushed: 2 });
  });

  test.each(["", "{", '{"move":{}}', '{"ref":"refs/heads/main","from":"x"}', "[[[[", "\0\0\0"])(
    "a journal that reads %j is passed over",
    async (text) => {
      const { laptop, board } = await createPair();
      board.write(".git/loci/move.json", text);
      await board.sync();
      await laptop.sync();
      expect(laptop.files()).toEqual(board.files());
      expect(existsSync(join(board.root, ".git/loci/move.json"))).toBe(false);
    },
  );
});

const noNamespaces = spawnSync("unshare", ["-pf", "--mount-proc", "true"]).status !== 0;

describe.skipIf(noNamespaces)("loci sync in a container with process numbers of its own", () => {
  const [node, main] = lociCommand;
  const preload = resolve(import.meta.dirname, "../workers/die-at.ts");
  const inside = ({ root }: Device, dieAt: number) =>
    spawnSync(
      "unshare",
      [
        ...["-pf", "--mount-proc", "sh", "-c", '"$@"; true', "sh"], // The first process of all cannot be killed.
        ...[node, "--import", preload, main, "sync", "--vault", root],
      ],
      { env: cleanEnv({ LOCI_DIE_AT: `${dieAt}+` }), encoding: "utf8", timeout: 20_000 },
    );

  // At some calls between 64 and 80 it holds two locks, of which one tells what it has staged: whoever deletes that one has to commit it.
  test.each([20, 45, 85])("killed there at call %i, it goes on outside", async (dieAt) => {
    const { remote, laptop, board } = await createPair();
    inside(board, dieAt);
    const first = await runLoci(["sync", "--vault", board.root]);
    if (first.code !== 0) {
      // Nobody outside can see that its owner is dead: a person is told which lock to remove.
      const [lock = ""] = /[^\s"']+\.lock/.exec(first.stderr) ?? [];
      expect(lock, first.stderr).not.toBe("");
      rmSync(resolve(board.root, lock));
    }
    const done = await runLoci(["sync", "--vault", board.root]);
    expect(done.code, done.stderr).toBe(0);
    await laptop.sync();
    expect(laptop.files()).toEqual(board.files());
    expect(board.files()["topics/b.md"]).toBe(list("b", "board"));
    expect(readdirSync(join(board.root, ".git")).filter((x) => x.endsWith(".lock"))).toEqual([]);
    board.fsck();
    openRepo(remote).fsck();
  });
});
