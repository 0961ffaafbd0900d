import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyMove, type Move, recoverMove } from "../../../src/sync/apply/move.ts";
import type { TestRepo } from "../repo.ts";
import { isSampled } from "../sample-kills.ts";
import { type Fate, killAt } from "./dying-fs.ts";
import { openMoveContext } from "./move-context.ts";
import { checkArrived, createTemplate, head } from "./moving.ts";

/** Applies a move that meets its fate at its nth change of the disk (0: never); gives what it said, and its calls. */
async function run(repo: TestRepo, move: Move, nth: number, fate: Fate) {
  const context = await openMoveContext(repo.root);
  const dying = killAt(repo.root, nth, fate);
  const ended: unknown = await applyMove(context, move).catch((error: unknown) => error);
  dying.restore();
  return { ended, calls: dying.calls };
}

/** What the next process does. */
async function finish(repo: TestRepo, move: Move, at: string): Promise<void> {
  const context = await openMoveContext(repo.root);
  await recoverMove(context).catch((error: unknown) => {
    throw new Error(at, { cause: error });
  });
  if (head(repo) !== move.to) expect(await applyMove(context, move), at).toBe("applied");
  checkArrived(repo, at);
}

test.each([
  // A file that is open and still empty is among the half-written ones.
  ["after any change of the disk", "after", /^(?!open)/, 5],
  ["half-way through any write", "half", /^write/, 1],
] as const)(
  "applyMove() killed %s loses nothing, and recoverMove() finishes it",
  async (_, death, wanted, stride) => {
    const { move, copy } = createTemplate();
    const whole = copy();
    const { ended, calls } = await run(whole, move, 0, { death });
    expect(ended).toBe("applied");
    checkArrived(whole, "not killed");
    expect(calls.length).toBeGreaterThan(80);
    const deaths = calls.flatMap((name, n) => (wanted.test(name) && isSampled(n, stride) ? n : []));
    expect(deaths.length).toBeGreaterThan(death === "half" ? 5 : 15);
    for (const n of deaths) {
      const repo = copy();
      const at = `killed ${death} call ${n + 1}, ${calls[n]}`;
      await run(repo, move, n + 1, { death });
      expect([move.from, move.to], at).toContain(head(repo));
      expect(["- bomba rice\n", "- bomba rice\n- saffron\n"], at).toContain(
        repo.read("topics/cooking.md"),
      );
      await finish(repo, move, at);
      if (isSampled(n, 4)) expect(() => repo.fsck(), at).not.toThrow();
    }
  },
  180_000,
);

test("applyMove() on a disk that is full, or fails, at any one call can be finished later", async () => {
  const { move, copy } = createTemplate();
  for (let nth = 1; ; nth += 3) {
    const repo = copy();
    const code = ["ENOSPC", "EIO", "EACCES"][nth % 3] ?? "";
    const { ended, calls } = await run(repo, move, nth, { death: "half", code });
    if (calls.length < nth) break;
    if (/unlink|rm/.test(calls[nth - 1] ?? "")) continue; // a file can always be removed
    const at = `${code} at call ${nth}, ${calls[nth - 1]}`;
    if (ended !== "applied") {
      expect(ended, at).toBeInstanceOf(Error);
      expect(existsSync(join(repo.root, ".git/index.lock")), at).toBe(false);
      await finish(repo, move, at);
    }
    checkArrived(repo, at);
  }
}, 120_000);
