import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { deviceClock } from "../../../src/app/vault/device-clock.ts";
import { isMaintenanceDue } from "../../../src/git/maintenance/maintain.ts";
import { watchDisk } from "../../sync/dying-disk.ts";
import { createRepo, gitEnv, openRepo } from "../../sync/repo.ts";
import { useTempFolder } from "../../temp.ts";
import { growRepo, looseIn } from "./grown-repo.ts";
import { runMaintain, stateOf, untilLeft, withGit, withoutGit } from "./maintained.ts";

describe.each([
  ["the system's git", withGit, "git"],
  ["no git", withoutGit, "loci"],
] as const)("maintain() by %s", (_name, env, by) => {
  test("packs many loose objects, and nothing is missing", async () => {
    const repo = growRepo(600);
    expect(looseIn(repo).length).toBeGreaterThan(1_800);
    const isDue = () => isMaintenanceDue(gitDir, deviceClock, { loose: 300, packs: 2 });
    const unreachable = repo.git("hash-object", "-w", "notes.txt").trim();
    const before = stateOf(repo);
    const gitDir = join(repo.root, ".git");
    expect(await isDue()).toBe(true);
    expect(await isMaintenanceDue(gitDir, deviceClock)).toBe(false);

    const report = await runMaintain(repo, env);
    expect(report).toEqual({ by });
    expect(looseIn(repo)).toEqual([]);
    expect(stateOf(repo)).toBe(before);
    expect(repo.git("cat-file", "-p", unreachable)).toBe("mine\n");
    repo.fsck();
    expect(repo.status()).toBe("");
    expect(await isDue()).toBe(false);

    const [pack = ""] = readdirSync(join(gitDir, "objects/pack")).filter((x) => x.endsWith(".idx"));
    expect(() => repo.git("verify-pack", `.git/objects/pack/${pack}`)).not.toThrow();
    // 600 versions of a topic of some kilobytes must take little more than their changes.
    const kilobytes = Number(/size-pack: (\d+)/.exec(repo.git("count-objects", "-v"))?.[1]);
    expect(kilobytes).toBeLessThan(450);
    expect((await repo.loci(["topics/cooking.md"])).status).toBe("nothing");
    repo.write("topics/cooking.md", "- new\n");
    expect((await repo.loci(["topics/cooking.md"])).status).toBe("committed");
    repo.fsck();
  });

  test("again and again changes nothing", async () => {
    const repo = growRepo(50);
    const before = stateOf(repo);
    for (let n = 0; n < 3; n++) await runMaintain(repo, env);
    expect(stateOf(repo)).toBe(before);
    repo.fsck();
  });

  test("leaves a damaged object where it is, and says so", async () => {
    const repo = growRepo(50);
    const oid = repo.git("rev-parse", "HEAD:topics/cooking.md").trim();
    const file = join(repo.root, ".git/objects", oid.slice(0, 2), oid.slice(2));
    rmSync(file);
    writeFileSync(file, "damaged");
    const report = await runMaintain(repo, env);
    expect(report).toMatchObject({ by: "loci", failure: expect.any(String) });
    expect(readFileSync(file, "utf8")).toBe("damaged");
    expect(looseIn(repo)).toEqual([oid]);
    expect(await isMaintenanceDue(join(repo.root, ".git"), deviceClock)).toBe(false);
  });

  test("called off, it leaves everything in place and rejects with the reason", async () => {
    const repo = growRepo(600);
    const before = stateOf(repo);
    const stop = new AbortController();
    const reason = new Error("enough");
    // Loci is stopped at its first write behind the claim, git by chance: it may have been done before.
    const disk = watchDisk(async (call, number) => {
      if (number === 6) stop.abort(reason);
      await call();
    });
    if (by === "git") setTimeout(() => stop.abort(reason), 30);
    const end = await runMaintain(repo, env, {
      signal: stop.signal,
      ...(by === "loci" && { disk }),
    }).catch((error: unknown) => error);
    if (by === "loci" || stop.signal.aborted) expect(end).toBe(reason);
    await untilLeft(repo);
    expect(stateOf(repo)).toBe(before);
    repo.fsck();
    await runMaintain(repo, env);
    expect(looseIn(repo)).toEqual([]);
    expect(stateOf(repo)).toBe(before);
  });

  test("beside somebody who commits", async () => {
    const repo = growRepo(600);
    const work = runMaintain(repo, env);
    for (let n = 0; n < 8; n++) {
      repo.write("topics/cooking.md", `- mine ${n}\n`);
      repo.git("commit", "-qam", `mine ${n}`);
      repo.write("topics/travel.md", `- loci ${n}\n`);
      expect((await repo.loci(["topics/travel.md"])).status).toBe("committed");
    }
    await work;
    repo.fsck();
    expect(repo.git("log", "--format=%s").match(/^(mine|cooking: learned)/gm)).toHaveLength(16);
    expect(repo.status()).toBe("");
  });
});

describe("maintain()", () => {
  test("runs no program that the repository's settings name", async () => {
    const repo = growRepo(20);
    const bait = join(useTempFolder(), "bait");
    const trap = join(useTempFolder(), "trap");
    writeFileSync(trap, `#!/bin/sh\ntouch '${bait}'\n`, { mode: 0o755 });
    for (const key of [
      "core.fsmonitor",
      "core.alternateRefsCommand",
      "core.pager",
      "core.editor",
      "core.sshCommand",
      "gc.recentObjectsHook",
      "alias.repack",
      "alias.pack-objects",
      "filter.x.clean",
      "uploadpack.packObjectsHook",
      "credential.helper",
      "diff.external",
    ]) {
      repo.git("config", key, trap);
    }
    const hooks = join(repo.root, ".git/hooks");
    mkdirSync(hooks, { recursive: true });
    for (const hook of ["pre-auto-gc", "reference-transaction", "post-index-change"]) {
      cpSync(trap, join(hooks, hook));
    }
    repo.git("config", "core.hooksPath", hooks);
    rmSync(bait, { force: true });
    expect((await runMaintain(repo, withGit)).by).toBe("git");
    expect(existsSync(bait)).toBe(false);
  });

  test("goes by the repository that is named, not by the environment", async () => {
    const repo = growRepo(20);
    const other = createRepo();
    const env = {
      ...gitEnv,
      GIT_DIR: join(other.root, ".git"),
      GIT_OBJECT_DIRECTORY: "/nonexistent",
    };
    expect((await runMaintain(repo, env)).by).toBe("git");
    expect(looseIn(repo)).toEqual([]);
    expect(looseIn(other).length).toBeGreaterThan(0);
  });

  test("waits for nobody: a second one, or the person's git gc, has the repository to itself", async () => {
    const repo = growRepo(200);
    const reports = await Promise.all([
      runMaintain(repo, withoutGit),
      runMaintain(repo, withoutGit),
    ]);
    expect(reports.map(({ by }) => by).sort()).toEqual(["loci", "none"]);
    writeFileSync(join(repo.root, ".git/gc.pid"), "1 host");
    expect((await runMaintain(repo, withGit)).by).toBe("none");
  });

  test("leaves a pack alone that is marked to be kept, or large", async () => {
    const repo = growRepo(20);
    repo.git("repack", "-adq");
    const folder = join(repo.root, ".git/objects/pack");
    const [pack = ""] = readdirSync(folder).filter((name) => name.endsWith(".pack"));
    writeFileSync(join(folder, pack.replace(/pack$/, "keep")), "");
    repo.write("topics/cooking.md", "- more\n");
    repo.git("commit", "-qam", "more");
    await runMaintain(repo, withGit);
    expect(readdirSync(folder)).toContain(pack);
    repo.fsck();
  });

  test("works in a shallow clone", async () => {
    const repo = growRepo(100);
    const root = join(useTempFolder(), "shallow");
    execFileSync("git", ["clone", "-q", "--depth", "3", `file://${repo.root}`, root], {
      env: gitEnv,
    });
    const shallow = openRepo(root);
    const before = stateOf(shallow);
    expect((await runMaintain(shallow, withGit)).failure).toBeUndefined();
    expect((await runMaintain(shallow, withoutGit)).failure).toBeUndefined();
    expect(stateOf(shallow)).toBe(before);
    shallow.fsck();
  });
});

describe("isMaintenanceDue()", () => {
  test("is false for a folder without objects, and after a failure of today", async () => {
    const gitDir = useTempFolder();
    expect(await isMaintenanceDue(gitDir, deviceClock)).toBe(false);
    const state = join(gitDir, "loci/maintenance");
    for (const folder of ["loci", "objects/17"])
      mkdirSync(join(gitDir, folder), { recursive: true });
    for (let n = 10; n < 31; n++)
      writeFileSync(join(gitDir, `objects/17/${n}${"0".repeat(36)}`), "");
    const left = { loose: 0, packs: 0 };
    const due = () => isMaintenanceDue(gitDir, deviceClock);
    writeFileSync(state, JSON.stringify({ left, failedAt: Date.now() - 1_000 }));
    expect(await due()).toBe(false);
    for (const failedAt of [Date.now() - 2 * 86_400_000, Date.now() + 9 * 86_400_000]) {
      writeFileSync(state, JSON.stringify({ left, failedAt }));
      expect(await due()).toBe(true);
    }
    for (const damage of ["", "{", "null", "[]", '{"left":1}']) {
      writeFileSync(state, damage);
      expect(await due(), damage).toBe(true);
    }
  });
});
