import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseCommit } from "../../src/git/objects/commit.ts";
import { readCommit } from "../../src/sync/history/open-history.ts";
import { failureOf } from "../git/remote/device.ts";
import { useTempFolder } from "../temp.ts";
import { createDevice, meetEvil } from "./devices.ts";
import { store, type TestRepo } from "./repo.ts";

describe("a commit whose signature no git wrote", () => {
  const read = (author: string, committer = "Ana <ana@example.org> 1700000000 +0000") => {
    const text = `tree ${"a".repeat(40)}\nauthor ${author}\ncommitter ${committer}\n\nx\n\nA: ${" \t".repeat(40_000)}\rb\nB: c`;
    const bytes = Buffer.from(text);
    const objects = { read: async () => bytes, readCommit: async () => parseCommit("x", bytes) };
    return readCommit(objects, "x");
  };

  test.each(["<".repeat(1_000_000), "> ".repeat(500_000), `a <${"b".repeat(1_000_000)}`])(
    "%#: is read in no time",
    { timeout: 30_000 },
    async (author) => {
      expect((await read(author)).authoredAt).toBe(0);
    },
  );

  test.each(["99999999999999999 +0000", "-5 +0000", "253402300800 +0000", "x", ""])(
    "has a date that can be shown: %s",
    async (when) => {
      const { authoredAt, author } = await read(`Ana <ana@example.org> ${when}`);
      expect({ authoredAt, author }).toEqual({ authoredAt: 0, author: "Ana" });
    },
  );
});

test.each([1e17, 4_102_444_800])(
  "a commit dated %d is synced as any other, and dates no later one",
  async (time) => {
    const { device, evil } = await meetEvil();
    const [tree, parent] = [evil.git("rev-parse", "HEAD^{tree}"), evil.git("rev-parse", "HEAD")];
    const who = `Ana <ana@example.org> ${BigInt(time)} +0000`;
    const text = `tree ${tree}parent ${parent}author ${who}\ncommitter ${who}\n\nodd\n`;
    const odd = store(evil, "commit", text);
    evil.git("push", "-q", "origin", `${odd}:main`);
    device.append("topics/a.md", "- two\n");
    await device.sync();
    device.append("topics/a.md", "- three\n");
    expect(await device.sync()).toMatchObject({ committed: 1, pushed: 1 });
    for (const written of device.git("log", "-1", "--format=%at %ct").split(" "))
      expect(Math.abs(Number(written) - Date.now() / 1_000)).toBeLessThan(60);
  },
);

test("a folder that became a link and a folder again does not stop the sync", async () => {
  const { device, evil, push } = await meetEvil();
  evil.write("notes/x.md", "- x\n");
  push();
  await device.sync();
  rmSync(join(evil.root, "notes"), { recursive: true });
  symlinkSync("topics", join(evil.root, "notes"));
  push();
  await device.sync();
  expect(existsSync(join(device.root, "notes"))).toBe(false);
  rmSync(join(evil.root, "notes"));
  evil.write("notes/x.md", "- x again\n");
  push();
  await device.sync();
  expect(device.read("notes/x.md")).toBe("- x again\n");
  expect(existsSync(join(device.root, "topics/x.md"))).toBe(false);
  expect(device.status()).toBe("");
});

test("a list of packed refs on a USB stick is not read without end", async () => {
  const { device, bare } = await meetEvil();
  writeFileSync(join(bare, "packed-refs"), Buffer.alloc(64 * 2 ** 20 + 1, 0x0a));
  expect((await failureOf(device.sync())).reason).toBe("damaged");
});

/** A tree as git would refuse to write it: rows of a mode, a name, and a file's text or a folder's rows. */
type Row = readonly [mode: string, name: string, holds: string | readonly Row[]];

function storeTree(repo: TestRepo, rows: readonly Row[]): string {
  const entries = rows.map(([mode, name, holds]) => {
    const oid = typeof holds === "string" ? store(repo, "blob", holds) : storeTree(repo, holds);
    return Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, "hex")]);
  });
  return store(repo, "tree", Buffer.concat(entries));
}

const evilFile: Row = ["100755", "evil.md", "x"];
const outside: Row = ["100644", "../evil.md", "x"];

test.each<readonly [string, readonly Row[]]>([
  ["..", [["40000", "..", [evilFile]]]],
  ["../x", [outside, ["40000", "a", [evilFile]]]],
  [".git", [["40000", ".git", [evilFile]]]],
  [".GIT", [["40000", ".GIT", [evilFile]]]],
  ["git~1", [["40000", "git~1", [evilFile]]]],
  [
    "a link beside a folder of its name",
    [
      ["120000", "out", "/tmp"],
      ["40000", "out", [evilFile]],
    ],
  ],
  [".loci", [["40000", ".loci", [evilFile]]]],
])("a hostile tree writes nothing outside of the vault, nor into .git: %s", async (name, rows) => {
  const { device, evil, bare } = await meetEvil();
  const commit = evil.git("commit-tree", "-p", "HEAD", "-m", "x", storeTree(evil, rows)).trim();
  evil.git("push", "-q", "origin", `${commit}:main`);
  const head = device.git("rev-parse", "HEAD");
  device.append("topics/a.md", "- mine\n");
  const ended = await device.sync().catch((error: unknown) => error);
  const above = useTempFolder();
  const joined = await createDevice("joined", bare, { root: join(above, "deep") }).catch((e) => e);
  const places = [join(device.root, "../evil.md"), join(above, "evil.md"), "/tmp/evil.md"];
  expect(places.filter(existsSync)).toEqual([]);
  for (const folder of [device.root, above]) {
    const names = readdirSync(folder, { recursive: true }).map(String);
    expect(names.filter((one) => one.endsWith("evil.md"))).toEqual([]);
  }
  expect(device.read("topics/a.md")).toContain("- mine\n");
  if (name === ".loci") return; // Carried, and written nowhere.
  expect(ended).toMatchObject({ code: expect.stringMatching(/^(SYNC_FAILED|GIT_BLOCKED)$/) });
  expect(joined).toBeInstanceOf(Error);
  expect(device.git("rev-parse", "HEAD~1")).toBe(head);
});
