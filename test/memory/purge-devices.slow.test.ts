import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toMarks } from "../../src/sync/purge/purge-marks.ts";
import { lineHash } from "../../src/sync/purge/rewrite-history.ts";
import { runLoci } from "../run-loci.ts";
import {
  allBytes,
  garden,
  git,
  moveToHealth,
  sync,
  useDevices,
  useRepository,
} from "../synced-vaults.ts";
import { useTempFolder } from "../temp.ts";

const secret = "The code of the safe is four seven one one";
const line = `- ${secret} (2026-03-01)\n`;
const file = (root: string) => join(root, "topics/garden.md");
const add = (root: string, text: string, path = file(root)) => appendFileSync(path, text);
const purge = (root: string, ...args: string[]) =>
  runLoci(["forget", secret, "--purge", "--yes", ...args, "--vault", root]);

/** Both devices know the secret. */
async function useSecret() {
  const devices = await useDevices();
  add(devices.first, line);
  await sync(devices.first);
  await sync(devices.second);
  return devices;
}

/** Agrees to what another device purged. */
const follow = (root: string) => sync(root, "--accept-purge");

function expectGone(...roots: readonly string[]): void {
  for (const root of roots) {
    const left = allBytes(root).split("\n");
    expect(left.filter((one) => one.includes(secret))).toEqual([]);
    git(root, "fsck", "--strict", "--full");
  }
}

test("what a device that was away has of it in other words around it is forgotten, and sent nowhere", async () => {
  const { bare, first, second } = await useSecret();
  await moveToHealth(second, secret);
  add(second, "- New on the second\n", join(second, "topics/new.md"));
  expect((await purge(first)).code).toBe(0);
  await follow(second);
  await sync(first);
  git(bare, "gc", "-q", "--prune=now");
  expectGone(first, bare);
  expect(readFileSync(file(second), "utf8")).not.toContain(secret);
  expect(readFileSync(join(first, "topics/new.md"), "utf8")).toContain("- New on the second");
  expect(git(first, "rev-parse", "main")).toBe(git(second, "rev-parse", "main"));
});

test("what is written again after a purge stays, on all devices, until it is purged again", async () => {
  const { bare, first, second } = await useSecret();
  await purge(first);
  await follow(second);
  add(second, line);
  await sync(second);
  await sync(first);
  add(first, "- Another line\n");
  await sync(first);
  await sync(second);
  for (const root of [first, second]) {
    expect(readFileSync(file(root), "utf8")).toContain(line);
    const commits = git(root, "log", "--format=%H", "-S", secret).trim().split("\n");
    expect(commits).toHaveLength(1);
  }
  expect((await runLoci(["forget", "A line that never was", "--vault", first])).code).toBe(1);
  await purge(first);
  await follow(second);
  git(bare, "gc", "-q", "--prune=now");
  expectGone(first, second, bare);
  expect(readFileSync(file(second), "utf8")).toContain("- Another line");
});

test("another purge leaves what was written again after the first one", async () => {
  const { first, second } = await useSecret();
  await purge(first);
  add(first, line);
  add(first, "- The key of the shed lies under a stone\n");
  await sync(first);
  await follow(second);
  const gone = ["forget", "The key of the shed lies under a stone", "--purge", "--yes"];
  expect((await runLoci([...gone, "--vault", first])).code).toBe(0);
  await follow(second);
  for (const root of [first, second]) {
    expect(readFileSync(file(root), "utf8")).toContain(line);
    expect(allBytes(root)).not.toContain("under a stone");
    git(root, "fsck", "--strict", "--full");
  }
});

test.each([
  ["different memories", "The wifi word of the boat is marmalade"],
  ["the same memory", secret],
])(
  "two devices that purge %s at once arrive at the same commits without them",
  async (_, other) => {
    const { bare, first, second } = await useDevices();
    add(first, `${line}- ${other}\n`.slice(0, other === secret ? line.length : undefined));
    await sync(first);
    await sync(second);
    add(second, "- New on the second\n");
    expect((await purge(first)).code).toBe(0);
    const late = await runLoci(["forget", other, "--purge", "--yes", "--vault", second]);
    const isSame = other === secret;
    expect([late.code, late.stderr]).toEqual([
      isSame ? 0 : 1,
      isSame ? "" : expect.stringContaining("--accept-purge"),
    ]);
    for (const root of [second, first]) await follow(root);
    for (const root of [second, first]) await sync(root);
    git(bare, "gc", "-q", "--prune=now");
    for (const root of [first, second, bare]) expect(allBytes(root)).not.toContain(other);
    expectGone(first, second, bare);
    expect(readFileSync(file(first), "utf8")).toBe(`${garden}- New on the second\n`);
    expect(git(first, "rev-parse", "main")).toBe(git(second, "rev-parse", "main"));
  },
);

test.each([
  ["a merge", ["merge", "-q", "--no-edit"]],
  ["a rebase", ["rebase", "-q", "--no-fork-point"]],
])(
  "%s by plain git of what was not purged with what was: its history goes, and the lines by another purge",
  async (_, how) => {
    const { bare, first, second } = await useDevices();
    add(first, line);
    // A commit counts whole seconds, and a test is soon done.
    git(first, "commit", "-qam", "by hand", "--date=2026-03-01T10:00:00Z");
    await sync(first);
    await sync(second);
    add(second, "- New on the second\n");
    git(second, "commit", "-qam", "by hand");
    await purge(first);
    git(second, "fetch", "-q", "origin");
    git(second, ...how, "origin/main");
    expect(git(second, "log", "-p", "--all")).toContain(secret);
    await follow(second);
    expect(readFileSync(file(second), "utf8")).toContain(line);
    const { stdout } = await runLoci(["doctor", "--vault", second]);
    expect(stdout).toMatch(/garden.md.*: This file holds a memory that was purged/);
    expect((await purge(second)).code).toBe(0);
    await follow(first);
    await sync(second);
    git(bare, "gc", "-q", "--prune=now");
    expectGone(first, second, bare);
    expect(readFileSync(file(first), "utf8")).toContain("- New on the second");
    expect(git(first, "rev-parse", "main")).toBe(git(second, "rev-parse", "main"));
  },
);

test("what was written again is not lost to a device that was away since before the purge", async () => {
  const { first, second } = await useSecret();
  await purge(first);
  add(first, line);
  await sync(first);
  add(second, "- New on the second\n");
  expect((await runLoci(["sync", "--vault", second])).code).toBe(1);
  await follow(second);
  await sync(first);
  for (const root of [first, second]) {
    expect(readFileSync(file(root), "utf8")).toContain(line);
    expect(readFileSync(file(root), "utf8")).toContain("- New on the second");
    git(root, "fsck", "--strict", "--full");
  }
});

test("a remote that is another one purges nothing here unasked", async () => {
  const { bare, second } = await useSecret();
  const other = useRepository();
  mkdirSync(join(other, "log"), { recursive: true });
  add(other, `${[...toMarks([lineHash(line)], new Date())]}\n`, join(other, "log/forgotten.txt"));
  git(other, "add", "-A");
  git(other, "commit", "-qm", "another vault");
  git(other, "push", "-q", "--force", bare, "HEAD:main");
  expect((await runLoci(["sync", "--vault", second])).stderr).toContain("waits for your answer");
  expect(readFileSync(file(second), "utf8")).toContain(line);
  expect(allBytes(second)).toContain(secret);
});

test("short lines below it go with it, and nobody else's of the same words", async () => {
  const said = `  - said: "yes"\n`;
  const block = (text: string) =>
    `## 2026-03-01T10:00:00+00:00 garden\n\n- learned: ${text} → topics/garden.md\n${said}- session: 01JX · agent loci · text · en\n`;
  const monday = "- Plays chess\n  on Mondays\n";
  const root = useRepository({
    "topics/chess.md": monday,
    "log/2026-03.md": `${block(`${secret} on Mondays`)}\n${block("Plays chess on Mondays").replace("01JX", "01JZ")}`,
  });
  add(root, `- ${secret}\n  on Mondays\n`);
  await sync(root);
  writeFileSync(join(root, "topics/chess.md"), "- Nothing\n");
  await sync(root);
  const purged = await runLoci([
    "forget",
    `${secret} on Mondays`,
    "--purge",
    "--yes",
    "--vault",
    root,
  ]);
  expect(purged.code).toBe(0);
  expectGone(root);
  const [oldest = ""] = git(root, "rev-list", "--reverse", "HEAD").split("\n");
  expect(git(root, "show", `${oldest}:topics/chess.md`)).toBe(monday);
  const logThen = git(root, "show", `${oldest}:log/2026-03.md`);
  expect(logThen.split(said)).toHaveLength(2);
  expect(git(root, "log", "-p", "--", "topics/garden.md")).not.toContain("on Mondays");
});

test("a tag's message is cleaned, and the remote's other branches are named", async () => {
  const { bare, first } = await useSecret();
  git(first, "tag", "-a", "v1", "-m", `now\n\n${secret}, noted`);
  git(bare, "branch", "old", "main");
  const { code, stdout } = await purge(first);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/Not purged: .*\(old\)/)]);
  expectGone(first);
  expect(git(first, "cat-file", "-p", "v1")).toContain("\n\nnow\n");
});

test("a shallow clone is refused before anything is forgotten", async () => {
  const { bare } = await useSecret();
  const clone = join(useTempFolder(), "shallow");
  git("/", "clone", "-q", "--depth=1", `file://${bare}`, clone);
  const { code, stderr } = await purge(clone);
  expect([code, stderr]).toEqual([1, expect.stringContaining("git fetch --unshallow")]);
  expect(readFileSync(file(clone), "utf8")).toContain(line);
  expect(existsSync(join(clone, ".loci/erasing.json"))).toBe(false);
});
