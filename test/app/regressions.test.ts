import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { deviceClock } from "../../src/app/vault/device-clock.ts";
import { openVaultLock } from "../../src/index/vault-lock.ts";
import { openCommitter } from "../../src/sync/background/committer.ts";
import { cleanEnv, runLoci } from "../run-loci.ts";
import { useFixture, useVault, writeFiles } from "../temp.ts";

async function open(root: string, env: NodeJS.ProcessEnv = {}) {
  const said: string[] = [];
  const loci = await openLoci({ root, env, now: Date.now, report: (text) => said.push(text) });
  return { loci, said };
}

function git(root: string, ...args: readonly string[]): string {
  const identity = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"];
  return execFileSync("git", [...identity, ...args], {
    cwd: root,
    env: cleanEnv(),
    encoding: "utf8",
  });
}

test("a commit that failed once did not end all later ones", async () => {
  const root = useVault({ "loci.yaml": "", "topics/a.md": "- a\n", ".loci/pending": "" });
  git(root, "init", "-q");
  const lock = vi.fn(async () => {
    throw new Error("no lock today");
  });
  const settings = { device: "d", commit: { enabled: true } };
  const options = { root, lociDir: join(root, ".loci"), env: {}, settings, now: Date.now };
  const committer = openCommitter({
    ...{ ...options, lock, clock: deviceClock, report: () => {} },
    openCommitLock: () => openVaultLock(options.lociDir, { clock: deviceClock, name: "commit" }),
    loadSecretTest: async () => () => false,
  });
  await expect(committer.commit()).rejects.toThrow("no lock today");
  await expect(committer.commit()).rejects.toThrow("no lock today");
  expect(lock).toHaveBeenCalledTimes(2);
  await committer.close();
});

test("a memory went into the archive, out of recall", async () => {
  const root = useVault({ "loci.yaml": "", "archive/topics/travel.md": "# Travel\n\n- old\n" });
  const { loci } = await open(root);
  const [saved] = await loci.memory.remember([{ text: "The new ferry", topic: "travel" }]);
  expect(saved?.file).toBe("topics/travel.md");
  await loci.close();
});

test("recall with a topic and a person looked at the shared topic of that name only", async () => {
  const root = useVault({
    "loci.yaml": "",
    "topics/cooking.md": "# Cooking\n\n- Rice for all\n",
    "people/ana/topics/cooking.md": "# Cooking\n\n- Rice for Ana\n",
  });
  const { loci } = await open(root);
  const viewer = { person: "ana" };
  const { hits } = await loci.memory.recall("rice", { topic: "cooking", viewer });
  expect(hits.map(({ text }) => text).sort()).toEqual(["Rice for Ana", "Rice for all"]);
  await loci.close();
});

test("a path that merely holds loci/ locked the person out of an index of version 3", async () => {
  const root = useVault({ "loci.yaml": "", "projects/loci/x.md": "- x\n", "other.md": "- y\n" });
  git(root, "init", "-q");
  git(root, "add", "loci.yaml", "projects");
  git(root, "add", "-N", "other.md");
  const { loci } = await open(root);
  expect((await loci.index.refresh()).files).toBe(2);
  await loci.close();
});

test("an impossible month was an internal error", async () => {
  const { loci } = await open(useVault({ "loci.yaml": "" }));
  const memory = { text: "x", date: "2026-13-45" };
  await expect(loci.memory.remember([memory])).rejects.toMatchObject({ code: "BAD_DATE" });
  await loci.close();
});

test("commit messages counted what was known already", async () => {
  const root = useFixture("starter");
  git(root, "init", "-qb", "main");
  git(root, "add", "-A");
  git(root, "commit", "-qm", "start");
  const { loci } = await open(root);
  await loci.memory.remember(
    ["Prefers bomba rice for paella", "A new spoon", "a new spoon."].map((text) => ({
      text,
      topic: "cooking",
    })),
  );
  await loci.sync.commit();
  expect(git(root, "log", "-1", "--format=%s")).toBe("cooking: learned 1\n");
  await loci.close();
});

test("a line separator inside a JSON string split the question in two", async () => {
  const root = useVault({ "loci.yaml": "", "topics/a.md": "- Rice at noon\n" });
  const input = `{"id":1,"query":"rice\u2028noon"}\n`;
  const { stdout } = await runLoci(["recall", "--stdin", "--vault", root], { input });
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, results: [{ text: "Rice at noon" }] });
});

test("the ledger of the recent-topics index was never swept", async () => {
  const root = useVault({ "loci.yaml": "", "topics/a.md": "- a\n" });
  const { loci } = await open(root);
  await loci.memory.remember([{ text: "b", topic: "a" }]);
  await loci.close();
  const now = Date.now() + 3_600_000;
  vi.useFakeTimers({ now, toFake: ["Date"] });
  try {
    const later = await open(root);
    await later.loci.index.refresh();
    await later.loci.close();
  } finally {
    vi.useRealTimers();
  }
  expect(readdirSync(join(root, ".loci/writes"))).toEqual([]);
});

test("an empty answer was given without a look at the files", async () => {
  const root = useVault({ "loci.yaml": "" });
  const many = Array.from({ length: 1_500 }, (_, i) => [`topics/t${i}.md`, `- walrus ${i}\n`]);
  writeFiles(root, Object.fromEntries(many));
  const { loci } = await open(root);
  const watcher = await loci.index.watch(() => {});
  await sleep(100);
  writeFileSync(join(root, "topics/late.md"), "- zeppelin\n");
  expect((await loci.memory.recall("zeppelin")).hits.map(({ text }) => text)).toContain("zeppelin");
  await watcher.close();
  await loci.close();
});

test("loci init committed a person's own edit of a file that was there", async () => {
  const root = useVault({ ".gitignore": "secret\n", "a.md": "- a\n" });
  git(root, "init", "-qb", "main");
  git(root, "add", "-A");
  git(root, "commit", "-qm", "mine");
  writeFileSync(join(root, ".gitignore"), "secret\nedited by me\n");
  await runLoci(["init", root]);
  expect(git(root, "status", "--porcelain")).toContain(" M .gitignore");
  expect(existsSync(join(root, "loci.yaml"))).toBe(true);
});
