import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { allKills } from "../all-kills.ts";
import { cleanEnv, lociCommand } from "../run-loci.ts";
import { openRepo, useCommitted } from "../sync/repo.ts";
import { useTempFolder, writeFiles } from "../temp.ts";

const preload = resolve(import.meta.dirname, "../workers/die-at.ts");

/** `loci upkeep` as a process of its own, killed at that change to the disk as die-at.ts has it. */
function upkeep(root: string, dieAt = "0+") {
  const [node, main] = lociCommand;
  const words = ["--import", preload, main, "upkeep", "--vault", root];
  const env = cleanEnv({ LOCI_DIE_AT: dieAt, LOCI_DEVICE: "laptop" });
  return spawnSync(node, words, { env, encoding: "utf8" });
}

const learned = (what: string, n: number): string =>
  `- ${what} ${n} (${new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10)}) [source:: s${n}]\n`;
const many = (what: string): string =>
  Array.from({ length: 44 }, (_, n) => learned(what, n + 1)).join("");

const files = {
  "loci.yaml": "languages: [en]\nprune: { max: 40, batch: 2, strategy: fifo }\n",
  "topics/tea.md": `# Tea\n\nProse of my own.\n\n${many("Drank tea")}${learned("Drank tea", 44)}`,
  "topics/zoo.md": "# Zoo\n\n- Fed the cat\n",
  "people/ana/topics/tea.md": many("Poured tea"),
  "archive/topics/tea.md": "# Tea\n\n- Long ago [source:: s0] [archived-from:: topics/tea.md]\n",
  "notes/own.txt": "Mine\n",
};
/** Written by hand since the last commit. */
const byHand = {
  "topics/zoo.md": `${files["topics/zoo.md"]}- Fed the owl\n`,
  "notes/new.md": "New\n",
};

/** A vault that has much to move, and an edit that no commit has yet: what each kill begins with. */
function createFullVault(): () => string {
  const template = useCommitted(files);
  writeFiles(template, byHand);
  return () => {
    const root = useTempFolder();
    cpSync(template, root, { recursive: true, preserveTimestamps: true });
    return root;
  };
}

/** Every file of the vault but the log, which says in numbers what each run did, by path. */
function filesIn(root: string): Record<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .filter((path) => !/^\.(?:git|loci)\/|^log\//.test(path))
    .sort();
  return Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(root, path), "utf8").replace(now, "now")]),
  );
}

/** The list of recent topics says when. */
const now = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g;

/** The memories of some files, sorted, without what only the archive says of them. */
const memories = (texts: Iterable<string>): string[] =>
  [...texts]
    .flatMap((text) => text.match(/^- .*$/gm) ?? [])
    .map((line) => line.replace(/ \[archived(?:-from|-why)?::[^\]]*\]/g, ""))
    .sort();

const all = memories(Object.values({ ...files, ...byHand }));

/** What each commit holds of all memories, the newest first. */
function committed(root: string): string[][] {
  const { git } = openRepo(root);
  const commits = git("rev-list", "HEAD").trim().split("\n");
  return commits.map((commit) => {
    const paths = git("ls-tree", "-r", "--name-only", commit).trim().split("\n");
    const texts = paths.filter((path) => !path.startsWith("log/"));
    return memories(texts.map((path) => git("show", `${commit}:${path}`)));
  });
}

/** Of all memories those that these are not. */
function missingIn(held: readonly string[]): string[] {
  const left = [...held];
  return all.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

test("loci upkeep killed at any change to the disk loses no line, and the next one has each line once", async () => {
  const prepare = createFullVault();
  const whole = prepare();
  const begun = filesIn(whole);
  expect(upkeep(whole).status).toBe(0);
  const wanted = filesIn(whole);
  expect(memories(Object.values(wanted))).toEqual(all);
  expect(wanted["archive/topics/tea.md"]).toContain("Drank tea 1 ");
  expect(wanted["archive/people/ana/topics/tea.md"]).toContain("Poured tea 1 ");
  let kills = 0;
  let halfway = 0;
  let isMoving = false;
  // What lies before the moves and after them are the kills of a commit: fewer show that.
  for (let n = 1; ; n += allKills ? 1 : isMoving ? 3 : 10) {
    const root = prepare();
    const { fsck, status } = openRepo(root);
    const { signal, stderr } = upkeep(root, `${n}${n % 2 === 0 ? "-" : "+"}`);
    const at = `killed at change ${n}`;
    expect(stderr, at).toBe("");
    if (signal === null) break;
    kills++;
    const left = filesIn(root);
    expect(missingIn(memories(Object.values(left))), at).toEqual([]);
    isMoving = !isDeepStrictEqual(left, begun) && !isDeepStrictEqual(left, wanted);
    if (isMoving) halfway++;

    const again = upkeep(root);
    expect([again.status, again.stderr], at).toEqual([0, ""]);
    // It looks anew at what is left, and may move a line more or less than the whole night would have.
    expect(memories(Object.values(filesIn(root))), at).toEqual(all);
    expect(status(), at).toBe("");
    const [newest, ...older] = committed(root);
    expect(newest, at).toEqual(all);
    for (const held of older.slice(0, -1)) expect(missingIn(held), at).toEqual([]);
    fsck();
  }
  expect(kills).toBeGreaterThan(15);
  expect(halfway).toBeGreaterThan(3);
}, 1_800_000);
