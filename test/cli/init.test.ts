import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSettings } from "../../src/app/vault/load-settings.ts";
import { cleanEnv, lociJson, runLoci } from "../run-loci.ts";
import { git } from "../synced-vaults.ts";
import { useTempFolder, useVault, writeDeviceSettings } from "../temp.ts";
import { hasPty, openPty } from "./open-pty.ts";

test("loci init in a folder of another repository makes no repository, and says what to do", async () => {
  const outer = useVault({ "notes/a.md": "- a\n", "other/b.md": "- b\n", ".gitignore": "/own/\n" });
  git(outer, "init", "-qb", "main");
  const root = join(outer, "notes");
  const { code, stdout, stderr } = await runLoci(["init", root]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Completed the vault .* \(loci\.yaml, .gitignore, .gitattributes\)\n$/);
  expect(stderr).toContain(`the folder is part of the git repository "${outer}"`);
  expect(stderr).toContain('run "git init" in it and then "loci init');
  expect(existsSync(join(root, ".git"))).toBe(false);
  const again = await runLoci(["init", root]);
  expect(again).toEqual({
    code: 1,
    stdout: "",
    stderr: `Cannot make a vault at "${root}": it is one already, and nothing was changed; "loci up --vault ${root}" runs it\n`,
  });
  git(root, "init", "-qb", "main");
  expect((await runLoci(["init", root])).code).toBe(0);
  // What the outer one ignores is not a part of it.
  const [made] = await lociJson(["init", join(outer, "own")]);
  expect(made).toMatchObject({ repository: true, committed: true });
});

test("loci init says that it made a repository, and names the device and the commit as they are", async () => {
  const root = useVault({
    "loci.yaml": "",
    ".gitignore": "",
    ".gitattributes": "",
    "a.md": "- a\n",
  });
  const { stdout } = await runLoci(["init", root]);
  expect(stdout).toBe(`Completed the vault ${root} (a git repository)\n`);
  const notes = useVault({ "a.md": "- a\n" });
  writeDeviceSettings(notes, "device: board\n");
  await runLoci(["init", notes]);
  expect(git(notes, "log", "--format=%s%n%(trailers)").trim()).toBe(
    "update the vault\nDevice: board",
  );
  const fresh = join(useTempFolder(), "vault");
  await runLoci(["init", fresh], { env: { LOCI_DEVICE: "laptop" } });
  expect(git(fresh, "log", "--format=%s%n%(trailers)").trim()).toBe(
    "update the vault\nDevice: laptop",
  );
});

const own = () => {
  const root = useVault({ "a.md": "- a\n" });
  git(root, "init", "-qb", "main");
  git(root, "add", "-A");
  git(root, "commit", "-qm", "mine");
  return root;
};
const subjects = (root: string) => git(root, "log", "--format=%s").trim().split("\n");

test("loci init without a yes commits nothing to somebody's own repository, and says how to allow it later", async () => {
  const silent = own();
  const { code, stdout, stderr } = await runLoci(["init", silent]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Completed the vault .* \(loci\.yaml, .gitignore, .gitattributes\)\n$/);
  expect(stderr).toContain("set commit.enabled to true for this vault in this device");
  expect((await runLoci(["remember", "Likes tea", "--vault", silent])).code).toBe(0);
  const synced = await runLoci(["sync", "--vault", silent]);
  expect([synced.code, synced.stderr]).toEqual([
    1,
    expect.stringMatching(/^Cannot sync: .*commit\.enabled is false.*with your own git\n$/),
  ]);
  expect((await runLoci(["sync", "--status", "--vault", silent])).code).toBe(0);
  expect(subjects(silent)).toEqual(["mine"]);
  expect((await loadSettings({ root: silent, env: cleanEnv() })).commit.enabled).toBe(false);
});

test.runIf(hasPty())("loci init commits to somebody's own repository with a yes", async () => {
  const yes = own();
  const pty = openPty(["init", yes]);
  await pty.until("[y/N]");
  pty.type("y\r");
  expect(await pty.ended).toBe(0);
  expect((await runLoci(["remember", "Likes tea", "--topic", "tea", "--vault", yes])).code).toBe(0);
  expect(subjects(yes)).toEqual(["tea: created, learned 1", "update the vault", "mine"]);
});

test("loci init keeps transcripts and secrets from git add in a folder with rules of its own", async () => {
  const root = useVault({ ".gitignore": "*.tmp\n", "a.md": "- a\n" });
  await runLoci(["init", root]);
  for (const path of ["conversations/x.md", ".env", "host.pem"]) {
    expect(git(root, "check-ignore", path).trim()).toBe(path);
  }
  expect(readFileSync(join(root, ".gitignore"), "utf8")).toBe("*.tmp\n");
});

test("a folder that Loci makes for a vault is closed to other users; one that is there stays as it is", async () => {
  const rightsOf = (path: string): number => statSync(path).mode & 0o777;
  const around = useTempFolder();
  const fresh = join(around, "new", "vault");
  await runLoci(["init", fresh]);
  expect(rightsOf(fresh)).toBe(0o700);
  const remote = join(around, "vault.git");
  git(around, "init", "-q", "--bare", remote);
  const joined = join(around, "joined");
  await runLoci(["init", joined, "--from", remote]);
  expect([existsSync(join(joined, "topics")), rightsOf(joined)]).toEqual([true, 0o700]);
  const open = join(around, "open");
  mkdirSync(open, { mode: 0o755 });
  await runLoci(["init", open]);
  expect(rightsOf(open)).toBe(0o755);
});

test("loci works where nothing can be written into the person's home", async () => {
  const { code, stdout, stderr } = await runLoci(["--version"], { env: { HOME: "/dev/null" } });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/\d/);
});
