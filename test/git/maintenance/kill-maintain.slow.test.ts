import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { gitEnv, type TestRepo } from "../../sync/repo.ts";
import { allKills, isSampled } from "../../sync/sample-kills.ts";
import {
  copyRepo,
  growRepo,
  looseIn,
  packRepo,
  stateOf,
  untilLeft,
  withGit,
  withoutGit,
} from "./maintained.ts";

test.each([
  ["the system's git", withGit],
  ["no git", withoutGit],
] as const)(
  "repack() by %s, killed at any moment, it loses nothing, and the next one goes on",
  async (_name, env) => {
    const template = growRepo(200);
    const before = stateOf(template);
    const script = join(import.meta.dirname, "../../workers/maintaining.ts");
    for (const delay of allKills ? [0, 10, 40, 120] : [10, 60]) {
      const repo = copyRepo(template.root);
      const child = spawn(process.execPath, [script, repo.root, env.PATH], {
        stdio: ["ignore", "pipe", "inherit"],
        env: gitEnv,
      });
      await once(child.stdout, "data");
      await sleep(delay);
      child.kill("SIGKILL");
      await once(child, "exit");
      await untilLeft(repo);
      expect(stateOf(repo), `killed after ${delay} ms`).toBe(before);
      repo.fsck();
      await packRepo(repo, env);
      expect(stateOf(repo)).toBe(before);
      expect(looseIn(repo)).toEqual([]);
      repo.fsck();
    }
  },
);

test("repack() without git, killed at each call it makes to the disk, loses nothing", async () => {
  const template = growRepo(6);
  const before = stateOf(template);
  const script = join(import.meta.dirname, "../../workers/maintaining.ts");
  const copy = (): TestRepo => copyRepo(template.root);
  const kill = (repo: TestRepo, nth: number, death: string) =>
    spawnSync(process.execPath, [script, repo.root, withoutGit.PATH, String(nth), death], {
      encoding: "utf8",
    });
  const [, ...calls] = kill(copy(), 0, "after").stdout.split(" ");
  expect(calls.filter((call) => call === "unlink").length).toBeGreaterThan(15);
  for (const [at, name] of calls.entries()) {
    if (name === "unlink" && calls[at - 1] === "unlink" && !isSampled(at, 7)) continue;
    if (at > 8 && !isSampled(at, 3)) continue;
    for (const death of name === "create" ? ["half", "after"] : ["after"]) {
      const repo = copy();
      expect(kill(repo, at + 1, death).signal).toBe("SIGKILL");
      const when = `killed ${death} call ${at + 1}, ${name}`;
      expect(stateOf(repo), when).toBe(before);
      await packRepo(repo, withoutGit);
      expect(stateOf(repo), when).toBe(before);
      expect(looseIn(repo), when).toEqual([]);
      repo.fsck();
    }
  }
}, 120_000);
