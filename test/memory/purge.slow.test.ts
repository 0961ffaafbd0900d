import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { serveGitHttp } from "../git/servers/serve-git-http.ts";
import { cleanEnv, lociCommand, runLoci } from "../run-loci.ts";
import { gitEnv } from "../sync/repo.ts";
import { sync } from "../synced-vaults.ts";
import { useTempFolder } from "../temp.ts";

const git = (cwd: string, ...args: string[]): string =>
  execFileSync("git", args, { cwd, env: gitEnv, encoding: "latin1", maxBuffer: 2 ** 30 });

const secret = "The spare key lies under the third stone";
const line = `- ${secret} (2026-03-01)\n`;

/** A thousand commits on ten topics; from the 300th on one of them holds the secret. */
function importHistory(root: string): void {
  const topics = Array.from({ length: 10 }, (_, n) => `# Topic ${n}\n\n`);
  const commits = ["loci.yaml", ".gitignore"].map(
    (name) =>
      `M 100644 inline ${name}\ndata ${name === "loci.yaml" ? 16 : 7}\n${name === "loci.yaml" ? "languages: [en]\n" : ".loci/\n"}\n`,
  );
  const stream = Array.from({ length: 1_000 }, (_, n) => {
    const at = n % 10;
    topics[at] += n === 303 ? line : `- Line ${n} of the garden (2026-01-05)\n`;
    const text = topics[at] ?? "";
    const first = n === 0 ? commits.join("") : "";
    return `commit refs/heads/main\ncommitter Ana <ana@example.org> ${1_767_600_000 + n * 600} +0100\ndata 5\nlearn\n${first}M 100644 inline topics/t${at}.md\ndata ${Buffer.byteLength(text)}\n${text}\n`;
  });
  execFileSync("git", ["fast-import", "--quiet"], {
    cwd: root,
    env: gitEnv,
    input: stream.join(""),
  });
}

/** All that the thousand commits changed, line by line, and who made them when. */
function changes(root: string): string {
  const last = git(root, "rev-list", "--reverse", "HEAD").split("\n")[999] ?? "";
  const log = git(root, "log", "-p", "-U0", "--reverse", "--format=%an %at %cn %ct %s", last);
  return log.replace(/^(?:index|@@) .*\n/gm, "");
}

test("one secret is purged of 1,000 commits, three devices and a server, and no other line changes", async () => {
  const folder = useTempFolder();
  const bare = join(folder, "vault.git");
  mkdirSync(bare);
  git(bare, "init", "-q", "--bare", "-b", "main");
  git(bare, "config", "http.receivepack", "true");
  importHistory(bare);
  const server = await serveGitHttp({ root: folder });
  onTestFinished(() => server.close());
  const url = `${server.origin}/vault.git`;
  const roots = ["first", "second", "third"].map((name) => join(folder, name));
  const [first = "", second = "", third = ""] = roots;
  for (const root of roots) {
    const joined = await runLoci(["init", root, "--from", url]);
    expect(joined, joined.stderr).toMatchObject({ code: 0 });
  }
  for (const root of roots) await sync(root);
  appendFileSync(join(second, "topics/t1.md"), "- New on the second\n");
  const before = changes(first);
  expect(before).toContain(secret);
  const purged = await runLoci(["forget", secret, "--purge", "--yes", "--vault", first]);
  expect([purged.code, purged.stderr]).toEqual([0, ""]);
  expect(purged.stdout).toContain(`Purged at ${url} too`);
  appendFileSync(join(third, "topics/t2.md"), "- New on the third\n");
  for (const root of [third, second]) await sync(root, "--accept-purge");
  for (const root of [first, third, second]) await sync(root);
  git(bare, "gc", "-q", "--prune=now");
  for (const root of [...roots, bare]) {
    git(root, "fsck", "--strict", "--full");
    const all = git(root, "cat-file", "--batch-all-objects", "--batch", "--buffer");
    expect(all).not.toContain(secret);
  }
  for (const root of roots) {
    expect(git(root, "status", "--porcelain")).toBe("");
  }
  expect(new Set(roots.map((root) => git(root, "rev-parse", "main"))).size).toBe(1);
  // The commit that added nothing else has no patch any more.
  const patch = `\ndiff --git a/topics/t3.md b/topics/t3.md\n--- a/topics/t3.md\n+++ b/topics/t3.md\n+${line}`;
  expect(before).toContain(patch);
  expect(changes(first)).toBe(before.replace(patch, ""));
  for (const text of ["New on the second", "New on the third"]) {
    expect(git(first, "grep", "-c", text, "main")).toMatch(/:1$/m);
  }
}, 900_000);

const [node, ...own] = lociCommand;

/** Runs `loci` as a process of its own, and kills it once it is time. */
async function killWhen(args: readonly string[], isTime: () => boolean): Promise<string | null> {
  const child = spawn(node, [...own, ...args], { stdio: "ignore", env: cleanEnv() });
  const ended = once(child, "exit");
  while (child.exitCode === null && !isTime()) await setTimeout(1);
  child.kill("SIGKILL");
  return (await ended)[1];
}

test("a purge that is killed between the erasure and its marks is finished by the next sync", async () => {
  const root = join(useTempFolder(), "vault");
  mkdirSync(root);
  git(root, "init", "-q", "-b", "main");
  importHistory(root);
  git(root, "reset", "-q", "--hard");
  const file = join(root, "topics/t3.md");
  const has = (): boolean => readFileSync(file, "utf8").includes(secret);
  expect(has()).toBe(true);
  const purge = ["forget", secret, "--purge", "--yes", "--vault", root];
  expect(await killWhen(purge, () => !has())).toBe("SIGKILL");
  expect(existsSync(join(root, ".loci/erasing.json"))).toBe(true);
  expect(existsSync(join(root, "log/forgotten.txt"))).toBe(true);
  expect(readFileSync(join(root, "log/forgotten.txt"), "utf8")).not.toContain(" x ");
  const named = await runLoci(["forget", secret, "--vault", root]);
  expect([named.code, named.stderr]).toEqual([
    1,
    expect.stringContaining("Cannot find the memory"),
  ]);
  await sync(root);
  expect(existsSync(join(root, ".loci/erasing.json"))).toBe(false);
  const all = git(root, "cat-file", "--batch-all-objects", "--batch", "--buffer");
  expect(all).not.toContain(secret);
  git(root, "fsck", "--strict", "--full");
}, 300_000);
