import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { serveBare } from "../git/remote/device.ts";
import { lociJson, runLoci } from "../run-loci.ts";
import { filesOf, git, sync, useBare, useRepository } from "../synced-vaults.ts";
import { useTempFolder, useVault } from "../temp.ts";

describe("loci init --from", () => {
  test("an empty remote gets a new vault, and the next device the same", async () => {
    const bare = useBare();
    const folder = useTempFolder();
    const [first, second] = [join(folder, "first"), join(folder, "deep", "second")];
    const made = await runLoci(["init", first, "--from", bare]);
    expect([made.code, made.stdout]).toEqual([
      0,
      expect.stringMatching(/^Made a new vault .* files? in memory\)\nPushed 1 \(main, .*\)\n$/),
    ]);
    mkdirSync(join(folder, "deep"));
    const [joined] = await lociJson(["init", second, "--from", bare]);
    expect(joined).toMatchObject({ root: second, created: false, pulled: 1, pushed: 0 });
    expect(filesOf(second)).toEqual(filesOf(first));
    expect(existsSync(join(second, "topics", "welcome.md"))).toBe(true);
    expect(statSync(join(second, ".loci")).mode & 0o077).toBe(0);
  });

  test("a server of one's own is trusted by the authority that sync.ca names, at once and later", async () => {
    const { server, url } = await serveBare({ token: "t0ken", tls: {} });
    const root = join(useTempFolder(), "vault");
    const [withToken, ca] = [{ LOCI_SYNC_TOKEN: "t0ken" }, { LOCI_SYNC_CA: `${server.caFile}` }];
    const env = { ...withToken, ...ca };
    const wary = await runLoci(["init", root, "--from", url], { env: withToken });
    expect([wary.code, wary.stderr]).toEqual([1, expect.stringContaining("sync.ca")]);
    expect((await runLoci(["init", root, "--from", url], { env })).code).toBe(0);
    await runLoci(["remember", "The kiln is blue", "--vault", root], { env });
    expect((await runLoci(["sync", "--vault", root], { env })).stdout).toContain("Pushed 1");
  });

  test("the branch is the one that the remote calls its own, and plain git pulls from it too", async () => {
    const [bare, first] = [useBare(), useRepository()];
    git(bare, "symbolic-ref", "HEAD", "refs/heads/trunk");
    git(first, "push", "-q", bare, "HEAD:trunk");
    const root = join(useTempFolder(), "vault");
    expect(await lociJson(["init", root, "--from", bare])).toMatchObject([{ branch: "trunk" }]);
    expect(git(root, "status", "-sb")).toBe("## trunk...origin/trunk\n");
    expect(filesOf(root)).toEqual(filesOf(first));
    const clone = join(useTempFolder(), "clone");
    git(bare, "clone", "-qn", bare, clone);
    const notes = useVault({ "notes.md": "- Tea\n" });
    for (const full of [root, clone, notes]) {
      const { code, stderr } = await runLoci(["init", full, "--from", bare]);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^Cannot join .*not empty.*loci sync --remote .*\n$/);
    }
    git(clone, "checkout", "-q", "trunk");
    await sync(clone);
    for (const one of [root, clone])
      expect(git(one, "config", "merge.loci.driver")).toContain("merge-file");
    expect(readdirSync(notes)).toEqual(["notes.md"]);
  });

  test("one that was killed while it wrote files goes on when it is run again", async () => {
    const [bare, first] = [useBare(), useRepository()];
    git(first, "push", "-q", bare, "HEAD:main");
    const root = join(useTempFolder(), "vault");
    const args = ["init", root, "--from", bare];
    await lociJson(args);
    const to = git(root, "rev-parse", "HEAD").trim();
    for (const path of ["loci.yaml", ".git/refs/heads/main", ".git/logs", ".git/index"])
      rmSync(join(root, path), { recursive: true });
    const log = "Ana <ana@example.org> 1790000000 +0000\tsync: forward main";
    const move = { ref: "refs/heads/main", to, log, writes: true };
    writeFileSync(join(root, ".git/loci/moving.json"), JSON.stringify(move));
    expect(await lociJson(args)).toMatchObject([{ root, created: false }]);
    expect(filesOf(root)).toEqual(filesOf(first));
  });

  test("two vaults with histories of their own are put together, and nothing is left out", async () => {
    const bare = useBare();
    const first = useRepository();
    const second = useRepository({
      "topics/garden.md": "# Garden\n\n- Mint\n",
      "topics/sea.md": "- Salt\n",
    });
    await sync(first, "--remote", bare);
    const report = await sync(second, "--remote", bare);
    const keptBoth = [expect.stringContaining("history of its own")];
    expect(report).toMatchObject({ conflicts: [], keptBoth });
    await sync(first);
    expect(filesOf(first)).toEqual(filesOf(second));
    const both = readFileSync(join(first, "topics/garden.md"), "utf8");
    for (const line of ["- The hose leaks (2026-01-01)", "- Mint"]) expect(both).toContain(line);
    expect(both).not.toMatch(/^[<=>]{7}/m);
  });

  test("a remote that is not there leaves a folder that the next try goes on with", async () => {
    const bare = useBare();
    const root = join(useTempFolder(), "vault");
    const failed = await runLoci(["init", root, "--from", `${bare}-not-there`]);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/^Cannot [^\n]+\n$/);
    const again = await runLoci(["init", root, "--from", bare]);
    expect(again, again.stderr).toMatchObject({ code: 0 });
  });
});

test("a relative path is meant from where it was typed", async () => {
  const bare = useBare();
  for (const [from, cwd] of [
    ["memory.git", join(bare, "..")],
    ["../memory.git", bare],
    ["~/memory.git", "/"],
  ] as const) {
    const root = join(useTempFolder(), "vault");
    const env = { HOME: join(bare, "..") };
    const made = await runLoci(["init", root, `--from=${from}`], { cwd, env });
    expect(made, made.stderr).toMatchObject({ code: 0 });
    expect(git(root, "config", "remote.origin.url").trim()).toBe(bare);
  }
  const root = useRepository();
  const sync = ["sync", "--vault", root, "--remote", "memory.git"];
  await runLoci(sync, { cwd: join(bare, "..") });
  expect(git(root, "config", "remote.origin.url").trim()).toBe(bare);
});
