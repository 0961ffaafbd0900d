import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runLoci } from "../run-loci.ts";
import { useTempFolder } from "../temp.ts";
import { git, sync, useDevices } from "./synced-vaults.ts";

const secret = "The code of the safe is four seven one one";
const line = `- ${secret}\n`;
const file = (root: string) => join(root, "topics/garden.md");
const add = (root: string, text: string, path = file(root)) => appendFileSync(path, text);
const purge = (root: string) => runLoci(["forget", secret, "--purge", "--yes", "--vault", root]);

/** All that real git can read of a repository, reachable or not. */
function allBytes(root: string): string {
  const list = git(root, "cat-file", "--batch-all-objects", "--batch-check").trim().split("\n");
  const objects = list.map((row) => {
    const [oid = "", type = ""] = row.split(" ");
    return git(root, "cat-file", type === "tree" ? "-p" : type, oid);
  });
  return objects.join("\n");
}

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
