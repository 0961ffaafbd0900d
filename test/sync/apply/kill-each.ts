import { expect } from "vitest";
import { applyMove, type Move, recoverMove } from "../../../src/sync/apply/move.ts";
import type { TestRepo } from "../repo.ts";
import { isSampled } from "../sample-kills.ts";
import { type Death, killAt } from "./dying-fs.ts";
import { openMoveContext } from "./move-context.ts";
import { checkArrived, createTemplate } from "./moving.ts";

/** Kills a move at each of these calls, or one in five (sample-kills.ts), and lets the next process finish it. Gives how many deaths it looked at. */
export async function killEach(death: Death, isWanted: (call: string) => boolean): Promise<number> {
  const { move, copy } = createTemplate();
  const whole = copy();
  const calls = await run(whole, move, 0, death);
  checkArrived(whole, "not killed");
  expect(calls.length).toBeGreaterThan(80);
  let deaths = 0;
  for (const [n, name] of calls.entries()) {
    if (!isWanted(name) || !isSampled(n, 5)) continue;
    const repo = copy();
    const at = `killed ${death} call ${n + 1}, ${name}`;
    await run(repo, move, n + 1, death);
    const head = repo.git("rev-parse", "HEAD").trim();
    expect([move.from, move.to], at).toContain(head);
    expect(["- bomba rice\n", "- bomba rice\n- saffron\n"], at).toContain(
      repo.read("topics/cooking.md"),
    );

    const context = await openMoveContext(repo.root);
    await recoverMove(context).catch((error: unknown) => {
      throw new Error(at, { cause: error });
    });
    const now = repo.git("rev-parse", "HEAD").trim();
    if (now !== move.to) expect(await applyMove(context, move), at).toBe("applied");
    checkArrived(repo, at);
    if (isSampled(n, 4)) expect(() => repo.fsck(), at).not.toThrow();
    deaths++;
  }
  return deaths;
}

/** Applies a move whose process is gone at its nth change of the disk (0: never); gives the names of its calls. */
async function run(repo: TestRepo, move: Move, nth: number, death: Death): Promise<string[]> {
  const context = await openMoveContext(repo.root);
  const dying = killAt(repo.root, nth, { death });
  try {
    await applyMove(context, move).catch((error: unknown) => {
      if (nth === 0) throw error;
    });
  } finally {
    dying.restore();
  }
  return dying.calls;
}
