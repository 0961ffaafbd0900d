import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readRef, writeRef } from "../../../src/git/refs/refs.ts";
import { killAt } from "../../sync/apply/dying-fs.ts";
import { openMoveContext } from "../../sync/apply/move-context.ts";
import { head } from "../../sync/apply/moving.ts";
import { createVault } from "../../sync/pending-request.ts";

const log = "A <a@b> 1800000000 +0000\tsync: fetch";
const ref = "refs/remotes/origin/main";

describe("writeRef()", () => {
  test("moves a ref by compare and swap, loose or packed, and git reads it", async () => {
    const repo = createVault();
    const [first, second] = [repo.git("rev-parse", "HEAD~").trim(), head(repo)];
    const context = await openMoveContext(repo.root);
    const { gitDir } = context.repository;
    expect(await writeRef(context, { ref, from: second, to: first, log })).toBe("moved");
    expect(await writeRef(context, { ref, from: undefined, to: first, log })).toBe("written");
    repo.git("pack-refs", "--all");
    expect(await readRef(gitDir, ref)).toBe(first);
    expect(await writeRef(context, { ref, from: undefined, to: second, log })).toBe("moved");
    expect(await writeRef(context, { ref, from: first, to: second, log })).toBe("written");
    expect(repo.git("rev-parse", ref).trim()).toBe(second);
    expect(repo.git("reflog", "show", ref).trim().split("\n")).toHaveLength(2);
    writeFileSync(join(gitDir, ref), "");
    expect(await readRef(gitDir, ref)).toBeUndefined();
    expect(existsSync(join(gitDir, `${ref}.lock`))).toBe(false);
  });

  test("says what to do where another ref is in the way, and writes through no link", async () => {
    const repo = createVault();
    const context = await openMoveContext(repo.root);
    const move = { from: undefined, to: head(repo), log };
    const write = (name: string) =>
      writeRef(context, { ...move, ref: `refs/remotes/origin/${name}` });
    await write("a");
    await expect(write("a/b")).rejects.toMatchObject({ code: "GIT_BLOCKED" });
    const logs = join(repo.root, ".git/logs/refs/remotes/origin");
    writeFileSync(join(repo.root, "mine"), "mine");
    symlinkSync(join(repo.root, "mine"), join(logs, "c"));
    await expect(write("c")).rejects.toThrow("ELOOP");
    expect(repo.read("mine")).toBe("mine");
    repo.fsck();
  });

  test("killed at any call leaves nothing locked for the next one", async () => {
    const repo = createVault();
    const to = head(repo);
    for (let nth = 1, isOver = false; !isOver; nth++) {
      const context = await openMoveContext(repo.root);
      const from = await readRef(context.repository.gitDir, ref);
      const dying = killAt(repo.root, nth, { death: "after" });
      await writeRef(context, { ref, from, to, log }).catch(() => {});
      dying.restore();
      isOver = dying.calls.length < nth;
      const next = await readRef(context.repository.gitDir, ref);
      expect(await writeRef(context, { ref, from: next, to, log })).toBe("written");
      repo.git("update-ref", "-d", ref);
    }
  });

  test.each(["refs/heads/main", "refs/remotes/../../x", "refs/remotes/a.lock"])(
    "refuses the name %s",
    async (name) => {
      const repo = createVault();
      const move = { ref: name, from: undefined, to: head(repo), log };
      await expect(writeRef(await openMoveContext(repo.root), move)).rejects.toThrow(RangeError);
    },
  );
});
