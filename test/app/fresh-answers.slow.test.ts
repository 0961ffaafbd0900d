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
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createRandom } from "../../scripts/bench/random.ts";
import { type Loci, openLoci } from "../../src/app.ts";
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

/** One edit of a vault by somebody else; gives words that must be found in a file, or nowhere, from now on. */
type Edit = (place: Place) => Record<string, string | undefined>;

interface Place {
  readonly root: string;
  readonly outside: string;
  readonly word: string;
  readonly file: string;
  readonly folder: string;
  readonly git: (...argv: string[]) => void;
}

const line = (word: string): string => `- Bought a ${word} for the porch\n`;

const editors: Readonly<Record<string, Edit>> = {
  "adds a line in place": ({ root, file, word }) => {
    appendFileSync(join(root, file), line(word));
    return { [word]: file };
  },
  "saves by rename": ({ root, file, word }) => {
    writeFileSync(join(root, `${file}~`), line(word));
    renameSync(join(root, `${file}~`), join(root, file));
    return { [word]: file };
  },
  "keeps size and time of modification": ({ root, file, word }) => {
    const path = join(root, file);
    writeFileSync(path, line(`${word}x`));
    utimesSync(path, 1e9, 1e9);
    writeFileSync(path, line(`${word}y`));
    utimesSync(path, 1e9, 1e9);
    return { [`${word}x`]: undefined, [`${word}y`]: file };
  },
  "renames a file": ({ root, file, folder, word }) => {
    appendFileSync(join(root, file), line(word));
    renameSync(join(root, file), join(root, folder, `${word}.md`));
    return { [word]: `${folder}/${word}.md` };
  },
  "moves a folder there and back": ({ root, folder, word }) => {
    appendFileSync(join(root, folder, `${word}.md`), line(word));
    renameSync(join(root, folder), join(root, "elsewhere"));
    renameSync(join(root, "elsewhere"), join(root, folder));
    appendFileSync(join(root, folder, `${word}.md`), line(`${word}z`));
    return { [word]: `${folder}/${word}.md`, [`${word}z`]: `${folder}/${word}.md` };
  },
  "swaps two folders": ({ root, word }) => {
    const [a, b] = [join(root, "notes"), join(root, "topics/home")];
    for (const folder of [a, b]) mkdirSync(folder, { recursive: true });
    renameSync(a, join(root, "swapped"));
    renameSync(b, a);
    renameSync(join(root, "swapped"), b);
    appendFileSync(join(a, "swap.md"), line(word));
    return { [word]: "notes/swap.md" };
  },
  "removes a file and makes it again": ({ root, file, word }) => {
    appendFileSync(join(root, file), line(word));
    rmSync(join(root, file));
    writeFileSync(join(root, file), line(`${word}n`));
    return { [word]: undefined, [`${word}n`]: file };
  },
  "removes a folder and makes it again": ({ root, folder, word }) => {
    rmSync(join(root, folder), { recursive: true });
    mkdirSync(join(root, folder, "deep"), { recursive: true });
    for (let i = 0; i < 6; i++) writeFileSync(join(root, folder, `f${i}.md`), line(`${word}${i}`));
    writeFileSync(join(root, folder, "deep", "f.md"), line(word));
    return { [word]: `${folder}/deep/f.md`, [`${word}3`]: `${folder}/f3.md` };
  },
  "replaces a folder by a link, and back": ({ root, outside, word }) => {
    const folder = join(root, "linked");
    if (existsSync(folder)) rmSync(folder, { recursive: true });
    mkdirSync(folder);
    writeFileSync(join(folder, "l.md"), line(word));
    if (Number.parseInt(word.slice(5), 10) % 2 === 0) return { [word]: "linked/l.md" };
    rmSync(folder, { recursive: true });
    symlinkSync(outside, folder);
    return { [word]: undefined };
  },
  "writes through another name inside": ({ root, file, word }) => {
    const other = join(root, "notes", "other.txt");
    linkSync(join(root, file), other);
    appendFileSync(other, line(word));
    unlinkSync(other);
    return { [word]: file };
  },
  "writes through a hidden name": ({ root, file, word }) => {
    const other = join(root, "notes", ".other");
    linkSync(join(root, file), other);
    appendFileSync(other, line(word));
    unlinkSync(other);
    return { [word]: file };
  },
  "saves as vim does, by way of a copy": ({ root, file, word }) => {
    const path = join(root, file);
    writeFileSync(join(root, "notes/4913"), "");
    unlinkSync(join(root, "notes/4913"));
    renameSync(path, `${path}~`);
    writeFileSync(path, line(word));
    unlinkSync(`${path}~`);
    return { [word]: file };
  },
  "makes a folder of a file, and a link of a file": ({ root, outside, folder, word }) => {
    const path = join(root, folder, `${word}.md`);
    writeFileSync(path, line(`${word}f`));
    unlinkSync(path);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "in.md"), line(word));
    writeFileSync(join(outside, "far.md"), line(`${word}l`));
    symlinkSync(join(outside, "far.md"), join(root, folder, `${word}-link.md`));
    return {
      [word]: `${folder}/${word}.md/in.md`,
      [`${word}f`]: undefined,
      [`${word}l`]: undefined,
    };
  },
  "checks out another commit": ({ root, git, word }) => {
    mkdirSync(join(root, "topics"), { recursive: true });
    writeFileSync(join(root, "topics/git.md"), line(word));
    git("add", "-A");
    git("commit", "-qm", "one");
    writeFileSync(join(root, "topics/git.md"), line(`${word}b`));
    git("commit", "-qam", "two");
    git("checkout", "-q", "HEAD~1");
    return { [word]: "topics/git.md", [`${word}b`]: undefined };
  },
};

async function openOne(root: string, isWatched: boolean) {
  const loci = await openLoci({ root, env: {}, now: Date.now, report: () => {} });
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
  const saying = new RegExp(`\\b${word}\\b`);
  return hits.filter(({ text }) => saying.test(text)).map(({ file }) => file);
}

test.for([
  { who: "a process that asks again and again", isWatched: false },
  { who: "a process that watches", isWatched: true },
])("no answer of $who is staler than the files", async ({ isWatched }) => {
  const root = useManyFiles();
  const outside = useTempFolder();
  const git = (...argv: string[]): void => {
    const own = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", "-C", root];
    execFileSync("git", [...own, ...argv], { stdio: "pipe" });
  };
  git("init", "-q");
  const { find } = await openOne(root, isWatched);
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

test("who asks beside others is answered as fresh as they are", async () => {
  const root = useManyFiles();
  const { loci, find } = await openOne(root, false);
  await loci.memory.remember([{ text: "Has a fern", scope: { kind: "global" } }]); // What Loci wrote lately makes a look longer.
  for (let i = 0; i < 20; i++) {
    await Promise.all([find("fern"), find("fern")]);
    const word = `blixtc${i}`;
    appendFileSync(join(root, "notes/f1.md"), line(word));
    for (const found of await Promise.all([find(word), find(word), find(word), find(word)])) {
      expect(found).toEqual(["notes/f1.md"]);
    }
  }
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
