import { appendFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { initRepository } from "../../src/git/repository/repository.ts";
import { syncVault } from "../../src/sync/sync.ts";
import { growRepo, looseIn, stateOf, withoutGit } from "../git/maintenance/maintained.ts";
import { serveGitHttp } from "../git/servers/serve-git-http.ts";
import { useTempFolder, useVault } from "../temp.ts";
import { openDevice } from "./devices.ts";
import { createDiverged, expectMerged, expectNothingLost } from "./diverged.ts";
import { killGit } from "./kill-git.ts";
import { copyBoth, copyFolder, expectSound, kills, runJob } from "./kills.ts";
import { createRepo, openRepo } from "./repo.ts";
import { learn, syncRequest } from "./sync-request.ts";

/** A packed past, a file that is staged, what a person wrote, and two steps of which one made a file. */
async function createPending(): Promise<string> {
  const { root, git, write, commitAll } = createRepo();
  write(".gitignore", ".loci/\n");
  commitAll("second");
  git("gc", "-q");
  rmSync(join(root, ".git/hooks"), { recursive: true });
  write("staged.md", "mine\n");
  git("add", "staged.md");
  appendFileSync(join(root, "topics/cooking.md"), "- mine\n");
  await learn({ root }, "cooking", "saffron", { step: "1" });
  await learn({ root }, "deep/new", "new", { step: "1", op: "created" });
  await learn({ root }, "cooking", "parsley", { step: "2" });
  return root;
}

const subjects =
  "edited by hand: cooking, new\ncooking, new: created, learned 1\ncooking: learned 1\n";
const lines = ["- bomba rice\n- mine\n", "- saffron\n", "- parsley\n"];

describe("killed while it changes the disk, and run again,", { timeout: 600_000 }, () => {
  test("a commit makes each step once, and leaves what is staged", async () => {
    const template = await createPending();
    const prepare = () => openRepo(copyFolder(template));
    const options = { job: "commit", prepare, stride: 9, atLeast: 25 } as const;
    for await (const [repo, at] of kills(options)) {
      const made = () => repo.git("log", "--format=%s", "--reverse", "HEAD~3..HEAD");
      expect(repo.fsck, at).not.toThrow();
      expect(repo.git("diff", "--cached", "--name-only", "--diff-filter=D"), at).toBe("");
      await runJob("commit", repo.root);
      expect(made(), at).toBe(subjects);
      for (const [n, name] of ["HEAD~2", "HEAD~", "HEAD"].entries())
        expect(repo.git("show", `${name}:topics/cooking.md`), at).toBe(
          lines.slice(0, n + 1).join(""),
        );
      expectSound(repo, at, "A  staged.md\n");
      expect(existsSync(join(repo.root, ".loci/pending")), at).toBe(false);
    }
  });

  test("init makes a whole repository", async () => {
    const prepare = () => openRepo(useVault({ "a.md": "x\n" }));
    for await (const [repo, at] of kills({ job: "init", prepare, stride: 5, atLeast: 5 })) {
      await runJob("init", repo.root);
      expectSound(repo, at, "?? a.md\n");
      repo.commitAll();
    }
  });

  test("a device that joins gets all of the remote", async () => {
    const { remote: url } = await createDiverged();
    const root = useTempFolder();
    await runJob("join", root, { url });
    const whole = openDevice("whole", root).files();
    const options = { job: "join", url, stride: 21, atLeast: 30 } as const;
    const prepare = () => openDevice("again", useTempFolder());
    for await (const [device, at] of kills({ ...options, prepare })) {
      await initRepository(device.root);
      await syncVault({ ...syncRequest(device.root), remote: url });
      expect(device.files(), at).toEqual(whole);
      expectSound(device, at);
      expect(await device.sync(), at).toMatchObject({ committed: 0, pulled: 0, pushed: 0 });
    }
  });

  test("packing loses nothing, and goes on", async () => {
    const template = growRepo(12);
    const before = stateOf(template);
    const prepare = () => openRepo(copyFolder(template.root));
    for await (const [repo, at] of kills({ job: "pack", prepare, stride: 9, atLeast: 15 })) {
      expect(stateOf(repo), at).toBe(before);
      await runJob("pack", repo.root);
      expect(stateOf(repo), at).toBe(before);
      expect(looseIn(repo), at).toEqual([]);
      expectSound(repo, at);
    }
  });
});

describe("a round that is killed loses nothing, and the next one finishes it:", () => {
  const timeout = 900_000;
  type Copy = ReturnType<typeof copyBoth>;

  function expectWhole(board: Copy, at: string): void {
    expect(board.fsck, at).not.toThrow();
    expect(board.remote.fsck, at).not.toThrow();
    expectNothingLost(board, at);
  }

  function expectFinished(board: Copy, at: string): void {
    expectSound(board, at);
    expectMerged(board, at);
    expect(board.remote.git("rev-parse", "main"), at).toBe(board.git("rev-parse", "HEAD"));
  }

  test("at a change to the disk", { timeout }, async () => {
    const { board, remote } = await createDiverged();
    const prepare = () => copyBoth(board, remote);
    for await (const [copy, at] of kills({ job: "round", prepare, stride: 35, atLeast: 70 })) {
      expectWhole(copy, at);
      await runJob("round", copy.root);
      expectFinished(copy, at);
      if (at.endsWith("h")) continue;
      expect(await copy.sync(), at).toMatchObject({ committed: 0, pulled: 0, pushed: 0 });
    }
  });

  test("at a change to the disk, without git, over https", { timeout }, async () => {
    const { board, remote } = await createDiverged();
    const root = useTempFolder();
    const server = await serveGitHttp({ root, token: "t0ken", tls: {} });
    onTestFinished(() => server.close());
    const env = {
      ...withoutGit,
      LOCI_SYNC_TOKEN: "t0ken",
      NODE_EXTRA_CA_CERTS: server.caFile,
    };
    const prepare = () => copyBoth(board, remote, { root, origin: server.origin });
    const options = { job: "round", prepare, env, stride: 50, atLeast: 50 } as const;
    for await (const [copy, at] of kills(options)) {
      expectWhole(copy, at);
      await runJob("round", copy.root, { env });
      expectFinished(copy, at);
    }
  });

  test("with one git of those that it starts, at any of 50 moments", { timeout }, async () => {
    const { board, remote } = await createDiverged();
    const outcomes = new Set<string>();
    for (let moment = 0; moment < 50; moment++) {
      const copy = copyBoth(board, remote);
      const { PATH, at } = killGit(moment);
      const ended = await copy.sync({ env: { PATH } }).catch((error: unknown) => error);
      if (ended instanceof Error) expect(ended.message, at).toMatch(/^Cannot [^\n]+$/);
      outcomes.add(ended instanceof Error ? "failed" : "went on");
      expectWhole(copy, at);
      await copy.sync();
      expectFinished(copy, at);
    }
    expect([...outcomes].sort()).toEqual(["failed", "went on"]);
  });
});
