import { once } from "node:events";
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { lociJson, runLoci } from "../run-loci.ts";
import { startLoci } from "../start-loci.ts";
import { filesOf, garden, git, say, sync, useDevices, useRepository } from "../synced-vaults.ts";
import { useTempFolder, useVault, writeFiles } from "../temp.ts";

describe("loci sync", () => {
  test("two devices end with the same files, and say what they did", async () => {
    const { bare, first, second, joined } = await useDevices();
    expect(joined.stdout).toBe(
      `Joined the vault ${second} (1 file in memory)\nPulled 1 (main, ${bare})\n`,
    );
    appendFileSync(join(first, "topics/garden.md"), "- Rue in the pot\n");
    await lociJson(["remember", "Lisbon in May", "--topic", "travel", "--vault", first]);
    const pushed = await sync(first);
    expect(pushed).toEqual({
      ...{ committed: 1, pulled: 0, pushed: 2, merged: [], conflicts: [], keptBoth: [] },
      ...{ heldBack: [], remote: bare, branch: "main" },
      head: git(first, "rev-parse", "HEAD").trim(),
    });
    expect(git(first, "log", "-2", "--format=%s").split("\n").sort()).toEqual([
      ...["", "edited by hand: garden", "travel: created, learned 1"],
    ]);

    writeFileSync(
      join(second, "topics/garden.md"),
      garden.replace("Sage by the wall", "Sage by the south wall"),
    );
    const { code, stdout, stderr } = await say(second);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.replace(/log\/\d{4}-\d\d\.md/, "log/MONTH.md")).toBe(
      `Committed 1, pulled 2, pushed 2 (main, ${bare})\nMerged log/MONTH.md\nMerged topics/garden.md\nMerged topics/index.txt\n`,
    );
    expect((await say(first)).stdout).toBe(`Pulled 2 (main, ${bare})\n`);
    expect(filesOf(first)).toEqual(filesOf(second));
    const merged = readFileSync(join(first, "topics/garden.md"), "utf8");
    expect(merged).toContain("- Sage by the south wall (2026-01-02)\n");
    expect(merged).toContain("- Rue in the pot\n");
    expect((await say(first)).stdout).toBe("Nothing new.\n");
    expect(git(first, "status", "--porcelain")).toBe("");
    git(first, "fsck", "--strict");
    git(bare, "fsck", "--strict");
  });

  test("without a remote it commits what was edited by hand, and says how to get one", async () => {
    const root = useRepository();
    writeFiles(root, { "topics/garden.md": `${garden}- Rue\n`, "photo.txt": "a photo\n" });
    const { code, stdout, stderr } = await say(root);
    expect([code, stdout]).toEqual([0, "Committed 1 (main)\n"]);
    expect(stderr).toBe(
      'There is no remote yet, so nothing leaves this device: "loci sync --remote URL" names one\n',
    );
    expect((await say(root, "--quiet")).stderr).toBe("");
    expect(git(root, "status", "--porcelain")).toBe("");
    expect(git(root, "log", "-1", "--format=%an %s")).toContain("loci edited by hand: garden");
  });

  test("what is too large, or looks like a key, is held back and said", async () => {
    const root = useRepository();
    writeFiles(root, {
      "film.bin": "x".repeat(11_000_000),
      "notes.md": `token: ghp_${"a1B2".repeat(9)}\n`,
      "topics/garden.md": `${garden}- Rue\n`,
    });
    const { code, stdout } = await runLoci(["sync", "--vault", root]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Committed 1 \(main\)\n/);
    expect(stdout).toMatch(/Not committed: film\.bin: it is larger than 10 MB/);
    expect(stdout).toMatch(/Not committed: notes\.md: /);
    expect(stdout).not.toContain("ghp_");
    expect(git(root, "ls-files")).not.toMatch(/film|notes/);
    const doctor = await runLoci(["doctor", "--vault", root, "--json"]);
    const codes = JSON.parse(doctor.stdout).problems.map(
      ({ code, file }: { code: string; file: string }) => [code, file],
    );
    expect(codes).toContainEqual(["HELD_BACK", "film.bin"]);
  });

  test("--status works offline and says what waits and what failed", async () => {
    const { bare, first } = await useDevices();
    const { stdout } = await say(first, "--status");
    expect(stdout).toBe(
      `Remote     ${bare}\nBranch     main\nSynced     just now\nWaiting    nothing\n`,
    );
    appendFileSync(join(first, "topics/garden.md"), "- Rue\n");
    git(first, "remote", "set-url", "origin", join(bare, "nowhere"));
    const failed = await say(first);
    expect([failed.code, failed.stdout]).toEqual([1, ""]);
    expect(failed.stderr).toMatch(/^Cannot sync with \S*nowhere: [^\n]+\n$/);
    expect(git(first, "log", "-1", "--format=%s")).toContain("edited by hand");
    const json = await say(first, "--json");
    expect(JSON.parse(json.stderr).error).toMatchObject({ code: "SYNC_FAILED" });
    const status = await say(first, "--status");
    expect(status.code).toBe(0);
    expect(status.stdout).toMatch(/^Waiting {4}1 commit to push$/m);
    expect(status.stdout).toMatch(/^Failed {5}just now: Cannot sync with /m);
    const state = await sync(first, "--status");
    expect(state).toMatchObject({ branch: "main", ahead: 1, behind: 0, changedFiles: 0 });
    const doctor = await runLoci(["doctor", "--vault", first]);
    expect(doctor.stdout).toMatch(/^The last sync failed: Cannot sync with /m);
  });

  test("a remote that can never work is refused and not stored", async () => {
    const root = useRepository();
    const before = readFileSync(join(root, ".git/config"), "utf8");
    const refused = async (...args: string[]) => {
      const { code, stderr } = await runLoci(["sync", "--vault", root, "--remote", ...args], {
        cwd: root,
      });
      expect(code).toBe(1);
      return stderr;
    };
    expect(await refused("ftp://git.example.org/m.git")).toMatch(/^Cannot [^\n]* ftp:\/\/; /);
    expect(await refused(".")).toMatch(/: it is the vault itself; name a folder elsewhere/);
    expect(await refused("backup/m.git")).toMatch(/: it lies inside the vault; /);
    expect(readFileSync(join(root, ".git/config"), "utf8")).toBe(before);
    const made = /: the folder holds no repository; .*`git init --bare /;
    expect(await refused(useTempFolder())).toMatch(made);
  });

  test("a remote with which no round ends well takes no other's place", async () => {
    const { bare, first } = await useDevices();
    const config = readFileSync(join(first, ".git/config"), "utf8");
    const { code } = await runLoci(["sync", "--vault", first, "--remote", `${bare}-none`]);
    expect(code).toBe(1);
    expect(readFileSync(join(first, ".git/config"), "utf8")).toBe(config);
    appendFileSync(join(first, "topics/garden.md"), "- Rue\n");
    expect(await say(first)).toMatchObject({ code: 0, stderr: "" });
    // The first one is kept, for there is none to go back to.
    const root = useRepository();
    await runLoci(["sync", "--vault", root, "--remote", `${bare}-none`]);
    expect(readFileSync(join(root, ".git/config"), "utf8")).toContain(`${bare}-none`);
  });

  test("Ctrl-C ends a round that waits for a remote that says nothing, in order", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
    onTestFinished(() => void silent.closeAllConnections());
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const root = useRepository();
    appendFileSync(join(root, "topics/garden.md"), "- Rue\n");
    const url = `http://127.0.0.1:${port}/memory.git`;
    const syncing = startLoci(["sync", "--vault", root, "--remote", url]);
    await once(silent, "request");
    expect([await syncing.stop("SIGINT"), syncing.said()]).toEqual([
      1,
      "Cannot finish the sync: it was stopped; what is committed is safe, and the next one goes on from there\n",
    ]);
    expect(git(root, "log", "-1", "--format=%s")).toContain("edited by hand");
    expect(await sync(root, "--status")).toMatchObject({ failure: null });
  });

  test("a token in the environment is in no file of the vault", async () => {
    const root = useRepository();
    const env = { LOCI_SYNC_TOKEN: "Zorblax7token" };
    await runLoci(["sync", "--vault", root, "--remote", "http://127.0.0.1:9/m.git"], { env });
    await runLoci(["sync", "--vault", root], { env });
    const files = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    expect(
      files.some((file) => file.includes("/.git/")),
      "looks into .git",
    ).toBe(true);
    const telling = files.filter((file) => readFileSync(file, "latin1").includes("Zorblax7"));
    expect(telling).toEqual([]);
  });
});

test("a plain folder of Markdown is told how it can be synced", async () => {
  const root = useVault({ "notes.md": "- Tea\n" });
  for (const flags of [[], ["--status"]]) {
    const { code, stderr } = await say(root, ...flags);
    expect([code, stderr]).toEqual([
      1,
      `Cannot use the vault's git: it is not a git repository; run \`loci init ${root}\`, or \`git init\` in it\n`,
    ]);
  }
  expect((await runLoci(["init", root])).code).toBe(0);
  expect(await say(root)).toMatchObject({ code: 0, stdout: "Committed 1 (main)\n" });
  expect(git(root, "ls-files")).toContain("notes.md");
});
