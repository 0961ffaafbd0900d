import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withoutGit } from "../../git/maintenance/maintained.ts";
import { createPair, type Device, openDevice } from "../devices.ts";
import { copyBoth, copyFolder, expectSound, kills, runJob } from "../kills.ts";
import { createRepo } from "../repo.ts";
import { everything, line, path, purgeLine } from "./purging.ts";

/** A repository with the secret in a pack, in loose objects and where no branch leads, the last commit without it. */
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
  rmSync(join(root, ".git/hooks"), { recursive: true, force: true });
  write(".git/ORIG_HEAD", git("rev-parse", "HEAD~1"));
  return root;
}

test.each([
  ["git", {}],
  ["no git", withoutGit],
])(
  "a purge with %s, killed at changes of the disk, is finished by the next round, and ends as one that was not",
  async (_, env) => {
    const template = createTemplate();
    const prepare = () => openDevice("board", copyFolder(template));
    const refs = ({ git }: Device) =>
      git("for-each-ref", "--format=%(refname) %(objectname)")
        .split("\n")
        .filter((line) => !line.includes("refs/loci/"));
    const whole = prepare();
    expect(everything(whole)).toContain("swordfish");
    await runJob("purge", whole.root, { env });
    expect(everything(whole)).not.toContain("swordfish");
    expect(refs(whole)).toHaveLength(4);
    const options = { job: "purge", prepare, env, stride: 25, atLeast: 30 } as const;
    for await (const [board, told] of kills(options)) {
      expect(() => board.git("fsck", "--connectivity-only"), told).not.toThrow();
      await runJob("purge", board.root, { env });
      expect(everything(board), told).not.toContain("swordfish");
      expect(refs(board), told).toEqual(refs(whole));
      expect(board.files(), told).toEqual(whole.files());
      expectSound(board, told);
    }
  },
  300_000,
);

/** Makes copies of a board that meets a purge, with a commit that it has not sent, and of its remote. */
async function createFollower() {
  const { remote, laptop, board } = await createPair({ [path]: `- bomba rice\n${line}` });
  board.write("topics/travel.md", "- lisbon\n");
  board.commitAll("not sent yet");
  laptop.append(path, "- salt\n");
  await purgeLine(laptop);
  await laptop.sync({ accept: { replace: true } });
  return () => copyBoth(board, remote);
}

test.each([
  ["accepted", "round", false],
  ["refused", "refuse", true],
] as const)(
  "a purge of another device that is %s, killed, is finished by the next round",
  async (_, job, isKept) => {
    const prepare = await createFollower();
    const expectDone = (board: ReturnType<typeof prepare>, told: string) => {
      const left = `- bomba rice\n- salt\n${isKept ? line : ""}`;
      expect(board.read(path).split("\n").sort(), told).toEqual(left.split("\n").sort());
      expect(board.read("topics/travel.md"), told).toBe("- lisbon\n");
      expectSound(board, told);
      expect(board.remote.git("rev-parse", "main"), told).toBe(board.git("rev-parse", "main"));
      expect(everything(board).includes("swordfish"), told).toBe(isKept);
    };
    for await (const [board, told] of kills({ job, prepare, stride: 41, atLeast: 80 })) {
      await runJob(job, board.root);
      expectDone(board, told);
    }
  },
  300_000,
);
