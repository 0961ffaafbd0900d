import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useTempFolder } from "../temp.ts";
import { createPair, list, openDevice } from "./devices.ts";
import { kills, oneOf, runJob } from "./kills.ts";
import { sameTime } from "./pending-request.ts";
import { openRepo } from "./repo.ts";

/** Makes copies of a board with edits by hand and by an agent, and of a remote that has moved on. */
async function createTemplate() {
  const { remote, laptop, board } = await createPair({
    "topics/a.md": list("one", "two", "three", "four"),
    "topics/b.md": list("b"),
    "topics/c.md": list("c"),
  });
  laptop.append("topics/a.md", list("laptop"));
  laptop.write("topics/new/d.md", list("d"));
  rmSync(join(laptop.root, "topics/c.md"));
  await laptop.sync({ now: sameTime });
  await board.agent("topics/b.md", list("agent"));
  board.write("topics/a.md", list("board", "two", "three"));
  board.write("hand.md", list("hand"));
  rmSync(join(board.root, ".git/hooks"), { recursive: true, force: true });
  return () => {
    const copies = useTempFolder();
    cpSync(remote, join(copies, "remote"), { recursive: true });
    cpSync(board.root, join(copies, "board"), { recursive: true, preserveTimestamps: true });
    const copy = openDevice("board", join(copies, "board"));
    copy.git("remote", "set-url", "origin", join(copies, "remote"));
    rmSync(join(copy.root, ".loci/sync.json"), { force: true });
    return { ...copy, remote: openRepo(join(copies, "remote")) };
  };
}

test("syncVault() killed at calls it makes to the disk loses nothing, and the next one finishes", async () => {
  const prepare = await createTemplate();
  const whole = prepare();
  const calls = runJob("sync", whole.root);
  expect(calls.length).toBeGreaterThan(60);
  const files = whole.files();
  expect(Object.keys(files)).toEqual([
    ...[".gitignore", "hand.md", "topics/a.md"],
    ...["topics/b.md", "topics/new/d.md"],
  ]);
  expect(files["topics/a.md"]?.split("\n").sort().join(" ").trim()).toBe(
    "- board - laptop - three - two",
  );
  for (const [board, told] of kills({ job: "sync", calls, prepare, pick: oneOf(13) })) {
    expect(() => board.fsck(), told).not.toThrow();
    expect(() => board.remote.fsck(), told).not.toThrow();
    const report = await board.sync({ now: sameTime });
    expect(board.files(), told).toEqual(files);
    expect(board.status(), told).toBe("");
    expect(board.remote.git("rev-parse", "main").trim(), told).toBe(report.head);
    expect(existsSync(join(board.root, ".git/index.lock")), told).toBe(false);
    const again = await board.sync({ now: sameTime });
    expect(again, told).toMatchObject({ committed: 0, pulled: 0, pushed: 0 });
    board.fsck();
  }
}, 400_000);
