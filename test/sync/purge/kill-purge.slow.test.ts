import { cpSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useTempFolder } from "../../temp.ts";
import { createPair, type Device, openDevice } from "../devices.ts";
import { kills, oneOf, runJob } from "../kills.ts";
import { createRepo, openRepo } from "../repo.ts";
import { everything, line, mark, markHere, path } from "./purging.ts";

/** A repository with the secret in a pack, in loose objects and where no branch leads, and the mark that it is to go. */
function createTemplate() {
  const repo = openDevice("board", createRepo().root);
  const { root, git, write, commitAll } = repo;
  write(".gitignore", ".loci/\n");
  write(path, `- bomba rice\n${line}`);
  commitAll("the secret comes");
  git("tag", "-a", "v1", "-m", "tagged");
  git("repack", "-adq");
  write("topics/travel.md", `- lisbon\n${line}`);
  commitAll("once more");
  git("branch", "side");
  git("pack-refs", "--all");
  git("reset", "-q", "--hard", "HEAD~1");
  write(path, "- bomba rice\n- salt\n");
  commitAll("the secret goes");
  const marks = mark(repo);
  commitAll("mark");
  rmSync(join(root, ".git/hooks"), { recursive: true, force: true });
  write(".git/ORIG_HEAD", git("rev-parse", "HEAD~1"));
  return { root, marks };
}

test("a purge killed at calls it makes to the disk is finished by the next round, and ends as one that was not", async () => {
  const template = createTemplate();
  const prepare = () => {
    const root = join(useTempFolder(), "vault");
    cpSync(template.root, root, { recursive: true, preserveTimestamps: true });
    // As `noteUnfinished` writes it, in the folder that it counts in.
    const yes = Array.from(template.marks, (one) => `yes ${one}\n`);
    mkdirSync(join(root, ".git/loci"), { recursive: true });
    const place = `in ${statSync(join(root, ".git")).ino}\n`;
    writeFileSync(join(root, ".git/loci/purged"), place + yes.join(""));
    return openDevice("board", root);
  };
  const refs = ({ git }: Device) =>
    git("for-each-ref", "--format=%(refname) %(objectname)")
      .split("\n")
      .filter((line) => !line.includes("refs/loci/"));
  const whole = prepare();
  expect(everything(whole)).toContain("swordfish");
  const calls = runJob("sync", whole.root);
  expect(calls.length).toBeGreaterThan(30);
  expect(everything(whole)).not.toContain("swordfish");
  expect(refs(whole)).toHaveLength(4);
  whole.fsck();
  expect(runJob("sync", whole.root).length).toBeLessThan(calls.length / 2);
  for (const [board, told] of kills({ job: "sync", calls, prepare, pick: oneOf(13) })) {
    expect(() => board.git("fsck", "--connectivity-only"), told).not.toThrow();
    runJob("sync", board.root);
    expect(everything(board), told).not.toContain("swordfish");
    expect(refs(board), told).toEqual(refs(whole));
    expect(board.files(), told).toEqual(whole.files());
    expect(board.status(), told).toBe("");
    board.fsck();
  }
}, 300_000);

/** Makes copies of a board that meets a purge, with a commit that it has not sent, and of its remote. */
async function createFollower() {
  const { remote, laptop, board } = await createPair({ [path]: `- bomba rice\n${line}` });
  board.write("topics/travel.md", "- lisbon\n");
  board.commitAll("not sent yet");
  laptop.append(path, "- salt\n");
  await markHere(laptop);
  await laptop.sync({ accept: { replace: true } });
  return () => {
    const folder = useTempFolder();
    const options = { recursive: true, preserveTimestamps: true };
    cpSync(board.root, join(folder, "vault"), options);
    cpSync(remote, join(folder, "remote"), options);
    const copy = openDevice("board", join(folder, "vault"));
    copy.git("remote", "set-url", "origin", join(folder, "remote"));
    return { ...copy, remote: openRepo(join(folder, "remote")) };
  };
}

test.each([
  ["accepted", "sync", false],
  ["refused", "refuse", true],
] as const)(
  "a purge of another device that is %s, killed, is finished by the next round",
  async (_, job, isKept) => {
    const prepare = await createFollower();
    const expectDone = (board: ReturnType<typeof prepare>, told: string) => {
      const left = `- bomba rice\n- salt\n${isKept ? line : ""}`;
      expect(board.read(path).split("\n").sort(), told).toEqual(left.split("\n").sort());
      expect(board.read("topics/travel.md"), told).toBe("- lisbon\n");
      expect(board.status(), told).toBe("");
      expect(board.remote.git("rev-parse", "main"), told).toBe(board.git("rev-parse", "main"));
      expect(everything(board).includes("swordfish"), told).toBe(isKept);
      board.fsck();
    };
    const whole = prepare();
    const calls = runJob(job, whole.root);
    expectDone(whole, "not killed");
    for (const [board, told] of kills({ job, calls, prepare, pick: oneOf(41) })) {
      runJob(job, board.root);
      expectDone(board, told);
    }
  },
  300_000,
);
