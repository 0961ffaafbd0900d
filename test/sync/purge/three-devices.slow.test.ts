import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { syncVault } from "../../../src/sync/sync.ts";
import { createDevice, createPair, type Device } from "../devices.ts";
import { openRepo, type TestRepo } from "../repo.ts";
import { syncRequest } from "../sync-request.ts";
import { everything, line, path, purge, secret } from "./purging.ts";

/** The files of git's folder that have the words, and whether an object has them. */
function placesOf(words: string, { root, git }: Pick<TestRepo, "root" | "git">): string[] {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name));
  const named = files.filter((file) => readFileSync(file).includes(words));
  return everything({ git }).includes(words) ? [...named, "an object"] : named;
}

/** What a person has beside the branch: some of it holds the line, some does not. */
function prepare(device: Device) {
  const { git } = device;
  const lines = device.read(path);
  git("tag", "before", "HEAD~1");
  git("tag", "-a", "v1", "-m", "holds it");
  git("switch", "-qc", "side");
  device.append(path, "- On the side\n");
  git("commit", "-qam", "on the side");
  git("switch", "-q", "main");
  device.append(path, "- In the stash\n");
  git("stash", "-q");
  device.write("private.txt", "staged, and ignored\n");
  git("add", "-f", "private.txt");
  device.write("dangling.txt", "named by nothing\n");
  const dangling = git("hash-object", "-w", "dangling.txt").trim();
  device.write("dangling.txt", `${secret}, and named by nothing\n${line}`);
  git("hash-object", "-w", "dangling.txt");
  git("clean", "-fq", "dangling.txt");
  expect(device.read(path)).toBe(lines);
  return { dangling, before: git("rev-parse", "before") };
}

function expectKept(device: Device, had: ReturnType<typeof prepare>): void {
  const { git } = device;
  expect(git("rev-parse", "before"), "a tag on what never held it").toBe(had.before);
  expect(git("cat-file", "-t", "v1")).toBe("tag\n");
  expect(git("show", `v1:${path}`)).toBe("- Above\n- Below\n");
  expect(git("show", `side:${path}`)).toBe("- Above\n- Below\n- On the side\n");
  expect(git("log", "-1", "--format=%s", "side")).toBe("on the side\n");
  expect(git("stash", "show", "-p", "stash@{0}")).toContain("+- In the stash\n");
  expect(git("show", ":private.txt")).toBe("staged, and ignored\n");
  expect(git("diff", "--cached", "--name-only")).toBe("private.txt\n");
  expect(git("cat-file", "blob", had.dangling)).toBe("named by nothing\n");
}

test.each([
  ["loose objects", false, process.env.PATH],
  ["packs", true, process.env.PATH],
  ["packs, first without a git program", true, "/nowhere"],
])(
  "a purge leaves the words in no object of three devices (%s), and takes nothing else",
  async (_, isPacked, PATH) => {
    const { remote, laptop, board } = await createPair({ [path]: "- Above\n- Below\n" });
    laptop.write(path, `- Above\n${line}- Below\n`);
    laptop.write(".gitignore", ".loci/\nprivate.txt\n");
    await laptop.sync();
    await board.sync();
    const devices = [laptop, board, await createDevice("phone", remote)];
    const had = devices.map(prepare);
    if (isPacked) for (const { git } of devices) git("repack", "-aq");
    for (const device of devices) expect(placesOf("swordfish", device)).not.toEqual([]);

    laptop.write(path, laptop.read(path).replace(line, ""));
    await syncVault(syncRequest(laptop.root, { env: { PATH }, local: true, purge }));
    expect(placesOf("swordfish", laptop)).toEqual([]);
    await laptop.sync({ accept: { replace: true } });
    for (const device of devices.slice(1)) {
      device.append("topics/new.md", `- From the ${device.name}\n`);
      await expect(device.sync()).rejects.toMatchObject({ data: { reason: "purged" } });
      await device.sync({ accept: { purge: true } });
    }
    for (const device of devices) await device.sync();
    for (const device of devices) await device.sync();
    openRepo(remote).git("gc", "-q", "--prune=now");
    expect(placesOf("swordfish", openRepo(remote))).toEqual([]);
    for (const [at, device] of devices.entries()) {
      const kept = had[at];
      expect(placesOf("swordfish", device), device.name).toEqual([]);
      if (kept !== undefined) expectKept(device, kept);
      expect(device.files()[path]).toBe("- Above\n- Below\n");
      expect(device.read("topics/new.md").split("\n")).toHaveLength(3);
      expect(device.git("rev-parse", "main")).toBe(laptop.git("rev-parse", "main"));
      device.fsck();
    }
  },
);
