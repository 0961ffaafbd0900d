import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lineHash, toMarks } from "../../../src/sync/purge/purge-marks.ts";
import { useTempFolder } from "../../temp.ts";
import { createDevice, createOwn, openDevice } from "../devices.ts";
import { createRepo, openRepo } from "../repo.ts";
import { isSampled } from "../sample-kills.ts";

const script = join(import.meta.dirname, "..", "dying-sync.ts");
const secret = "- The code is 4711, and nobody else's";

function run(root: string, nth: number, death: string, job = "sync") {
  return spawnSync(process.execPath, [script, job, root, String(nth), death], {
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

/** A board that meets a purge, with a commit that it has not sent; its remote lies beside it. */
async function createFollower(): Promise<string> {
  const folder = useTempFolder();
  const remote = join(folder, "remote");
  mkdirSync(remote);
  openRepo(remote).git("init", "-q", "--bare", "-b", "main");
  const laptop = await createOwn("laptop", remote);
  laptop.write(".gitignore", ".loci/\n");
  laptop.write("topics/cooking.md", `- bomba rice\n${secret}\n`);
  await laptop.sync();
  const root = join(folder, "vault");
  cpSync((await createDevice("board", remote)).root, root, { recursive: true });
  const board = openRepo(root);
  board.write("topics/travel.md", "- lisbon\n");
  board.git("add", "-A");
  board.git("commit", "-qm", "not sent yet");
  laptop.write("topics/cooking.md", "- bomba rice\n- salt\n");
  mkdirSync(join(laptop.root, "log"));
  laptop.write("log/forgotten.txt", `${[...toMarks([lineHash(secret)], new Date())]}\n`);
  await laptop.sync({ accept: { purge: true } });
  return folder;
}

test.each([
  ["accepted", "sync", false],
  ["refused", "refuse", true],
])(
  "a purge of another device that is %s, killed, is finished by the next round",
  async (_, job, isKept) => {
    const template = await createFollower();
    const prepare = () => {
      const folder = useTempFolder();
      cpSync(template, folder, { recursive: true, preserveTimestamps: true });
      const board = openDevice("board", join(folder, "vault"));
      board.git("remote", "set-url", "origin", join(folder, "remote"));
      return { board, remote: openRepo(join(folder, "remote")) };
    };
    const expectDone = ({ board, remote }: ReturnType<typeof prepare>, told: string) => {
      const cooking = isKept ? `- bomba rice\n- salt\n${secret}\n` : "- bomba rice\n- salt\n";
      expect(board.read("topics/cooking.md").split("\n").sort(), told).toEqual(
        cooking.split("\n").sort(),
      );
      expect(board.read("topics/travel.md"), told).toBe("- lisbon\n");
      expect(board.status(), told).toBe("");
      expect(remote.git("rev-parse", "main"), told).toBe(board.git("rev-parse", "main"));
      const everything = board.git("cat-file", "--batch-all-objects", "--batch", "--buffer");
      expect(everything.includes("nobody else's"), told).toBe(isKept);
      board.fsck();
    };
    const whole = prepare();
    const { stdout, stderr } = run(whole.board.root, 0, "after", job);
    expect(stderr).toBe("");
    const calls = stdout.split(" ");
    expectDone(whole, "not killed");
    for (const [at, name] of calls.entries()) {
      if (!isSampled(at, 41)) continue;
      const device = prepare();
      const told = `killed after call ${at + 1}, ${name}`;
      expect(run(device.board.root, at + 1, "after", job).signal, told).toBe("SIGKILL");
      expect(run(device.board.root, 0, "after", job).stderr, told).toBe("");
      expectDone(device, told);
    }
  },
  300_000,
);
