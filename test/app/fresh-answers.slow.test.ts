import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createRandom } from "../../scripts/bench/random.ts";
import { type Loci, openLoci } from "../../src/app/loci.ts";
import { editors, line } from "../edits.ts";
import { cleanEnv } from "../run-loci.ts";
import { startUp } from "../start-loci.ts";
import { useTempFolder, useVault } from "../temp.ts";
import { testSeed } from "../test-seed.ts";

/** Raise it to hunt: each edit is asked for at once. */
const edits = Number(process.env.LOCI_EDITS ?? 300);

const folders = ["topics", "topics/home", "notes", "general/old"];

function useManyFiles(): string {
  const files = folders.flatMap((folder) =>
    Array.from({ length: 6 }, (_, i) => [`${folder}/f${i}.md`, `# F${i}\n\n- Waters fern ${i}\n`]),
  );
  return useVault(Object.fromEntries(files));
}

async function openOne(root: string, isWatched: boolean) {
  const loci = await openLoci({ root, env: cleanEnv(), now: Date.now, report: () => {} });
  const watcher = isWatched ? await loci.index.watch(() => {}) : undefined;
  onTestFinished(async () => {
    await watcher?.close();
    await loci.close({ timeoutMs: 0 });
  });
  return { loci, find: (word: string) => filesSaying(loci, word) };
}

/** By recall. */
async function filesSaying(loci: Loci, word: string): Promise<readonly string[]> {
  const { hits } = await loci.memory.recall(word, { limit: 50 });
  return saying(word, hits);
}

function saying(word: string, hits: readonly { text: string; file: string }[]): readonly string[] {
  const whole = new RegExp(`\\b${word}\\b`);
  return hits.filter(({ text }) => whole.test(text)).map(({ file }) => file);
}

/** Asks a running `loci up` over HTTP. */
async function openUp(root: string) {
  const off = { LOCI_SITE_ENABLED: "false", LOCI_COMMIT_ENABLED: "false" };
  const { ask } = await startUp(root, off);
  const find = async (word: string): Promise<readonly string[]> => {
    const reply = await ask(`/api/recall?${new URLSearchParams({ q: word, k: "50" })}`);
    return saying(word, Object(await reply.json()).hits);
  };
  return { find };
}

test.for([
  { who: "a process that asks again and again", start: (root: string) => openOne(root, false) },
  { who: "a process that watches", start: (root: string) => openOne(root, true) },
  { who: "a running `loci up`", start: openUp },
])("no answer of $who is staler than the files", async ({ start }) => {
  const root = useManyFiles();
  const outside = useTempFolder();
  const git = (...argv: string[]): void => {
    const own = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", "-C", root];
    execFileSync("git", [...own, ...argv], { stdio: "pipe" });
  };
  git("init", "-q");
  const { find } = await start(root);
  const { pick } = createRandom(testSeed);
  const wrong: string[] = [];
  for (let i = 0; i < edits; i++) {
    const folder = pick(folders);
    mkdirSync(join(root, folder), { recursive: true });
    const files = readdirSync(join(root, folder), { withFileTypes: true })
      .filter((dirent) => dirent.isFile() && dirent.name.endsWith(".md"))
      .map(({ name }) => name);
    const file = `${folder}/${files.length > 0 ? pick(files) : "new.md"}`;
    if (!existsSync(join(root, file))) writeFileSync(join(root, file), "");
    const name = pick(Object.keys(editors));
    const place = { root, outside, word: `blixt${i}q`, file, folder, git };
    const isSecond = i % 3 === 0;
    if (isSecond)
      appendFileSync(join(root, pick(["topics/also.md", "also.txt"])), line(`also${i}`));
    for (const [word, expected] of Object.entries(editors[name]?.(place) ?? {})) {
      const found = await find(word);
      if (found.join() !== (expected ?? "")) wrong.push(`${i} ${name}: ${word} in ${found}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("a file with a name outside of the vault is looked at each time", async () => {
  const root = useManyFiles();
  const { find } = await openOne(root, false);
  const elsewhere = join(useTempFolder(), "same.md");
  linkSync(join(root, "notes/f1.md"), elsewhere);
  appendFileSync(join(root, "notes/f2.md"), line("blixta")); // So that its second name is seen.
  for (const word of ["blixta", "blixtb", "blixtc"]) {
    appendFileSync(elsewhere, line(word));
    expect(await find(word)).toContain("notes/f1.md");
  }
});

test("no answer is stale where the system dropped events", async () => {
  const root = useManyFiles();
  const { find } = await openOne(root, true);
  await find("fern");
  await find("fern");
  const most = Number(readFileSync("/proc/sys/fs/inotify/max_queued_events", "utf8"));
  // This process reads no event meanwhile: the last ones find the queue full.
  const script = `for (let i = 0; i < ${most + 1000}; i++) fs.utimesSync("f" + (i % 6) + ".md", 1e9, 1e9);
    fs.appendFileSync("f3.md", ${JSON.stringify(line("blixtq"))});`;
  const { status } = spawnSync(process.execPath, ["-e", script], { cwd: join(root, "notes") });
  expect(status).toBe(0);
  expect(await find("blixtq")).toEqual(["notes/f3.md"]);
});

test("a vault that was moved away and put back by another is another vault", async () => {
  const root = useManyFiles();
  const { find } = await openOne(root, false);
  await find("fern");
  await find("fern");
  const inode = statSync(root).ino;
  renameSync(root, `${root}-old`);
  onTestFinished(() => rmSync(`${root}-old`, { recursive: true }));
  mkdirSync(join(root, "topics"), { recursive: true });
  renameSync(join(`${root}-old`, ".loci"), join(root, ".loci"));
  expect(statSync(root).ino).not.toBe(inode);
  writeFileSync(join(root, "topics/a.md"), line("blixtm"));
  expect(await find("blixtm")).toEqual(["topics/a.md"]);
  expect(await find("fern")).toEqual([]);
});
