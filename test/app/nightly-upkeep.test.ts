import { execFileSync } from "node:child_process";
import { existsSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { gitEnv } from "../sync/repo.ts";
import { useVault } from "../temp.ts";

const noon = Date.parse("2026-11-26T12:00:00Z");
const hour = 3_600_000;
const tea = [1, 2, 3].map((n) => `- Tea ${n} (2026-01-0${n}) [source:: s]\n`).join("");

/** Keeps upkeep in a vault whose last run was then (ms ago; undefined: never). */
async function keep(settings: string, ranAgo: number | undefined, remote = false) {
  const root = useVault({
    "topics/tea.md": tea,
    "loci.yaml": `timezone: UTC\nprune: {max: 2}\n${settings}`,
  });
  if (remote) {
    for (const args of [
      ["init", "-q"],
      ["remote", "add", "origin", "/nowhere.git"],
    ])
      execFileSync("git", args, { cwd: root, env: gitEnv });
  }
  const said: string[] = [];
  const env = { LOCI_DEVICE: "potato" };
  const loci = await openLoci({ root, env, now: () => noon, report: (one) => said.push(one) });
  const stamp = join(loci.lociDir, "upkeep-ran");
  if (ranAgo !== undefined) {
    writeFileSync(stamp, "");
    const ran = (noon - ranAgo) / 1_000;
    utimesSync(stamp, ran, ran);
  }
  const runs: number[] = [];
  const nightly = await loci.upkeep.keep(({ steps }) => void runs.push(steps.length));
  onTestFinished(() => loci.close());
  const close = async () => {
    await nightly?.close();
    return runs;
  };
  return { nightly, close, said, stamp };
}

test.each([
  ["has never been", undefined, []],
  ["was this night", 8 * hour, []],
  ["was slept through", 9 * hour, [1]],
  ["was slept through for a week", 7 * 24 * hour, [1]],
])("a night that %s is caught up accordingly", async (_, ranAgo, runs) => {
  const { close, stamp } = await keep("", ranAgo);
  expect(await close()).toEqual(runs);
  const isNoted = runs.length > 0 || ranAgo === undefined;
  expect(statSync(stamp).mtimeMs).toBe(isNoted ? noon : noon - (ranAgo ?? 0));
});

test("a night is caught up at the time that the settings say", async () => {
  expect(await (await keep("upkeep: {at: '11:00'}", 2 * hour)).close()).toEqual([1]);
  expect(await (await keep("upkeep: {at: '13:00'}", 2 * hour)).close()).toEqual([]);
});

test("of several devices the keeper does it; where none is named, nobody does, and it is said", async () => {
  expect((await keep("upkeep: {enabled: false}", 30 * hour)).nightly).toBeUndefined();
  expect((await keep("upkeep: {keeper: laptop}", 30 * hour, true)).nightly).toBeUndefined();
  expect(await (await keep("upkeep: {keeper: potato}", 30 * hour, true)).close()).toEqual([1]);
  const { nightly, said, stamp } = await keep("", undefined, true);
  expect([nightly, existsSync(stamp)]).toEqual([undefined, false]);
  expect(said).toEqual([
    expect.stringContaining("upkeep.keeper: potato in this one's device.yaml"),
  ]);
});
