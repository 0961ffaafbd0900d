import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toMarks } from "../../src/sync/purge/purge-marks.ts";
import { lineHash } from "../../src/sync/purge/rewrite-history.ts";
import { runLoci } from "../run-loci.ts";
import { allBytes, garden, git, sync, useDevices, useRepository } from "../synced-vaults.ts";
import { useTempFolder } from "../temp.ts";

const secret = "The code of the safe is four seven one one";
const line = `- ${secret} (2026-03-01)\n`;
const file = (root: string) => join(root, "topics/garden.md");
const add = (root: string, text: string) => appendFileSync(file(root), text);

const forget = (root: string, ...args: string[]) => runLoci(["forget", ...args, "--vault", root]);

/** Each version of each file that a branch leads to, the oldest first. */
const versions = (root: string): string[] =>
  git(root, "rev-list", "--reverse", "HEAD")
    .trim()
    .split("\n")
    .map((oid) => {
      const names = git(root, "ls-tree", "-r", "--name-only", oid).trim().split("\n");
      const kept = names.filter((name) => !/^log\//.test(name));
      return kept.map((name) => `${name}\n${git(root, "show", `${oid}:${name}`)}`).join("\n");
    });

/** A vault whose history holds the secret in many versions, in a file that went, and where no branch leads. */
async function secretVault(root = useRepository()) {
  for (let n = 0; n < 6; n++) {
    add(root, n === 2 ? line : `- Planted bed ${n}\n`);
    await sync(root);
  }
  writeFileSync(join(root, "topics/old.md"), `# Old\n\n- Before\n${line}- After\n`);
  await sync(root);
  git(root, "rm", "-q", "topics/old.md");
  git(root, "commit", "-qm", "by hand");
  git(root, "checkout", "-q", "-b", "aside", "HEAD~3");
  add(root, "- On another branch\n");
  git(root, "commit", "-qam", "aside");
  git(root, "tag", "-a", "v1", "-m", "a tag");
  git(root, "checkout", "-q", "main");
  git(root, "branch", "-D", "-q", "aside");
  git(root, "tag", "file", "HEAD~4:topics/garden.md");
  git(root, "tag", "folder", "HEAD~4:topics");
  for (const text of [line, "- Stashed later\n"]) {
    add(root, text);
    git(root, "stash", "-q");
  }
  writeFileSync(join(root, "notes.txt"), `${secret}, said once more\n`);
  git(root, "add", "notes.txt");
  git(root, "rm", "-q", "-f", "--cached", "notes.txt");
  writeFileSync(join(root, "notes.txt"), "nothing\n");
  return root;
}

test("loci forget --purge leaves no object with the words, packed or not, and changes no other line", async () => {
  const root = await secretVault();
  git(root, "repack", "-adq");
  add(root, "- Since it was packed\n");
  await sync(root);
  const before = versions(root);
  expect(allBytes(root)).toContain(secret);
  const purged = await forget(root, secret, "--purge", "--yes");
  expect([purged.code, purged.stdout]).toEqual([0, expect.stringContaining("Purged: 1 memory")]);
  expect(allBytes(root)).not.toContain(secret);
  git(root, "fsck", "--strict", "--full");
  expect(git(root, "stash", "list").trim().split("\n")).toHaveLength(2);
  expect(git(root, "stash", "show", "-p", "stash@{0}")).toContain("+- Stashed later");
  expect(git(root, "show", "--stat", "stash@{1}")).toContain("WIP on main");
  const after = versions(root);
  const without = before.map((one) => one.replaceAll(line, ""));
  expect(after.slice(0, before.length)).toEqual(without);
  expect(git(root, "status", "--porcelain", "-uno")).toBe("");
  expect(git(root, "log", "--format=%an %s").split("\n")).toContain("Ana by hand");
  const named = ["v1", "file", "folder"].map((name) => git(root, "cat-file", "-t", name).trim());
  expect(named).toEqual(["tag", "blob", "tree"]);
  expect((await runLoci(["doctor", "--vault", root])).stderr).toBe("");
  expect((await runLoci(["history", "garden", "--vault", root])).stdout).not.toContain(secret);
});

test("a purge reaches the remote on a yes, and other devices, which keep what is new there", async () => {
  const { bare, first, second } = await useDevices();
  add(first, line);
  await sync(first);
  await sync(second);
  add(second, "- New on the second\n");
  const declined = await runLoci(["forget", secret, "--purge", "--vault", first]);
  expect([declined.code, declined.stderr]).toEqual([2, expect.stringContaining("--yes")]);
  expect(readFileSync(file(first), "utf8")).toContain(secret);
  const purged = await forget(first, secret, "--purge", "--yes");
  expect(purged.stdout).toContain(`Purged at ${bare} too`);
  expect((await runLoci(["sync", "--vault", second])).code).toBe(1);
  const report = await sync(second, "--accept-purge");
  expect(report.keptBoth).toEqual([expect.stringMatching(/^Purged here too, /)]);
  await sync(first);
  for (const root of [first, second]) {
    expect(readFileSync(file(root), "utf8")).toBe(`${garden}- New on the second\n`);
    expect(allBytes(root)).not.toContain(secret);
    git(root, "fsck", "--strict", "--full");
  }
  expect(git(first, "rev-parse", "main")).toBe(git(second, "rev-parse", "main"));
  git(bare, "gc", "-q", "--prune=now");
  expect(allBytes(bare)).not.toContain(secret);
});

test("old history that plain git pushes again does not come back, and is replaced only on a yes", async () => {
  const { bare, first, second } = await useDevices();
  add(first, line);
  await sync(first);
  const clone = join(useTempFolder(), "clone");
  git("/", "clone", "-q", bare, clone);
  await forget(first, secret, "--purge", "--yes");
  add(clone, "- By plain git\n");
  git(clone, "commit", "-qam", "plain");
  git(clone, "push", "-q", "--force");
  const refused = await runLoci(["sync", "--vault", first]);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/still holds what was purged here[\s\S]*--accept-purge/),
  ]);
  expect(allBytes(first)).not.toContain(secret);
  await sync(first, "--accept-purge");
  expect(readFileSync(file(first), "utf8")).toBe(`${garden}- By plain git\n`);
  expect(allBytes(first)).not.toContain(secret);
  expect(git(bare, "log", "-p", "main")).not.toContain(secret);
  await sync(second, "--accept-purge");
  expect(readFileSync(file(second), "utf8")).toContain("- By plain git\n");
  expect(allBytes(second)).not.toContain(secret);
});

test("marks of a few lines that plain git pushes, with the history as it was, purge nothing", async () => {
  const { bare, first, second } = await useDevices();
  add(first, line);
  await sync(first);
  await sync(second);
  const clone = join(useTempFolder(), "clone");
  git("/", "clone", "-q", bare, clone);
  mkdirSync(join(clone, "log"), { recursive: true });
  const marks = [...toMarks([lineHash(line.trimEnd())], new Date())];
  appendFileSync(join(clone, "log/forgotten.txt"), `${marks}\n`);
  git(clone, "add", "-A");
  git(clone, "commit", "-qm", "malice");
  git(clone, "push", "-q");
  const pushed = git(bare, "rev-parse", "main");
  await sync(second);
  await sync(second, "--accept-purge");
  expect(readFileSync(file(second), "utf8")).toContain(secret);
  expect(git(second, "log", "-p", "main~1")).toContain(secret);
  expect(git(bare, "rev-parse", "main")).toBe(pushed);
  git(second, "fsck", "--strict", "--full");
});

test("a purge that waits for an answer says so wherever a person looks", async () => {
  const { first, second } = await useDevices();
  add(first, line);
  await sync(first);
  await sync(second);
  await forget(first, secret, "--purge", "--yes");
  const { code, stderr } = await runLoci(["sync", "--vault", second]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/1 line .*--refuse-purge/)]);
  expect(readFileSync(file(second), "utf8")).toContain(secret);
  for (const [args, text] of [
    [["sync", "--status"], /^Failed .*another device purged.*--accept-purge/m],
    [["sync", "--status"], /^Waiting .*to push once the purge is answered, /m],
    [["doctor"], /another device purged for good what stands here in 1 line/],
  ] as const)
    expect((await runLoci([...args, "--vault", second])).stdout).toMatch(text);
  const both = await runLoci(["sync", "--accept-purge", "--refuse-purge", "--vault", second]);
  expect([both.code, both.stderr]).toEqual([
    2,
    expect.stringContaining("cannot be used with option"),
  ]);
});

test("what a file still says in other words around it stays in all versions, and the file is named", async () => {
  const quote = `He said: ${secret}.\n`;
  const root = useRepository({ "topics/quotes.md": quote });
  add(root, line);
  await sync(root);
  const { code, stdout } = await forget(root, secret, "--purge", "--yes");
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining("Its words are still in topics/quotes.md"),
  ]);
  expect(git(root, "show", "HEAD~2:topics/quotes.md")).toBe(quote);
  expect(allBytes(root)).not.toContain(line);
});

test("a purge marks what it took in log/forgotten.txt, even where the person's git ignores it", async () => {
  const root = useRepository();
  add(root, line);
  await sync(root);
  writeFileSync(join(root, ".git/info/exclude"), "log/\n");
  expect((await forget(root, secret, "--purge", "--yes")).code).toBe(0);
  expect(allBytes(root)).not.toContain(secret);
  expect(readFileSync(join(root, "log/forgotten.txt"), "utf8")).toMatch(/ - \w{32}\n.* x \w{64}\n/);
});

test("a purge whose marks are staged says that history still holds it", async () => {
  const root = useRepository();
  add(root, line);
  await sync(root);
  mkdirSync(join(root, "log"), { recursive: true });
  writeFileSync(join(root, "log/forgotten.txt"), "");
  git(root, "add", "log");
  const { code, stderr } = await forget(root, secret, "--purge", "--yes");
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/history still holds it: .*you have staged changes of "log\/forgotten/),
  ]);
  git(root, "reset", "-q");
  await sync(root);
  expect(allBytes(root)).not.toContain(secret);
});

test("a purge takes nothing of another one whose marks plain git brought", async () => {
  const root = useRepository({ "topics/tea.md": "- Likes tea\n" });
  add(root, line);
  await sync(root);
  mkdirSync(join(root, "log"), { recursive: true });
  const marks = [...toMarks([lineHash("- Likes tea")], new Date())];
  writeFileSync(join(root, "log/forgotten.txt"), `${marks}\n`);
  git(root, "add", "log");
  git(root, "commit", "-qm", "merged by plain git");
  expect((await forget(root, secret, "--purge", "--yes")).code).toBe(0);
  expect(allBytes(root)).not.toContain(secret);
  expect(git(root, "log", "-p")).toContain("+- Likes tea");
});

test.each([
  ["a vault without git", () => ({ LOCI_COMMIT_ENABLED: "false" }), /Cannot purge git's history/],
  [
    "further work trees",
    (root: string) => git(root, "worktree", "add", "-q", join(useTempFolder(), "w"), "-b", "w"),
    /further work trees/,
  ],
  [
    "a merge in progress",
    (root: string) => writeFileSync(join(root, ".git/MERGE_HEAD"), `${"0".repeat(40)}\n`),
    /a git merge is in progress/,
  ],
])("%s is refused before anything is forgotten", async (_, prepare, sentence) => {
  const root = useRepository();
  add(root, line);
  await sync(root);
  const env = prepare(root);
  const { code, stderr } = await runLoci(
    ["forget", secret, "--purge", "--yes", "--vault", root],
    typeof env === "object" ? { env } : {},
  );
  expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
  expect(readFileSync(file(root), "utf8")).toContain(secret);
});
