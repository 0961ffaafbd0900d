import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startLoci } from "../cli/running-site.ts";
import { git, useDevices } from "../cli/synced-vaults.ts";
import { spawnLoci } from "../run-loci.ts";

/** As much as a small board gives a process. */
const small = { NODE_OPTIONS: "--max-old-space-size=200" };
const flood = Buffer.alloc(100_000_000, "\n");

/** Somebody commits 100 MB of line ends with a git that asks nobody. */
async function useFlood() {
  const { bare, first, second } = await useDevices();
  writeFileSync(join(second, "topics/flood.md"), flood);
  git(second, "add", "-A");
  git(second, "commit", "-qm", "flood");
  git(second, "push", "-q", bare, "HEAD:main");
  appendFileSync(join(first, "topics/garden.md"), "- Dill in the shade\n");
  const loci = async (env: Record<string, string>, ...args: string[]) => {
    const ran = await spawnLoci([...args, "--vault", first], { env });
    expect(ran.code, ran.stderr).toBe(0);
    return ran.stdout;
  };
  return { first, loci };
}

test("loci sync and loci up go on where a device pushed 100 MB of line ends", {
  timeout: 180_000,
}, async () => {
  const { first, loci } = await useFlood();
  const said = await loci(small, "sync");
  expect(said).toMatch(/^Committed 1, pulled 1, pushed 2 /);
  expect(said).toContain(
    "Not taken: topics/flood.md: another device's version has more than 10 MB",
  );
  const { stdout: found } = await spawnLoci(["doctor", "--vault", first], { env: small });
  expect(found).toContain("This file is not taken: another device's version has more than 10 MB");
  const up = await startLoci(["up", "--vault", first], small);
  const recalled = await up.ask("/api/recall?q=dill");
  expect(await recalled.text()).toContain("Dill in the shade");
  expect(await up.stop()).toBe(0);
});
