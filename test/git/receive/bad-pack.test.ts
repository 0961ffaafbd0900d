import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nodeDisk, openDrafts } from "../../../src/git/disk.ts";
import { openObjects } from "../../../src/git/objects/objects.ts";
import { applyDelta } from "../../../src/git/packs/apply-delta.ts";
import { packLimits } from "../../../src/git/packs/pack-limits.ts";
import { inspectPack } from "../../../src/git/receive/inspect-pack.ts";
import { storePack } from "../../../src/git/receive/store-pack.ts";
import { fc } from "../../fast-check.ts";
import { createRepo, type TestRepo } from "../../sync/repo.ts";
import {
  blob,
  chainOf,
  commit,
  history,
  oidOf,
  type Part,
  packOf,
  packOfEntries,
  sealed,
  tree,
} from "../packs/make-pack.ts";

async function store(repo: TestRepo, pack: Buffer, wanted: string, limits = {}): Promise<void> {
  const gitDir = join(repo.root, ".git");
  await openDrafts(nodeDisk, gitDir);
  const target = {
    gitDir,
    objects: openObjects(gitDir, nodeDisk),
    disk: nodeDisk,
    shallow: new Set<string>(),
  };
  const small = { maxPackBytes: 2 ** 20, maxObjectBytes: 2 ** 20 };
  const most = { ...packLimits, ...small, ...limits };
  async function* stream(): AsyncGenerator<Buffer> {
    for (let at = 0; at < pack.length; at += 1000) yield pack.subarray(at, at + 1000);
  }
  await storePack({ ...target, limits: most }, stream(), wanted, undefined);
}

async function expectRefused(
  pack: Buffer,
  wanted: string,
  said: RegExp,
  limits = {},
): Promise<void> {
  const repo = createRepo({ empty: true });
  await expect(store(repo, pack, wanted, limits)).rejects.toThrow(
    expect.objectContaining({ name: "SyntaxError", message: expect.stringMatching(said) }),
  );
  const git = join(repo.root, ".git");
  expect(readdirSync(join(git, "objects")).sort()).toEqual(["info", "pack"]);
  expect(readdirSync(join(git, "objects/pack"))).toEqual([]);
  expect(readdirSync(join(git, "loci/drafts"))).toEqual([]);
}

const x = blob("x\n");
const nowhere = "1".repeat(40);

test("storePack() takes a sound pack", async () => {
  const repo = createRepo({ empty: true });
  const inner = tree(["100644", "x.md", oidOf(x)]);
  const { pack, tip } = history(tree(["40000", "topics", oidOf(inner)]), inner, x);
  await store(repo, pack, tip);
  repo.git("reset", "-q", "--hard", tip);
  repo.fsck();
  expect(repo.read("topics/x.md")).toBe("x\n");
});

describe("storePack() refuses a folder that holds the name", () => {
  test.each([
    "..",
    ".",
    "",
    "a/b",
    "../x",
    ".git",
    ".GIT",
    ".Git",
    ".git ",
    ".git...",
    ".git::$INDEX_ALLOCATION",
    "git~1",
    "GIT~1",
    ".g\u200cit",
    ".git\ufeff",
  ])("%j", async (name) => {
    const { pack, tip } = history(tree(["100644", name, oidOf(x)]), x);
    await expectRefused(pack, tip, /which no git allows/);
  });
});

test.each([".gitignore", ".github", "git", "digit~1", "häuser.md", "a..b", "..a"])(
  "storePack() takes the name %j",
  async (name) => {
    const { pack, tip } = history(tree(["100644", name, oidOf(x)]), x);
    await store(createRepo({ empty: true }), pack, tip);
  },
);

describe("storePack() refuses a pack", () => {
  const root = tree(["100644", "x", oidOf(x)]);
  const sound = history(root, x);

  test("without what its history needs", async () => {
    const tip = commit(oidOf(root));
    await expectRefused(packOf([tip]), oidOf(tip), /the tree .* is missing/);
    await expectRefused(packOf([tip, root]), oidOf(tip), /the blob .* is missing/);
    await expectRefused(sound.pack, nowhere, /the commit 1+ is missing/);
    const child = commit(oidOf(root), nowhere);
    await expectRefused(packOf([child, root, x]), oidOf(child), /the commit 1+ is missing/);
  });

  test("whose objects are of another type than they are named as", async () => {
    const wrong = commit(oidOf(x));
    await expectRefused(packOf([wrong, x]), oidOf(wrong), /is a blob in place of a tree/);
    await expectRefused(sound.pack, oidOf(root), /is a tree in place of a commit/);
    const twice = tree(["100644", "a", oidOf(x)], ["40000", "b", oidOf(x)]);
    const { pack, tip } = history(twice, x);
    await expectRefused(pack, tip, /of two types/);
  });

  test("that counts wrongly, is cut or is none", async () => {
    const parts = [commit(oidOf(root)), root, x];
    await expectRefused(packOf(parts, 4), sound.tip, /fewer objects/);
    await expectRefused(packOf(parts, 2), sound.tip, /more than it says/);
    await expectRefused(sound.pack.subarray(0, 60), sound.tip, /hash is wrong/);
    await expectRefused(Buffer.from("PACK"), sound.tip, /not a pack/);
    await expectRefused(Buffer.alloc(0), sound.tip, /not a pack/);
    await expectRefused(Buffer.alloc(5000, 7), sound.tip, /not a pack/);
  });

  test("with an object larger than it says, or than allowed", async () => {
    const bomb: Part = { type: "blob", content: Buffer.alloc(900_000) };
    await expectRefused(packOf([{ ...bomb, size: 10 }]), nowhere, /cannot be unpacked/);
    await expectRefused(packOf([{ ...bomb, size: 900_001 }]), nowhere, /another size/);
    await expectRefused(packOf([bomb]), nowhere, /has 900000 bytes/, { maxObjectBytes: 800_000 });
    await expectRefused(packOf([{ ...bomb, size: 2 ** 50 }]), nowhere, /has \d+ bytes/);
  });

  test("with changes that have no base, or each other for one", async () => {
    const change = Buffer.from([2, 2, 0x90, 2]);
    const lost: Part = { type: "reference", content: change, base: Buffer.from(nowhere, "hex") };
    await expectRefused(packOf([lost]), nowhere, /base of a change is missing/);
    const itself: Part = { type: "offset", content: change, base: Buffer.from([0]) };
    await expectRefused(packOf([itself]), nowhere, /no base/);
    const beyond: Part = { type: "offset", content: change, base: Buffer.from([0x7f]) };
    await expectRefused(packOf([beyond]), nowhere, /no base/);
  });

  test("whose chain of changes is longer than git makes them", async () => {
    await expectRefused(packOfEntries(chainOf(x, 4_200)), nowhere, /too long/);
  });
});

test("storePack() takes what git packs, and never more than was meant when a byte is wrong", async () => {
  const source = createRepo();
  for (let day = 0; day < 12; day++) {
    source.write("topics/cooking.md", `- day ${day}\n${"- an old line\n".repeat(200)}`);
    source.git("commit", "-qam", `day ${day}`);
  }
  const tip = source.git("rev-parse", "HEAD").trim();
  source.git("repack", "-adq");
  const folder = join(source.root, ".git/objects/pack");
  const name = readdirSync(folder).find((one) => one.endsWith(".pack")) ?? "";
  const pack = readFileSync(join(folder, name));
  const repo = createRepo({ empty: true });
  await store(repo, pack, tip);
  repo.git("reset", "-q", "--hard", tip);
  repo.fsck();

  const file = join(repo.root, "spoiled.pack");
  const gitDir = join(createRepo({ empty: true }).root, ".git");
  const check = { path: file, gitDir, wanted: tip, shallow: new Set<string>(), limits: packLimits };
  await fc.assert(
    fc.asyncProperty(
      fc.nat(pack.length - 21),
      fc.integer({ min: 1, max: 255 }),
      async (at, change) => {
        const copy = Buffer.from(pack.subarray(0, -20));
        copy[at] = (copy[at] ?? 0) ^ change;
        writeFileSync(file, sealed(copy));
        const found = await inspectPack(check).catch((error: unknown) => error);
        if (found instanceof Error) expect(found).toMatchObject({ name: "SyntaxError" });
        else repo.git("index-pack", "--strict", file); // such as the level that zlib notes
      },
    ),
    { numRuns: 150 },
  );
}, 30_000);

test("applyDelta() gives bytes or a SyntaxError, whatever it is given", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 40 }),
      fc.uint8Array({ maxLength: 60 }),
      (base, change) => {
        try {
          const head = [base.length, 20];
          const result = applyDelta(Buffer.from(base), Buffer.from([...head, ...change]), 1000);
          expect(result.length).toBe(20);
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      },
    ),
  );
});
