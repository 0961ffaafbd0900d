import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRepo, openRepo } from "../../sync/repo.ts";
import { useTempFolder } from "../../temp.ts";
import { failureOf, openDevice, runGit, serveBare } from "./device.ts";

async function start() {
  const { bare, url } = await serveBare();
  const full = createRepo();
  for (let day = 0; day < 5; day++) {
    full.write("topics/cooking.md", `- day ${day}\n`);
    full.git("commit", "-qam", `day ${day}`);
  }
  full.git("push", "-q", bare.path, "main");
  return { bare, url, full };
}

describe.each(["http", "folder"])("a vault whose history is cut off, by %s", (kind) => {
  test("fetches what is new and pushes what it has", async () => {
    const { bare, url, full } = await start();
    const root = join(useTempFolder(), "vault");
    await runGit("/", ["clone", "-q", "--depth", "1", `file://${bare.path}`, root]);
    const repo = openRepo(root);
    const device = await openDevice(kind === "http" ? url : bare.path, { repo });
    const cut = readFileSync(join(root, ".git/shallow"), "utf8");
    full.write("topics/new.md", "- new\n");
    full.git("add", "-A");
    full.git("commit", "-qm", "new");
    full.git("push", "-q", bare.path, "main");
    device.commit("mine.md", "- mine\n");
    const from = await device.pull();
    repo.git("merge", "-q", "--no-edit", from);
    expect(await device.remote.push({ branch: "main", from, to: device.oid() })).toBe("pushed");
    repo.fsck();
    bare.git("fsck", "--strict", "--no-dangling");
    expect(bare.git("rev-list", "--count", "main").trim()).toBe("9");
    expect(readFileSync(join(root, ".git/shallow"), "utf8")).toBe(cut);
  });

  test("cannot be completed from a remote that is cut off itself", async () => {
    const { bare } = await start();
    const { bare: shallow, url } = await serveBare();
    rmSync(shallow.path, { recursive: true });
    await runGit("/", [
      "clone",
      "-q",
      "--bare",
      "--depth",
      "1",
      `file://${bare.path}`,
      shallow.path,
    ]);
    const device = await openDevice(kind === "http" ? url : shallow.path);
    expect(await failureOf(device.pull())).toMatchObject({
      reason: "unsupported",
      fix: expect.stringContaining("--unshallow"),
    });
  });
});
