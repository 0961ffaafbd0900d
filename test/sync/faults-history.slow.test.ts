import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../scripts/bench/random.ts";
import { deviceClock } from "../../src/app/vault/device-clock.ts";
import { setRemote } from "../../src/git/remote/set-remote.ts";
import { joinRemote } from "../../src/sync/join-remote.ts";
import { useTempFolder } from "../temp.ts";
import { createBare, createDevice, type Device, list } from "./devices.ts";
import { gitEnv, openRepo, type TestRepo } from "./repo.ts";
import { syncRequest } from "./sync-request.ts";

/** Devices of one remote, the first of which made the vault. */
async function createDevices(files: Record<string, string>) {
  const remote = createBare();
  const device = await createDevice("laptop", remote);
  device.write(".gitignore", ".loci/\n");
  for (const [path, text] of Object.entries(files)) device.write(path, text);
  await device.sync();
  const board = await createDevice("board", remote);
  const phone = await createDevice("phone", remote);
  return { remote: openRepo(remote), devices: [device, board, phone] as const };
}

function expectEqual(devices: readonly Device[], lines: readonly string[]): void {
  const [first] = devices;
  const all = Object.values(first?.files() ?? {}).join("");
  for (const line of lines) expect(all.split(`- ${line}\n`), line).toHaveLength(2);
  for (const device of devices) {
    expect(device.files(), device.name).toEqual(first?.files());
    expect(device.status(), device.name).toBe("");
    device.fsck();
  }
}

/** Adds a line to the topic, and takes one out. */
function change(device: Device, line: string, gone: string | undefined): void {
  device.append("topics/a.md", list(line));
  const text = device.read("topics/a.md");
  if (gone !== undefined) device.write("topics/a.md", text.replace(list(gone), ""));
}

/** Commits with an earlier time than one of their parents, though that is not from a clock far ahead. */
function datedBeforeParents(repo: TestRepo): string[] {
  const log = repo.git("log", "--format=%H %ct %P", "main").trim().split("\n");
  const rows = log.map((row) => row.split(" "));
  const times = new Map(rows.map(([oid, time]) => [oid, Number(time)]));
  return rows.flatMap(([oid = "", time, ...parents]) =>
    parents.some((parent) => isBefore(Number(time), times.get(parent) ?? 0)) ? [oid] : [],
  );
}

const isBefore = (time: number, parent: number): boolean => time < parent && parent - time < 86_400;

describe("syncVault() on clocks that are years off", () => {
  test("dates no commit before its parents but those of the future, and merges as on the right ones", async () => {
    const { remote, devices } = await createDevices({
      "topics/a.md": list("one", "two", "three", "four"),
    });
    const [laptop, board, phone] = devices;
    const clocks = new Map([
      [laptop, "1970-01-01T00:00:00Z"],
      [board, "2050-06-01T00:00:00Z"],
      [phone, "2026-02-10T06:00:00Z"],
    ]);
    const lines = ["two", "three"];
    const goes = new Map([
      ["laptop 1", "one"],
      ["board 1", "four"],
    ]);
    for (const round of [0, 1, 2]) {
      for (const [device, at] of clocks) {
        const now = new Date(Date.parse(at) + round * 60_000);
        const line = `${device.name} ${round}`;
        lines.push(line);
        change(device, line, goes.get(line));
        // As that clock dates a file: nothing but what stands in it tells that it changed.
        utimesSync(join(device.root, "topics/a.md"), now, now);
        await device.sync({ now: () => now });
      }
    }
    for (const device of [...devices, ...devices]) await device.sync();
    expectEqual(devices, lines);
    expect(laptop.read("topics/a.md")).not.toMatch(/- one|- four/);
    expect(datedBeforeParents(remote)).toEqual([]);
  });
});

describe("syncVault() through several remotes", () => {
  test("a host and a stick, crossed, ends with everything everywhere", async () => {
    const { remote, devices } = await createDevices({
      "topics/a.md": list("one", "two", "three"),
    });
    const [laptop, board] = devices;
    const stick = createBare();
    for (const { root } of devices)
      await setRemote(join(root, ".git"), "stick", stick, { clock: deviceClock });
    const to = (name: string) => ({ settings: { ...syncRequest("").settings, remote: name } });
    await laptop.sync(to("stick"));
    const lines = ["two"];
    const goes = new Map([
      ["laptop 1", "one"],
      ["board 1", "three"],
    ]);
    for (const round of [0, 1, 2, 3]) {
      for (const device of devices) {
        lines.push(`${device.name} ${round}`);
        change(device, `${device.name} ${round}`, goes.get(`${device.name} ${round}`));
      }
      const [here, there] = round % 2 === 0 ? ["origin", "stick"] : ["stick", "origin"];
      await laptop.sync(to(here));
      await board.sync(to(there));
      await laptop.sync(to(there));
      await board.sync(to(here));
    }
    for (const name of ["origin", "stick", "origin", "stick"])
      for (const device of devices) await device.sync(to(name));
    expectEqual(devices, lines);
    expect(laptop.read("topics/a.md")).not.toMatch(/- one|- three/);
    const heads = new Set([
      ...[remote, openRepo(stick)].map((one) => one.git("rev-parse", "main")),
      ...devices.map((one) => one.git("rev-parse", "HEAD")),
    ]);
    expect(heads.size).toBe(1);
  });
});

test("syncVault() brings three devices together that were each offline for a thousand edits", async () => {
  const topics = Array.from({ length: 12 }, (_, nth) => `topics/t${nth}.md`);
  const files = Object.fromEntries(
    topics.map((path, nth) => [
      path,
      list(...Array.from({ length: 100 }, (_, at) => `t${nth} ${at}`)),
    ]),
  );
  const { devices } = await createDevices(files);
  const added: string[] = [];
  const removed = new Set<string>();
  for (const [seed, device] of devices.entries()) {
    const random = createRandom(seed + 1);
    const texts = new Map(topics.map((path) => [path, device.read(path)]));
    for (let edit = 1; edit <= 1_000; edit++) {
      const path = random.pick(topics);
      const lines = (texts.get(path) ?? "").split(/(?<=\n)/);
      if (random.below(4) === 0) {
        const [gone = ""] = lines.splice(random.below(lines.length), 1);
        removed.add(gone.trim().slice(2));
      } else {
        added.push(`${device.name} ${edit}`);
        lines.splice(random.below(lines.length + 1), 0, list(`${device.name} ${edit}`));
      }
      texts.set(path, lines.join(""));
      if (edit % 100 > 0) continue;
      for (const [name, text] of texts) device.write(name, text);
      device.git("commit", "-qam", `edit ${edit}`);
    }
  }
  const start = performance.now();
  for (const device of [...devices, ...devices]) await device.sync();
  expect(performance.now() - start).toBeLessThan(60_000);
  expectEqual(
    devices,
    added.filter((line) => !removed.has(line)),
  );
  const all = new Set(Object.values(devices[0].files()).join("").split("\n"));
  expect([...removed].filter((line) => all.has(`- ${line}`))).toEqual([]);
}, 120_000);

/** Writes a tree with any names, as git itself would refuse to. */
function hostileCommit(
  repo: TestRepo,
  rows: readonly (readonly [string, string, string])[],
): string {
  const put = (args: string[], input: Uint8Array): string =>
    execFileSync("git", ["hash-object", "-w", "--stdin", "--literally", ...args], {
      ...{ cwd: repo.root, env: gitEnv, input, encoding: "utf8" },
    }).trim();
  const tree = Buffer.concat(
    rows.flatMap(([mode, name, text]) => [
      Buffer.from(`${mode} ${name}\0`),
      Buffer.from(mode === "40000" ? text : put(["-t", "blob"], Buffer.from(text)), "hex"),
    ]),
  );
  const oid = put(["-t", "tree"], tree);
  if (rows.some(([mode]) => mode === "40000"))
    return repo.git("commit-tree", oid, "-m", "x").trim();
  return oid;
}

describe("a remote with a hostile tree writes nothing outside of the vault, nor into .git:", () => {
  const inside = (rows: readonly (readonly [string, string, string])[]) => (repo: TestRepo) =>
    hostileCommit(repo, rows);
  const trees: Record<string, (repo: TestRepo) => string> = {
    "..": (repo) =>
      hostileCommit(repo, [["40000", "..", inside([["100644", "evil.md", "x"]])(repo)]]),
    "../x": (repo) =>
      hostileCommit(repo, [
        ["100644", "../evil.md", "x"],
        ["40000", "a", inside([["100644", "b.md", "x"]])(repo)],
      ]),
    ".git": (repo) =>
      hostileCommit(repo, [["40000", ".git", inside([["100755", "evil.md", "x"]])(repo)]]),
    ".GIT": (repo) =>
      hostileCommit(repo, [["40000", ".GIT", inside([["100755", "evil.md", "x"]])(repo)]]),
    "git~1": (repo) =>
      hostileCommit(repo, [["40000", "git~1", inside([["100755", "evil.md", "x"]])(repo)]]),
    "a link and a folder of its name": (repo) =>
      hostileCommit(repo, [
        ["120000", "out", "/tmp"],
        ["40000", "out", inside([["100644", "evil.md", "x"]])(repo)],
      ]),
    "a folder in .loci": (repo) =>
      hostileCommit(repo, [["40000", ".loci", inside([["100644", "evil.md", "x"]])(repo)]]),
  };

  test.each(Object.keys(trees))("%s", async (name) => {
    const { remote, devices } = await createDevices({ "topics/a.md": list("one") });
    const [laptop] = devices;
    const evil = trees[name]?.(remote) ?? "";
    const tree = remote.git("rev-parse", `${evil}^{tree}`).trim();
    const commit = remote.git("commit-tree", tree, "-p", "main", "-m", "x").trim();
    remote.git("update-ref", "refs/heads/main", commit);
    const head = laptop.git("rev-parse", "HEAD");
    laptop.append("topics/a.md", list("mine"));
    const ended = await laptop.sync().catch((error: unknown) => error);
    const above = useTempFolder();
    const root = join(above, "deep");
    mkdirSync(root);
    const joined = await joinRemote({ ...syncRequest(root), url: remote.root }).catch((e) => e);
    const outside = [join(laptop.root, "../evil.md"), join(above, "evil.md"), "/tmp/evil.md"];
    expect(outside.filter(existsSync)).toEqual([]);
    for (const folder of [laptop.root, root]) {
      const names = readdirSync(folder, { recursive: true }).map(String);
      expect(names.filter((one) => one.endsWith("evil.md"))).toEqual([]);
    }
    if (name !== "a folder in .loci") {
      expect(ended).toMatchObject({ code: expect.stringMatching(/^(SYNC_FAILED|GIT_BLOCKED)$/) });
      expect(joined).toBeInstanceOf(Error);
      expect(laptop.git("rev-parse", "HEAD~1")).toBe(head);
    }
    expect(laptop.read("topics/a.md")).toContain("- mine\n");
  });
});
