import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { registerMergeDriver } from "../../src/sync/merge-driver.ts";
import { useTempFolder } from "../temp.ts";
import { createRepo, gitEnv, openRepo, type TestRepo } from "./repo.ts";

const topic = "topics/cooking.md";

/** A vault with the driver, and a clone of it with the driver. */
async function createPair(): Promise<{ here: TestRepo; there: TestRepo }> {
  const here = createRepo({ empty: true });
  here.write(topic, "- bomba rice\n- broth\n- nuts\n");
  here.write(".gitattributes", "*.md merge=loci\n");
  await registerMergeDriver(here.root, { env: gitEnv });
  here.commitAll();
  const root = join(useTempFolder(), "clone");
  execFileSync("git", ["clone", "-q", here.root, root], { env: gitEnv });
  await registerMergeDriver(root, { env: gitEnv });
  return { here, there: openRepo(root) };
}

const pull = ["pull", "-q", "--no-rebase", "--no-edit"];

/** Both sides add at the same place; one takes a line away. */
function diverge(here: TestRepo, there: TestRepo): void {
  here.write(topic, "- bomba rice\n- broth\n- nuts\n- saffron\n");
  there.write(topic, "- bomba rice\n- nuts\n- coriander\n");
  for (const { commitAll } of [here, there]) commitAll();
}

test.each(["merge", "rebase"])("git %s with the driver merges entry by entry", async (command) => {
  const { here, there } = await createPair();
  diverge(here, there);
  there.git("fetch", "-q");
  there.git(command, "-q", "origin/main");
  expect(there.read(topic)).toBe("- bomba rice\n- nuts\n- coriander\n- saffron\n");
  expect(there.status()).toBe("");
  there.fsck();
});

test("registerMergeDriver() registers once, renews an installation that moved, and keeps every other byte", async () => {
  const repo = createRepo();
  const before = `${repo.read(".git/config")}; mine\n[remote "origin"]\n\turl = /x # y\n`;
  repo.write(".git/config", before);
  const env = { ...gitEnv, GIT_DIR: "/nonexistent", GIT_CONFIG: "/nonexistent/x" };
  expect(await registerMergeDriver(repo.root, { env })).toBe(true);
  const registered = repo.read(".git/config");
  expect(registered.startsWith(before)).toBe(true);
  expect(await registerMergeDriver(repo.root, { env })).toBe(false);
  expect(repo.read(".git/config")).toBe(registered);
  const command = ["/opt/it's 100% %P/node", "/opt/m.js"];
  expect(await registerMergeDriver(repo.root, { env, command })).toBe(true);
  expect(repo.git("config", "--get-all", "merge.loci.driver")).toBe(
    "'/opt/it'\\''s 100%% %%P/node' '/opt/m.js' merge-file -- %O %A %B %P || git merge-file -L ours -L base -L theirs %A %O %B || exit 1\n",
  );
});

test.each([
  ["cannot be started", ["/nonexistent/node", "/nonexistent/main.js"]],
  ["is killed", [process.execPath, "-e", "process.kill(process.pid, 9)", "--"]],
])("git's own merge takes over where Loci %s", async (_why, command) => {
  const { here, there } = await createPair();
  await registerMergeDriver(there.root, { env: gitEnv, command });
  here.write(topic, "- calasparra rice\n- broth\n- nuts\n");
  there.write(topic, "- arborio rice\n- broth\n- all nuts\n");
  for (const { commitAll } of [here, there]) commitAll();
  expect(() => there.git(...pull)).toThrow();
  expect(there.read(topic)).toBe(
    "<<<<<<< ours\n- arborio rice\n=======\n- calasparra rice\n>>>>>>> theirs\n- broth\n- all nuts\n",
  );
  expect(there.status()).toBe(`UU ${topic}\n`);
});

describe("a remote cannot make the driver run anything", () => {
  const strange = [
    ...["a'b.md", "$(touch pwned).md", "; touch pwned #.md", "a\ntouch pwned\n.md"],
    ...["--json.md", "%O%A%B%P%%.md", "'$(touch pwned)'.md"],
  ];

  test("by the names of its files", async () => {
    const { here, there } = await createPair();
    for (const path of strange) here.write(path, "- one\n");
    here.commitAll();
    there.git("pull", "-q");
    for (const path of strange) here.write(path, "- one\n- here\n");
    for (const path of strange) there.write(path, "- one\n- there\n");
    for (const { commitAll } of [here, there]) commitAll();
    there.git(...pull);
    for (const path of strange)
      expect(there.read(path), path).toMatch(/^- one\n- (?:here\n- there|there\n- here)\n$/);
    expect(there.git("ls-files").includes("pwned\n")).toBe(false);
    for (const root of [here.root, there.root]) expect(existsSync(join(root, "pwned"))).toBe(false);
    expect(there.status()).toBe("");
  });

  test("by a log/forgotten.txt that is a link, or never ends", async () => {
    const { here, there } = await createPair();
    diverge(here, there);
    mkdirSync(join(there.root, "log"));
    symlinkSync("/dev/zero", join(there.root, "log/forgotten.txt"));
    there.git(...pull);
    expect(there.read(topic)).toContain("saffron");
  });
});
