import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { joinRemote } from "../../src/sync/join-remote.ts";
import { useTempFolder } from "../temp.ts";
import { createBare, createDevice, openDevice } from "./devices.ts";
import { createRepo, openRepo } from "./repo.ts";
import { isSampled } from "./sample-kills.ts";
import { syncRequest } from "./sync-request.ts";

/** A bare repository with a vault in it, pushed by real git. */
function createFull(branch = "main"): string {
  const remote = createBare();
  const repo = createRepo();
  repo.write(".gitattributes", "* -text\n");
  repo.write("people/ana/profile.md", "# Ana\r\n");
  repo.write("picture.bin", new Uint8Array([0, 255, 1]));
  repo.git("add", "-A");
  repo.git("commit", "-qm", "second");
  repo.git("push", "-q", remote, `main:refs/heads/${branch}`);
  openRepo(remote).git("symbolic-ref", "HEAD", `refs/heads/${branch}`);
  return remote;
}

describe("joinRemote()", () => {
  test("makes the vault that git would clone", async () => {
    const remote = createFull();
    const root = join(useTempFolder(), "deep", "vault");
    const report = await joinRemote({ ...syncRequest(root), url: remote });
    const repo = openDevice("laptop", root);
    const clone = join(useTempFolder(), "clone");
    openRepo(remote).git("clone", "-q", remote, clone);
    expect(repo.files()).toEqual(openDevice("clone", clone).files());
    expect(report).toMatchObject({ pulled: 2, pushed: 0, committed: 0, remote, branch: "main" });
    expect(report.head).toBe(repo.git("rev-parse", "HEAD").trim());
    expect(repo.status()).toBe("");
    expect(repo.git("rev-parse", "@{upstream}").trim()).toBe(report.head);
    expect(repo.git("status", "-sb")).toBe("## main...origin/main\n");
    repo.fsck();
    expect(existsSync(join(root, ".git/loci/joining"))).toBe(false);
    expect(await repo.sync()).toMatchObject({ pulled: 0, pushed: 0, head: report.head });
  });

  test("takes the branch that the remote calls its own", async () => {
    const device = await createDevice("laptop", createFull("trunk"));
    expect(device.git("symbolic-ref", "HEAD")).toBe("refs/heads/trunk\n");
    device.append("topics/cooking.md", "- more\n");
    expect(await device.sync()).toMatchObject({ committed: 1, pushed: 1, branch: "trunk" });
  });

  test("leaves an empty remote for the caller to fill", async () => {
    const remote = createBare();
    const root = useTempFolder();
    const report = await joinRemote({ ...syncRequest(root), url: remote });
    expect(report).toMatchObject({ head: null, pulled: 0, remoteIsEmpty: true });
    const device = openDevice("laptop", root);
    device.write("topics/a.md", "- a\n");
    expect(await device.sync()).toMatchObject({ committed: 1, pushed: 1 });
    expect(openRepo(remote).git("show", "main:topics/a.md")).toBe("- a\n");
  });

  test("refuses a folder with files, another repository, and a URL with a password", async () => {
    const remote = createFull();
    const full = useTempFolder();
    writeFileSync(join(full, "mine.txt"), "mine");
    const repo = createRepo();
    for (const root of [full, repo.root, join(full, "mine.txt")]) {
      const refused = await joinRemote({ ...syncRequest(root), url: remote }).catch((e) => e);
      expect(refused).toMatchObject({ code: "BAD_INPUT" });
    }
    expect(readFileSync(join(full, "mine.txt"), "utf8")).toBe("mine");
    const url = "https://ana:s3cret@example.org/v.git";
    const refused = await joinRemote({ ...syncRequest(useTempFolder()), url }).catch((e) => e);
    expect(refused).toMatchObject({ code: "BAD_INPUT" });
    expect(String(refused)).not.toContain("s3cret");
  });

  test("can be tried again where the remote was not there", async () => {
    const remote = createFull();
    const root = useTempFolder();
    const wrong = { ...syncRequest(root), url: join(remote, "nothing-here") };
    await expect(joinRemote(wrong)).rejects.toMatchObject({ code: "SYNC_FAILED" });
    expect(await joinRemote({ ...syncRequest(root), url: remote })).toMatchObject({ pulled: 2 });
    expect(openDevice("x", root).status()).toBe("");
  });
});

const script = join(import.meta.dirname, "dying-sync.ts");

test("joinRemote() killed at calls it makes to the disk goes on when run again", async () => {
  const remote = createFull();
  const run = (root: string, nth: number, death: string) =>
    spawnSync(process.execPath, [script, "join", root, String(nth), death, remote], {
      encoding: "utf8",
    });
  const first = run(useTempFolder(), 0, "after");
  expect(first.stderr).toBe("");
  const calls = first.stdout.split(" ");
  expect(calls.length).toBeGreaterThan(30);
  const whole = await createDevice("whole", remote);
  for (const [at, name] of calls.entries()) {
    if (!isSampled(at, 9)) continue;
    const death = name === "create" && at % 2 === 1 ? "half" : "after";
    const root = useTempFolder();
    const killed = run(root, at + 1, death);
    expect(killed.signal, `${at} ${killed.stderr}`).toBe("SIGKILL");
    const told = `killed ${death} call ${at + 1}, ${name}`;
    const report = await joinRemote({ ...syncRequest(root), url: remote }).catch((e) => e);
    const isDone = report instanceof Error && /not empty/.test(report.message);
    if (!isDone) expect(report, told).toMatchObject({ remote });
    const device = openDevice("again", root);
    expect(device.files(), told).toEqual(whole.files());
    expect(device.status(), told).toBe("");
    expect(await device.sync(), told).toMatchObject({ committed: 0, pulled: 0, pushed: 0 });
    device.fsck();
  }
}, 240_000);
