import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lineHash, toMarks } from "../../../src/sync/purge/purge-marks.ts";
import { useTempFolder } from "../../temp.ts";
import { openDevice } from "../devices.ts";
import { createRepo } from "../repo.ts";
import { isSampled } from "../sample-kills.ts";

const script = join(import.meta.dirname, "..", "dying-sync.ts");
const secret = "- The code is 4711, and nobody else's";

function run(root: string, nth: number, death: string) {
  return spawnSync(process.execPath, [script, "sync", root, String(nth), death], {
    encoding: "utf8",
  });
}

/** A repository with the secret in a pack, in loose objects and where no branch leads, and the mark that it is to go. */
function createTemplate(): string {
  const repo = createRepo();
  const { root, git, write } = repo;
  write(".gitignore", ".loci/\n");
  write("topics/cooking.md", `- bomba rice\n${secret}\n`);
  git("add", "-A");
  git("commit", "-qm", "the secret comes");
  git("tag", "-a", "v1", "-m", "tagged");
  git("repack", "-adq");
  write("topics/travel.md", `- lisbon\n${secret}\n`);
  git("commit", "-qam", "once more");
  git("branch", "side");
  git("pack-refs", "--all");
  git("reset", "-q", "--hard", "HEAD~1");
  write("topics/cooking.md", "- bomba rice\n- salt\n");
  git("commit", "-qam", "the secret goes");
  mkdirSync(join(root, "log"));
  const mark = [...toMarks([lineHash(secret)], new Date())];
  appendFileSync(join(root, "log/forgotten.txt"), `${mark}\n`);
  git("add", "-A");
  git("commit", "-qm", "mark");
  rmSync(join(root, ".git/hooks"), { recursive: true, force: true });
  writeFileSync(join(root, ".git/ORIG_HEAD"), git("rev-parse", "HEAD~1"));
  return root;
}

test("a purge killed at calls it makes to the disk is finished by the next round, and ends as one that was not", async () => {
  const template = createTemplate();
  const prepare = () => {
    const root = join(useTempFolder(), "vault");
    cpSync(template, root, { recursive: true, preserveTimestamps: true });
    return openDevice("board", root);
  };
  const everything = ({ git }: ReturnType<typeof prepare>) =>
    git("cat-file", "--batch-all-objects", "--batch", "--buffer");
  const refs = ({ git }: ReturnType<typeof prepare>) =>
    git("for-each-ref", "--format=%(refname) %(objectname)")
      .split("\n")
      .filter((line) => !line.includes("refs/loci/"));
  const whole = prepare();
  expect(everything(whole)).toContain("4711");
  const { stdout, stderr } = run(whole.root, 0, "after");
  expect(stderr).toBe("");
  const calls = stdout.split(" ");
  expect(calls.length).toBeGreaterThan(30);
  expect(everything(whole)).not.toContain("4711");
  expect(refs(whole)).toHaveLength(4);
  whole.fsck();
  const again = run(whole.root, 0, "after").stdout.split(" ");
  expect(again.length).toBeLessThan(calls.length / 2);
  for (const [at, name] of calls.entries()) {
    if (!isSampled(at, 13)) continue;
    const death = (name === "create" || name === "append") && at % 2 === 1 ? "half" : "after";
    const board = prepare();
    const told = `killed ${death} call ${at + 1}, ${name}`;
    const killed = run(board.root, at + 1, death);
    expect(killed.signal, `${told}, of ${killed.stdout} ${killed.stderr}`).toBe("SIGKILL");
    expect(() => board.git("fsck", "--connectivity-only"), told).not.toThrow();
    const second = run(board.root, 0, "after");
    expect(second.stderr, told).toBe("");
    expect(everything(board), told).not.toContain("4711");
    expect(refs(board), told).toEqual(refs(whole));
    expect(board.files(), told).toEqual(whole.files());
    expect(board.status(), told).toBe("");
    board.fsck();
  }
}, 300_000);
