import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { nodeDisk, openDrafts } from "../../../src/git/disk.ts";
import { oidOf } from "../../../src/git/object-format.ts";
import { openObjects } from "../../../src/git/objects/objects.ts";
import { stringifyPackIndex } from "../../../src/git/packs/pack-index.ts";
import { packEntry, writePack } from "../../../src/git/packs/write-pack.ts";
import { randomHistory } from "../../sync/history/random-history.ts";
import { createRepo, gitEnv, openRepo, type TestRepo } from "../../sync/repo.ts";
import { useTempFolder } from "../../temp.ts";
import { entryOf } from "./make-pack.ts";

const open = (repo: TestRepo) => openObjects(join(repo.root, ".git"), nodeDisk);
const packFolder = (repo: TestRepo): string => join(repo.root, ".git/objects/pack");
const filesOf = (repo: TestRepo, ending: string): string[] =>
  readdirSync(packFolder(repo))
    .filter((name) => name.endsWith(ending))
    .map((name) => join(packFolder(repo), name));
const allOids = (repo: TestRepo): string[] =>
  repo.git("rev-list", "--objects", "--all", "--no-object-names").trim().split("\n");

/** The first one that was grown; growing takes a while. */
const seed = mkdtempSync(join(tmpdir(), "loci-test-"));
afterAll(() => rmSync(seed, { recursive: true, force: true }));

function grow(): void {
  const grown = randomHistory(3, { commits: 60, paths: ["topics/a.md", "b.md"] });
  const lines = Array.from({ length: 5_000 }, (_, n) => `- line ${n}, ${(n * 7919) % 997}\n`);
  for (let day = 0; day < 15; day++) {
    lines[day * 300] = `- day ${day}\n`;
    grown.write("long.md", lines.join(""));
    grown.git("add", "long.md");
    grown.git("commit", "-qm", `day ${day}`);
  }
  cpSync(grown.root, seed, { recursive: true });
}

/** A repository with chains of many changes. */
function longHistory(): TestRepo {
  if (!existsSync(join(seed, ".git"))) grow();
  const root = useTempFolder();
  cpSync(seed, root, { recursive: true });
  return openRepo(root);
}

/** Every object is what git says it is; its name, which the reader checks, stands for its bytes. */
async function expectAll(repo: TestRepo, oids = allOids(repo)): Promise<void> {
  const objects = open(repo);
  expect(oids.length).toBeGreaterThan(100);
  const sizes = execFileSync("git", ["cat-file", "--batch-check=%(objectname) %(objectsize)"], {
    ...{ cwd: repo.root, env: gitEnv, encoding: "utf8" },
    input: oids.join("\n"),
  });
  for (const line of sizes.trim().split("\n")) {
    const [oid = "", size] = line.split(" ");
    expect((await objects.read(oid)).length, oid).toBe(Number(size));
    expect(await objects.has(oid)).toBe(true);
  }
  objects.close();
}

/** Puts a pack of these objects, as git writes it to a pipe, beside the others. */
function addPack(repo: TestRepo, oids: readonly string[], ...options: string[]): void {
  const pack = execFileSync("git", ["pack-objects", "--stdout", "-q", ...options], {
    ...{ cwd: repo.root, env: gitEnv, maxBuffer: 2 ** 28 },
    input: `${oids.join("\n")}\n`,
  });
  const name = join(packFolder(repo), `pack-${pack.toString("hex", pack.length - 20)}`);
  writeFileSync(`${name}.pack`, pack);
  execFileSync("git", ["index-pack", `${name}.pack`], { cwd: repo.root, env: gitEnv });
}

describe("openObjects() gives every object", () => {
  test("of a repository that git repacked with long chains", async () => {
    const repo = longHistory();
    repo.git("repack", "-adfq", "--depth", "50");
    const depths = [...verify(repo).matchAll(/chain length = (\d+):/g)].map(([, depth]) => depth);
    expect(Math.max(...depths.map(Number))).toBeGreaterThan(6);
    await expectAll(repo);
  });

  test("of a pack whose changes name their bases", async () => {
    const repo = longHistory();
    const oids = allOids(repo);
    repo.git("repack", "-adfq");
    const old = [...filesOf(repo, ".pack"), ...filesOf(repo, ".idx"), ...filesOf(repo, ".rev")];
    addPack(repo, oids); // without --delta-base-offset
    for (const file of old) rmSync(file, { force: true });
    await expectAll(repo, oids);
  });

  test("that lies in several packs and loose", async () => {
    const repo = longHistory();
    repo.git("repack", "-dq");
    addPack(repo, allOids(repo).slice(0, 150), "--delta-base-offset");
    repo.write("new.md", "- new\n");
    repo.git("add", "new.md");
    repo.git("commit", "-qm", "new");
    await expectAll(repo);
  });
});

const verify = (repo: TestRepo): string =>
  repo.git("verify-pack", "-v", filesOf(repo, ".idx")[0] ?? "");

/** Takes an object out of its pack and writes one that is a change of a base, which the pack does not hold. */
async function addThinPack(repo: TestRepo, base: string, text: string): Promise<string> {
  const oid = oidOf("blob", Buffer.from(text));
  const size = Number(repo.git("cat-file", "-s", base));
  const change = Buffer.concat([Buffer.from([size, text.length, text.length]), Buffer.from(text)]);
  await addHandmade(repo, [{ oid, entry: changeOf(base, change) }]);
  return oid;
}

/** An entry that names the base of its change. */
const changeOf = (base: string, content: Buffer): Buffer =>
  entryOf({ type: "reference", content, base: Buffer.from(base, "hex") });

async function addHandmade(
  repo: TestRepo,
  entries: readonly { readonly oid: string; readonly entry: Buffer }[],
): Promise<void> {
  const pieces: Buffer[] = [];
  const list = entries.map(({ entry }) => entry);
  for await (const piece of writePack(entries.length, list)) pieces.push(piece);
  const pack = Buffer.concat(pieces);
  const name = pack.toString("hex", pack.length - 20);
  let offset = 12;
  const rows = entries.map(({ oid, entry }) => {
    const row = { oid, offset, crc: crc32(entry) };
    offset += entry.length;
    return row;
  });
  const stem = join(packFolder(repo), `pack-${name}`);
  writeFileSync(`${stem}.pack`, pack);
  writeFileSync(`${stem}.idx`, stringifyPackIndex(rows, name));
}

describe("openObjects() finds the base of a change", () => {
  test("in another pack, or loose", async () => {
    const repo = createRepo();
    const base = repo.git("rev-parse", "HEAD:notes.txt").trim();
    const oid = await addThinPack(repo, base, "of a loose one\n");
    expect(String(await open(repo).read(oid))).toBe("of a loose one\n");
    repo.git("repack", "-adq");
    const again = await addThinPack(repo, base, "of a packed one\n");
    expect(String(await open(repo).read(again))).toBe("of a packed one\n");
  });

  test("or says that the object is damaged: missing, or changes of each other in a circle", async () => {
    const repo = createRepo();
    const base = repo.git("rev-parse", "HEAD:notes.txt").trim();
    const oid = await addThinPack(repo, base, "of a loose one\n");
    rmSync(join(repo.root, ".git/objects", base.slice(0, 2), base.slice(2)));
    await expect(open(repo).read(oid)).rejects.toThrow(/missing or damaged/);
    const circle = changeOf(base, Buffer.from([1, 1, 0x90, 1]));
    await addHandmade(repo, [{ oid: base, entry: circle }]);
    await expect(open(repo).read(base)).rejects.toMatchObject({
      ...{ code: "GIT_BLOCKED", message: expect.stringContaining("missing or damaged") },
      cause: { name: "SyntaxError", message: "a chain of changes is too long" },
    });
  });
});

describe("openObjects() of a damaged pack", () => {
  /** One pack, in which the content of an object is spoiled. */
  function spoiled(): { repo: TestRepo; oid: string } {
    const repo = longHistory();
    repo.git("repack", "-adfq");
    const oid = repo.git("rev-parse", "HEAD:long.md").trim();
    const row = verify(repo)
      .split("\n")
      .find((line) => line.startsWith(oid));
    const offset = Number(row?.split(/\s+/)[4]);
    const [pack = ""] = filesOf(repo, ".pack");
    const bytes = readFileSync(pack);
    bytes.fill(0x55, offset + 8, offset + 12);
    rmSync(pack);
    writeFileSync(pack, bytes);
    return { repo, oid };
  }

  test("says what is damaged and what to do, and gives the rest", async () => {
    const { repo, oid } = spoiled();
    const objects = open(repo);
    await expect(objects.read(oid)).rejects.toMatchObject({
      code: "GIT_BLOCKED",
      message: `Cannot commit to the vault: object ${oid} of its git history is missing or damaged`,
      data: { fix: expect.stringContaining("git fsck") },
    });
    const head = repo.git("rev-parse", "HEAD").trim();
    expect(String(await objects.read(head))).toContain("day 14");
  });

  test("takes a sound copy that is loose or in another pack", async () => {
    const { repo, oid } = spoiled();
    const content = repo.read("long.md");
    const objects = open(repo);
    await openDrafts(nodeDisk, join(repo.root, ".git"));
    expect(await objects.write("blob", Buffer.from(content))).toBe(oid);
    await objects.flush();
    expect(String(await objects.read(oid))).toBe(content);
    rmSync(join(repo.root, ".git/objects", oid.slice(0, 2), oid.slice(2)));
    await addHandmade(repo, [{ oid, entry: await packEntry("blob", Buffer.from(content)) }]);
    expect(String(await objects.read(oid))).toBe(content);
  });

  test.each([".idx", ".pack"])("whose %s is cut short, says so", async (ending) => {
    const repo = longHistory();
    repo.git("repack", "-adfq");
    const oid = repo.git("rev-parse", "HEAD^{tree}").trim();
    const [file = ""] = filesOf(repo, ending);
    const bytes = readFileSync(file);
    for (const length of [0, 7, 40, 1100]) {
      rmSync(file);
      writeFileSync(file, bytes.subarray(0, length));
      await expect(open(repo).read(oid)).rejects.toMatchObject({ code: "GIT_BLOCKED" });
    }
  });
});

describe("openObjects() goes on", () => {
  test("when `git gc` replaces the packs, also while one is being read", async () => {
    const repo = longHistory();
    repo.git("repack", "-dq");
    const oids = allOids(repo);
    const objects = open(repo);
    for (const [n, oid] of oids.entries()) {
      if (n === 40) repo.git("repack", "-adfq", "--depth", "3");
      if (n === 80) {
        objects.close();
        repo.git("repack", "-adfq", "--depth", "9");
      }
      if (n === 120) repo.git("gc", "-q", "--prune=now");
      await objects.read(oid);
    }
  });

  test("when an object comes with a new pack", async () => {
    const repo = createRepo();
    const objects = open(repo);
    const content = Buffer.from("- fetched\n");
    const oid = oidOf("blob", content);
    expect(await objects.has(oid)).toBe(false);
    await addHandmade(repo, [{ oid, entry: await packEntry("blob", content) }]);
    expect(await objects.has(oid)).toBe(true);
    expect(await objects.read(oid)).toEqual(content);
  });
});
