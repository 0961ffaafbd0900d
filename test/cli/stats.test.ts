import { expect, test } from "vitest";
import { drawBars } from "../../src/cli/draw-bars.ts";
import { hasPty, openPty } from "./open-pty.ts";
import { createPastVault } from "./past-vault.ts";

async function tea() {
  const vault = await createPastVault();
  vault.write("topics/tea.md", "- Drinks tea (2026-01-02) [bank:: Health]\n- Likes it hot\n");
  vault.write("archive/topics/tea.md", "- Drank milk (2024-12-31) [bank:: Health]\n");
  vault.write("topics/gone.md", "- Drank mate (2026-01-03) [superseded:: 2026-02-01]\n");
  return vault;
}

test("loci stats counts what is in recall, and what is in the archive apart; in one line for scripts", async () => {
  const vault = await tea();
  expect(await vault.json("stats")).toMatchObject({
    ...{ entries: 2, archived: 1, oldest: "2024-12-31" },
    ...{ banks: { Health: 1, General: 1 }, months: { "2024-12": 1, "2026-01": 1 } },
  });
  const { stdout } = await vault.loci("stats");
  expect(stdout).toMatch(/^banks {11}(?:Health 1, General 1|General 1, Health 1)$/m);
  expect(stdout).toContain("months          2024-12 1, 2026-01 1\n");
  expect(stdout, "a figure without a value").not.toMatch(/^\S+$/m);
});

test.skipIf(!hasPty())("loci stats draws bars on a terminal that can show them", async () => {
  const { root } = await tea();
  const drawn = openPty(["stats", "--vault", root]);
  expect(await drawn.ended).toBe(0);
  expect(drawn.raw()).toContain(`months          ${"█".repeat(20)} 1 2024-12\r\n`);
  const dumb = openPty(["stats", "--vault", root], { TERM: "dumb" });
  expect(await dumb.ended).toBe(0);
  expect(dumb.raw()).toContain("months          2024-12 1, 2026-01 1\r\n");
});

test("drawBars() keeps lengths in proportion, shows the smallest, and nothing for none", () => {
  expect(drawBars({ tea: 1000, 仕事: 500, milk: 1, none: 0 })).toEqual([
    "████████████████████ 1000 tea",
    "██████████            500 仕事",
    "▏                       1 milk",
    "                        0 none",
  ]);
  expect(drawBars({ none: 0 })).toEqual([`${" ".repeat(20)} 0 none`]);
  expect(drawBars({})).toEqual([]);
});
