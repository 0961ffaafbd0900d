import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyMove, recoverMove } from "../../../src/sync/apply/move.ts";
import { killAt } from "./dying-fs.ts";
import { killEach } from "./kill-each.ts";
import { openMoveContext } from "./move-context.ts";
import { checkArrived, createTemplate } from "./moving.ts";

test("applyMove() on a disk that is full, or fails, at any one call can be finished later", async () => {
  const { move, copy } = createTemplate();
  for (let nth = 1; ; nth += 3) {
    const repo = copy();
    const code = ["ENOSPC", "EIO", "EACCES"][nth % 3] ?? "";
    const context = await openMoveContext(repo.root);
    const failing = killAt(repo.root, nth, { death: "half", code });
    const failed: unknown = await applyMove(context, move).catch((error: unknown) => error);
    failing.restore();
    if (failing.calls.length < nth) break;
    if (/unlink|rm/.test(failing.calls[nth - 1] ?? "")) continue; // a file can always be removed
    const at = `${code} at call ${nth}, ${failing.calls[nth - 1]}`;
    if (failed !== "applied") {
      expect(failed, at).toMatchObject({ code: "SYNC_FAILED" });
      expect(existsSync(join(repo.root, ".git/index.lock")), at).toBe(false);
      await recoverMove(context);
      if (repo.git("rev-parse", "HEAD").trim() !== move.to) await applyMove(context, move);
    }
    checkArrived(repo, at);
  }
}, 120_000);

test("applyMove() killed half-way through any write loses nothing, and recoverMove() finishes it", async () => {
  await killEach("half", (call) => call === "write" || call === "writeFileSync");
}, 180_000);

test("applyMove() in a process that is really killed is finished by the next one", async () => {
  const { move, copy } = createTemplate();
  const script = join(import.meta.dirname, "dying-move.ts");
  for (const nth of [4, 20, 45, 70, 95]) {
    const repo = copy();
    const args = [script, repo.root, String(nth), JSON.stringify(move)];
    expect(spawnSync(process.execPath, args, { encoding: "utf8" })).toMatchObject({
      signal: "SIGKILL",
    });
    const context = await openMoveContext(repo.root);
    await recoverMove(context);
    if (repo.git("rev-parse", "HEAD").trim() !== move.to) await applyMove(context, move);
    checkArrived(repo, `killed at call ${nth}`);
    repo.fsck();
  }
}, 60_000);
