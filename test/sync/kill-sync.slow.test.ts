import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { setRemote } from "../../src/git/remote/set-remote.ts";
import { useTempFolder } from "../temp.ts";
import { createBare, createDevice, type Device, list, openDevice } from "./devices.ts";
import { openRepo } from "./repo.ts";
import { isSampled } from "./sample-kills.ts";

const script = join(import.meta.dirname, "dying-sync.ts");
const now = () => new Date("2038-01-01T00:00:00Z");

function run(root: string, nth: number, death: string) {
  return spawnSync(process.execPath, [script, "sync", root, String(nth), death], {
    encoding: "utf8",
  });
}

/** A board with edits by hand and by an agent, and a remote that another device has pushed to meanwhile. */
async function createTemplate(): Promise<() => Promise<{ board: Device; remote: string }>> {
  const remote = createBare();
  const laptop = await createDevice("laptop", remote);
  laptop.write(".gitignore", ".loci/\n");
  laptop.write("topics/a.md", list("one", "two", "three", "four"));
  laptop.write("topics/b.md", list("b"));
  laptop.write("topics/c.md", list("c"));
  await laptop.sync({ now });
  const board = await createDevice("board", remote);
  laptop.write("topics/a.md", list("one", "two", "three", "four", "laptop"));
  laptop.write("topics/new/d.md", list("d"));
  rmSync(join(laptop.root, "topics/c.md"));
  await laptop.sync({ now });
  await board.agent("topics/b.md", list("agent"));
  board.write("topics/a.md", list("board", "two", "three"));
  board.write("hand.md", list("hand"));
  rmSync(join(board.root, ".git/hooks"), { recursive: true, force: true });
  return async () => {
    const copies = useTempFolder();
    cpSync(remote, join(copies, "remote"), { recursive: true });
    cpSync(board.root, join(copies, "board"), { recursive: true, preserveTimestamps: true });
    await setRemote(join(copies, "board/.git"), "origin", join(copies, "remote"));
    rmSync(join(copies, "board/.loci/sync.json"), { force: true });
    return { board: openDevice("board", join(copies, "board")), remote: join(copies, "remote") };
  };
}

test("syncVault() killed at calls it makes to the disk loses nothing, and the next one finishes", async () => {
  const prepare = await createTemplate();
  const whole = await prepare();
  const { stdout, stderr } = run(whole.board.root, 0, "after");
  expect(stderr).toBe("");
  const calls = stdout.split(" ");
  expect(calls.length).toBeGreaterThan(60);
  const files = whole.board.files();
  expect(Object.keys(files)).toEqual([
    ...[".gitignore", "hand.md", "topics/a.md"],
    ...["topics/b.md", "topics/new/d.md"],
  ]);
  expect(files["topics/a.md"]?.split("\n").sort().join(" ").trim()).toBe(
    "- board - laptop - three - two",
  );
  for (const [at, name] of calls.entries()) {
    if (!isSampled(at, 13)) continue;
    const death = (name === "create" || name === "append") && at % 2 === 1 ? "half" : "after";
    const { board, remote } = await prepare();
    const told = `killed ${death} call ${at + 1}, ${name}`;
    const killed = run(board.root, at + 1, death);
    if (killed.status === 0 && at > calls.length - 10) continue; // one call more or less is a matter of time
    expect(killed.signal, `${told}, of ${killed.stdout} ${killed.stderr}`).toBe("SIGKILL");
    expect(() => board.fsck(), told).not.toThrow();
    expect(() => openRepo(remote).git("fsck", "--strict", "--no-dangling"), told).not.toThrow();
    const report = await board.sync({ now });
    expect(board.files(), told).toEqual(files);
    expect(board.status(), told).toBe("");
    expect(openRepo(remote).git("rev-parse", "main").trim(), told).toBe(report.head);
    expect(existsSync(join(board.root, ".git/index.lock")), told).toBe(false);
    expect(await board.sync({ now }), told).toMatchObject({ committed: 0, pulled: 0, pushed: 0 });
    board.fsck();
  }
}, 400_000);
