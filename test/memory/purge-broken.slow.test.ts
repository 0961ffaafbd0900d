import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { allBytes, git, moveToHealth, sync, useDevices } from "../synced-vaults.ts";
import { useTempFolder } from "../temp.ts";

const secret = "The code of the safe is four seven one one";
const line = `- ${secret}\n`;
const file = (root: string) => join(root, "topics/garden.md");
const add = (root: string, text: string, path = file(root)) => appendFileSync(path, text);
const purge = (root: string, text = secret) =>
  runLoci(["forget", text, "--purge", "--yes", "--vault", root]);

/** A vault whose remote gets the old history again by plain git. */
async function useOldHistory() {
  const devices = await useDevices();
  add(devices.first, line);
  await sync(devices.first);
  const clone = join(useTempFolder(), "clone");
  git("/", "clone", "-q", devices.bare, clone);
  git(clone, "push", "-q", "origin", "main:work");
  expect((await purge(devices.first)).code).toBe(0);
  add(clone, "- By plain git\n");
  git(clone, "commit", "-qam", "plain");
  git(clone, "push", "-q", "--force", "origin", "main");
  return { ...devices, clone };
}

test("a branch of one's own on old history that plain git fetched moves along, and loses no commit", async () => {
  const { first } = await useOldHistory();
  git(first, "fetch", "-q", "origin");
  git(first, "switch", "-q", "-c", "work", "origin/work");
  writeFileSync(join(first, "topics/mine.md"), "- Mine\n");
  git(first, "add", "-A");
  git(first, "commit", "-qm", "mine");
  git(first, "switch", "-q", "main");
  const refused = await runLoci(["sync", "--vault", first]);
  expect(refused.stderr).toContain("still holds what was purged here");
  expect(git(first, "show", "work:topics/mine.md")).toBe("- Mine\n");
  expect(allBytes(first)).not.toContain(secret);
  git(first, "fsck", "--strict", "--full");
});

test("a device that purged, and then merges the old history by plain git, is told, and loses it by another purge", async () => {
  const { bare, first, second } = await useOldHistory();
  git(first, "pull", "-q", "--no-rebase", "--no-edit", "origin", "main");
  expect(git(first, "log", "-p", "main")).toContain(secret);
  await sync(first);
  const told = await runLoci(["doctor", "--vault", first]);
  expect(told.stdout).toMatch(/garden.md.*: This file holds a memory that was purged/);
  expect((await purge(first)).code).toBe(0);
  expect(allBytes(first)).not.toContain(secret);
  await sync(second, "--accept-purge");
  git(bare, "branch", "-D", "work");
  git(bare, "gc", "-q", "--prune=now");
  for (const root of [first, second, bare]) {
    expect(allBytes(root)).not.toContain(secret);
    git(root, "fsck", "--strict", "--full");
  }
  expect(readFileSync(file(first), "utf8")).toContain("- By plain git\n");
});

test.each([
  ["that had no tag then", `- ${secret}\n`, `- ${secret} #householdmatters\n`],
  [
    "with what stands below blank lines",
    "",
    `- ${secret}\n\n  - Below it, four seven one one\n\n  And in the cellar, four seven one one\n`,
  ],
  [
    "with more lines below than go as one",
    "",
    `- ${secret}\n${"  - Said again: four seven one one\n".repeat(130)}`,
  ],
])("an old version %s goes too", async (_, before, after) => {
  const { first } = await useDevices();
  const other = join(first, "topics/safe.md");
  writeFileSync(other, `- Above\n${before}`);
  await sync(first);
  writeFileSync(other, `- Above\n${after}- Other\n`);
  await sync(first);
  const [text] = after.slice(2).split("\n");
  expect((await purge(first, text)).code).toBe(0);
  expect(allBytes(first)).not.toContain("four seven one one");
  expect(readFileSync(other, "utf8")).toBe("- Above\n- Other\n");
});

test("what stands below a memory goes with it, and not what another device wrote there", async () => {
  const { first, second } = await useDevices();
  const other = (root: string) => join(root, "topics/safe.md");
  const below = "  - In the cellar behind the wine\n";
  writeFileSync(other(first), `- Above\n${line}${below}`);
  await sync(first);
  await sync(second);
  add(second, "  - New below\n- New beside\n", other(second));
  await purge(first);
  await sync(second, "--accept-purge");
  await sync(first);
  for (const root of [first, second]) {
    expect(allBytes(root)).not.toContain("behind the wine");
    expect(readFileSync(other(root), "utf8")).toBe("- Above\n  - New below\n- New beside\n");
  }
});

test("an empty object and a ref of nothing, which a power cut leaves, do not stop a purge", async () => {
  const { first } = await useDevices();
  add(first, line);
  await sync(first);
  const oid = "12".repeat(20);
  mkdirSync(join(first, ".git/objects/12"), { recursive: true });
  writeFileSync(join(first, ".git/objects/12", oid.slice(2)), "");
  git(first, "commit", "-q", "--allow-empty", "-m", `now\n\n${secret}`);
  writeFileSync(join(first, ".git/refs/remotes/origin/broken"), `${"34".repeat(20)}\n`);
  const done = await purge(first);
  expect(done.code, done.stderr).toBe(0);
  rmSync(join(first, ".git/objects/12"), { recursive: true });
  expect(allBytes(first)).not.toContain(secret);
  expect(existsSync(join(first, ".git/COMMIT_EDITMSG"))).toBe(false);
});

test("no step that can be undone brings it back on another device", async () => {
  const { first, second } = await useDevices();
  add(first, line);
  await sync(first);
  await sync(second);
  await moveToHealth(second, secret);
  await sync(second);
  await sync(first);
  await purge(first);
  await sync(second, "--accept-purge");
  expect(allBytes(second)).not.toContain(secret);
  await runLoci(["undo", "--yes", "--vault", second]);
  expect(readFileSync(file(second), "utf8")).not.toContain(secret);
});

test("a NUL in a file keeps no memory of it in an old version", async () => {
  const { first } = await useDevices();
  writeFileSync(file(first), `# Garden\n\0\n\n${line}- Sage by the wall\n`);
  git(first, "commit", "-qam", "by hand");
  expect((await purge(first)).code).toBe(0);
  expect(allBytes(first)).not.toContain(secret);
  expect(readFileSync(file(first), "utf8")).toBe("# Garden\n\0\n\n- Sage by the wall\n");
});
