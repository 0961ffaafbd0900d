import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createDevice, createOwn, createPair, type Device, expectSame, list } from "./devices.ts";
import { openRepo } from "./repo.ts";
import { createLock } from "./sync-request.ts";
import { failAt } from "./watched-disk.ts";

const tip = (remote: string): string => openRepo(remote).git("rev-parse", "main").trim();
const blocked = { code: "GIT_BLOCKED", data: { fix: expect.any(String) } };

test("syncVault() brings two laptops, a board and plain git to the same bytes, in any order", async () => {
  const { remote, laptop, board } = await createPair({
    "topics/cooking.md": list("rice", "broth"),
    "topics/travel.md": list("lisbon"),
  });
  const other = await createDevice("other", remote);
  const plain = await createDevice("plain", remote);
  laptop.write("topics/cooking.md", list("rice", "broth", "saffron by hand"));
  await board.agent("topics/cooking.md", list("learned one"));
  await board.agent("general/2026-02.md", list("learned two"));
  rmSync(join(other.root, "topics/travel.md"));
  other.write("topics/cooking.md", list("bomba rice", "broth"));
  plain.append("topics/travel.md", list("porto"));
  plain.git("commit", "-qam", "by plain git");
  for (const device of [board, other, laptop, plain, board]) await device.sync();
  const devices = [board, other, laptop, plain];
  const lines = ["bomba rice", "broth", "saffron by hand", "learned one", "learned two", "porto"];
  await expectSame(devices, lines, ["rice", "lisbon"]);
  expect(Object.values(plain.files()).join("")).not.toMatch(/^(<<<<<<<|=======|>>>>>>>)/m);
  expect(tip(remote)).toBe(plain.git("rev-parse", "HEAD").trim());
  for (const device of devices)
    expect(await device.sync()).toMatchObject({ committed: 0, pulled: 0, pushed: 0 });
});

describe("syncVault()", () => {
  test("makes one merge commit, which says where", async () => {
    const { laptop, board } = await createPair({ "topics/a.md": list("a") });
    laptop.append("topics/a.md", list("laptop"));
    await laptop.sync();
    board.append("topics/a.md", list("board"));
    expect(await board.sync()).toMatchObject({ committed: 1, pulled: 1, pushed: 2, conflicts: [] });
    expect(board.git("log", "-1", "--format=%s%n%(trailers)").trim()).toBe(
      "sync: merge main\nDevice: board",
    );
    expect(board.git("rev-parse", "HEAD^2")).toBe(laptop.git("rev-parse", "HEAD"));
    expect(await laptop.sync()).toMatchObject({ committed: 0, pulled: 2, pushed: 0 });
    expect(laptop.git("log", "--merges", "--format=%s").trim()).toBe("sync: merge main");
  });

  test("walks no history and writes nothing in git where nothing is new", async () => {
    const { laptop } = await createPair({ "topics/a.md": list("a") });
    await laptop.sync();
    const { calls } = await failAt(0, laptop.sync);
    expect(calls.join(" ")).toMatch(/^(mkdir ?|unlink ?)+$/);
  });

  test("does not let a forgotten line come back from a device that was away", async () => {
    const { laptop, board: away } = await createPair({
      "topics/a.md": list("keep", "forget me", "x"),
    });
    laptop.write("topics/a.md", list("keep", "x"));
    await laptop.sync();
    away.write("topics/renamed.md", list("keep", "forget me", "x", "new"));
    rmSync(join(away.root, "topics/a.md"));
    await away.sync();
    await laptop.sync();
    for (const device of [away, laptop]) {
      expect(Object.values(device.files()).join()).not.toContain("forget me");
      expect(device.files()["topics/renamed.md"]).toContain("new");
    }
  });
});

test.each(["rewritten", "emptied", "set back"])(
  "syncVault() keeps what both have where the remote was %s",
  async (how) => {
    const { remote, laptop, board } = await createPair({ "topics/a.md": list("a") });
    const first = tip(remote);
    laptop.append("topics/a.md", list("b"));
    await laptop.sync();
    await board.sync();
    const { git } = openRepo(remote);
    if (how === "emptied") git("update-ref", "-d", "refs/heads/main");
    if (how === "set back") git("update-ref", "refs/heads/main", first);
    laptop.git("commit", "-q", "--amend", "-m", "rewritten");
    if (how === "rewritten") laptop.git("push", "-qf", "origin", "main");
    const before = board.git("rev-parse", "HEAD").trim();
    const report = await board.sync();
    board.git("merge-base", "--is-ancestor", before, "HEAD");
    expect(tip(remote)).toBe(report.head);
    expect(board.files()["topics/a.md"]).toBe(list("a", "b"));
  },
);

describe("syncVault() beside the person's own git", () => {
  /** A board, and a laptop that pushed something new. */
  async function createBehind(): Promise<Device> {
    const { laptop, board } = await createPair({ "topics/a.md": list("a"), "b.md": list("b") });
    laptop.append("topics/a.md", list("laptop"));
    laptop.write("new/c.md", list("c"));
    await laptop.sync();
    return board;
  }

  const stagings: Record<string, (board: Device) => unknown> = {
    "an edit": ({ write, git }) => write("topics/a.md", list("a", "staged")) ?? git("add", "-A"),
    "a removal": ({ git }) => git("rm", "-q", "--cached", "topics/a.md"),
    "a file in the place of a folder": ({ write, git }) =>
      write("new", "mine\n") ?? git("add", "-A"),
  };
  test.each(Object.entries(stagings))(
    "waits with a merge that would touch what is staged: %s",
    async (_, stage) => {
      const board = await createBehind();
      stage(board);
      const look = () => [board.status(), board.git("rev-parse", "HEAD"), board.files()];
      const before = look();
      await expect(board.sync()).rejects.toMatchObject(blocked);
      expect(look()).toEqual(before);
      expect(existsSync(join(board.root, ".git/index.lock"))).toBe(false);
    },
  );

  test.each(["index", "refs/heads/main", "refs/remotes/origin/main", "refs/loci/rescue/main"])(
    "names the lock of %s that another program holds, moves no branch, and goes on when it is free",
    async (name) => {
      const board = await createBehind();
      const head = board.git("rev-parse", "HEAD");
      const lock = join(board.root, ".git", `${name}.lock`);
      board.write(`.git/${name}.lock`, "");
      const message = `Cannot use the vault's git: another program holds ${lock}`;
      const held = board.sync({ lockTimeout: 50 });
      await expect(held).rejects.toMatchObject({ ...blocked, message });
      expect(board.git("rev-parse", "HEAD") + board.git("diff", "--cached")).toBe(head);
      rmSync(lock);
      await board.sync();
      expect(board.git("rev-parse", "HEAD")).toBe(board.git("rev-parse", "origin/main"));
      expect(board.status()).toBe("");
    },
  );

  test("moves nothing on a detached head, and sends no branch that the remote has not", async () => {
    const board = await createBehind();
    const head = board.git("rev-parse", "HEAD");
    board.append("b.md", list("x"));
    board.git("checkout", "-q", "--detach");
    await expect(board.sync()).rejects.toMatchObject(blocked);
    expect(board.status()).toBe(" M b.md\n");
    board.git("switch", "-qc", "idea");
    await expect(board.sync()).rejects.toMatchObject(blocked);
    expect(board.status()).toBe("");
    expect(board.git("rev-parse", "HEAD~", "main")).toBe(head + head);
    board.git("switch", "-q", "main");
    expect(await board.sync()).toMatchObject({ committed: 0, pulled: 1 });
  });

  test("asks which branch is meant where the remote has none of that name", async () => {
    const { remote } = await createPair({ "topics/a.md": list("a") });
    const own = await createOwn("own", remote);
    own.git("symbolic-ref", "HEAD", "refs/heads/mine");
    own.write("a.md", list("a"));
    await expect(own.sync()).rejects.toMatchObject({
      code: "GIT_BLOCKED",
      message: `Cannot sync with ${remote}: it has no branch "mine" (it has main)`,
      data: { fix: expect.stringContaining("git branch -m main") },
    });
    own.git("branch", "-m", "main");
    expect(await own.sync()).toMatchObject({ branch: "main" });
    expect(tip(remote)).toBe(own.git("rev-parse", "main").trim());
  });
});

test.each([
  ["while the network is waited for", "commitLock", ["a: learned 1", "sync: merge main"]],
  ["while the files are written", "lock", ["sync: merge main", "a: learned 1"]],
] as const)(
  "what is saved %s takes nothing away, and is a commit of its own",
  async (_, name, steps) => {
    const { laptop, board } = await createPair({ "topics/a.md": list("a") });
    laptop.append("topics/a.md", list("laptop"));
    await laptop.sync();
    board.write("topics/b.md", list("b"));
    await board.sync({ local: true });
    const real = createLock();
    let isSaved = false;
    let turns = 0;
    const lock: typeof real = async (work, signal) => {
      const isWriting = existsSync(join(board.root, ".git/loci/moving.json"));
      const isDue = name === "lock" ? isWriting : ++turns === 3; // Behind the commit, and the purge that was begun.
      if (isDue && !isSaved) {
        isSaved = true;
        await board.agent("topics/a.md", list("said"), { step: "1" });
      }
      return real(work, signal);
    };
    await board.sync({ [name]: lock });
    await board.sync();
    const subjects = board.git("log", "--first-parent", "--format=%s", "-2", "--reverse").trim();
    expect(subjects.split("\n")).toEqual(steps);
    await expectSame([laptop, board], ["a", "laptop", "said", "b"]);
    const removed = board.git("log", "-p", "--format=", "--", "topics/a.md");
    expect(removed).not.toMatch(/^-- /m);
  },
);
